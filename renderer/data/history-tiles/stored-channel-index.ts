import type { StoredChannel, StoredChannels } from '../../../service/contract/index.ts';
import { channelPath } from '../../../service/contract/index.ts';
import { backoffDelay } from '../../../service/support/backoff.ts';

/** Milliseconds since 1970. */
export interface StoredChannelRange {
  readonly first: number;
  readonly last: number;
}

/** Refreshed after this, since retention deletes old data. */
const FRESH_MS = 300_000;

/** Pause before an unknown channel is looked up again. */
const LOOKUP_PAUSE = { firstMs: 2000, longestMs: 60_000 } as const;

export interface StoredChannelIndexOptions {
  readonly load: () => Promise<StoredChannels>;
  readonly now: () => number;
  readonly onChange: () => void;
}

/** Channels with stored readings. */
export class StoredChannelIndex {
  readonly #options: StoredChannelIndexOptions;
  #channels: ReadonlyMap<string, StoredChannelRange> = new Map();
  #isKnown = false;
  #isLoading = false;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #repeats = 0;

  constructor(options: StoredChannelIndexOptions) {
    this.#options = options;
  }

  /** The service has responded at least once. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /**
   * @param key path of the channel
   * @returns undefined without known readings
   */
  get(key: string): StoredChannelRange | undefined {
    return this.#channels.get(key);
  }

  /**
   * Loads the index if a channel is unknown or the index is old, with pauses. May be called often.
   * @returns milliseconds until the next useful call; undefined: after a change
   */
  ensureLoaded(keys: readonly string[]): number | undefined {
    if (this.#isLoading) return undefined;
    const isUnknown = keys.some((key) => !this.#channels.has(key));
    const wait =
      this.#loadedAt + (isUnknown ? backoffDelay(LOOKUP_PAUSE, this.#repeats + 1) : FRESH_MS) - this.#options.now();
    if (wait > 0) return wait;
    void this.#load(isUnknown);
    return undefined;
  }

  /** The service has restarted. */
  invalidate(): void {
    this.#loadedAt = Number.NEGATIVE_INFINITY;
    this.#repeats = 0;
  }

  async #load(isRepeated: boolean): Promise<void> {
    this.#isLoading = true;
    this.#loadedAt = this.#options.now();
    this.#repeats = isRepeated ? this.#repeats + 1 : 0;
    try {
      const { channels } = await this.#options.load();
      this.#channels = new Map(channels.map((channel) => [channelPath(channel), rangeOf(channel)]));
      this.#isKnown = true;
    } catch {
      // Asked again after the pause. Until then the charts have what came through the stream, as without a history;
      // that the service cannot be reached is said elsewhere.
    }
    this.#isLoading = false;
    this.#options.onChange();
  }
}

function rangeOf({ first, last }: StoredChannel): StoredChannelRange {
  return { first: Date.parse(first), last: Date.parse(last) };
}

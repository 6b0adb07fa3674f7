import type { StoredChannel, StoredChannels } from '../../../service/contract/index.ts';
import { channelPath } from '../../../service/contract/index.ts';

/** From when to when something of a channel is kept; milliseconds since 1970. */
export interface StoredChannelRange {
  readonly first: number;
  readonly last: number;
}

/** What is known for so long is asked for anew: what is old is dropped from time to time. In milliseconds. */
const FRESH_MS = 300_000;

/** An unknown channel is asked about again after this, doubled each time up to the longest: it may be new. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

export interface KeptChannelsParts {
  readonly ask: () => Promise<StoredChannels>;
  readonly now: () => number;
  readonly onChange: () => void;
}

/** The channels that something is kept of. */
export class StoredChannelIndex {
  readonly #parts: KeptChannelsParts;
  #channels: ReadonlyMap<string, StoredChannelRange> = new Map();
  #isKnown = false;
  #isAsking = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #pause = FIRST_PAUSE_MS;

  constructor(parts: KeptChannelsParts) {
    this.#parts = parts;
  }

  /** Whether the service has answered at all. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** @param key the channel's path; undefined: nothing is kept of it as far as known */
  get(key: string): StoredChannelRange | undefined {
    return this.#channels.get(key);
  }

  /**
   * Asks the service where something is unknown or old, and it is time for it. Cheap: may be called often.
   * @returns in how many milliseconds it is worth looking again; undefined: not before something changes
   */
  look(keys: readonly string[]): number | undefined {
    if (this.#isAsking) return undefined;
    const isUnknown = keys.some((key) => !this.#channels.has(key));
    const wait = this.#askedAt + (isUnknown ? this.#pause : FRESH_MS) - this.#parts.now();
    if (wait > 0) return wait;
    void this.#load(isUnknown);
    return undefined;
  }

  /** The service began anew. */
  forget(): void {
    this.#askedAt = Number.NEGATIVE_INFINITY;
    this.#pause = FIRST_PAUSE_MS;
  }

  async #load(isRepeated: boolean): Promise<void> {
    this.#isAsking = true;
    this.#askedAt = this.#parts.now();
    this.#pause = isRepeated ? Math.min(LONGEST_PAUSE_MS, this.#pause * 2) : FIRST_PAUSE_MS;
    try {
      const { channels } = await this.#parts.ask();
      this.#channels = new Map(channels.map((channel) => [channelPath(channel), kept(channel)]));
      this.#isKnown = true;
    } catch {
      // Asked again after the pause. Until then the charts have what came through the stream, as without a history;
      // that the service cannot be reached is said elsewhere.
    }
    this.#isAsking = false;
    this.#parts.onChange();
  }
}

function kept({ first, last }: StoredChannel): StoredChannelRange {
  return { first: Date.parse(first), last: Date.parse(last) };
}

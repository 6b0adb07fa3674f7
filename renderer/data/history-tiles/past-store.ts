import type { DeviceIdentity } from '../devices/key.ts';
import type { StreamEvent } from '../stream/messages.ts';
import { AnnotationStore } from './annotation-store.ts';
import { askHistory, askStoredChannels } from './requests.ts';
import { StoredChannelIndex } from './stored-channel-index.ts';
import { TileCache } from './tile-cache.ts';
import { TileLoader } from './tile-loader.ts';

export interface PastStoreOptions {
  readonly ask?: typeof askHistory;
  readonly askChannels?: typeof askStoredChannels;
  /** A clock in milliseconds that nobody sets. */
  readonly now?: () => number;
}

/** What the service keeps of all channels, as far as somebody looks at it. One per window. */
export class PastStore {
  readonly tiles = new TileCache();
  readonly loader: TileLoader;
  readonly kept: StoredChannelIndex;
  readonly marks: AnnotationStore;
  readonly #listeners = new Set<() => void>();

  constructor({
    ask = askHistory,
    askChannels = askStoredChannels,
    now = () => performance.now(),
  }: PastStoreOptions = {}) {
    const tell = (): void => this.#tell();
    this.loader = new TileLoader({ cache: this.tiles, ask, now, onTiles: tell });
    this.loader.problem.subscribe(tell);
    this.kept = new StoredChannelIndex({ ask: askChannels, now, onChange: tell });
    this.marks = new AnnotationStore({ now, onChange: tell });
  }

  /** @returns the function that ends the subscription */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(events: readonly StreamEvent[]): void {
    this.marks.take(events);
    if (!events.some(({ name }) => name === 'reset')) return;
    this.kept.forget();
    this.loader.retry();
    this.#tell();
  }

  /** What was kept of a device was dropped. */
  forget({ family, serial }: DeviceIdentity): void {
    // As channelPath has it, up to the channel.
    const beginning = `${family}/${encodeURIComponent(serial)}/`;
    this.tiles.forget(beginning);
    this.loader.forget(beginning);
    this.kept.forget();
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

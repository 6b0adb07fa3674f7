import type { DeviceIdentity } from '../devices/key.ts';
import type { EntityMirror } from '../stream/mirror.ts';
import { AnnotationStore } from './annotation-store.ts';
import { askHistory, askStoredChannels } from './requests.ts';
import { StoredChannelIndex } from './stored-channel-index.ts';
import { TileCache } from './tile-cache.ts';
import { TileLoader } from './tile-loader.ts';

export interface PastStoreOptions {
  readonly mirror: EntityMirror;
  readonly ask?: typeof askHistory;
  readonly askChannels?: typeof askStoredChannels;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Stored readings that are displayed. One instance per window. */
export class PastStore {
  readonly tiles = new TileCache();
  readonly loader: TileLoader;
  readonly kept: StoredChannelIndex;
  readonly marks: AnnotationStore;
  readonly #listeners = new Set<() => void>();

  constructor({
    mirror,
    ask = askHistory,
    askChannels = askStoredChannels,
    now = () => performance.now(),
  }: PastStoreOptions) {
    const tell = (): void => this.#tell();
    this.loader = new TileLoader({ cache: this.tiles, ask, now, onTiles: tell });
    this.loader.problem.subscribe(tell);
    this.kept = new StoredChannelIndex({ ask: askChannels, now, onChange: tell });
    this.marks = new AnnotationStore({ mirror, now, onChange: tell });
    mirror.onReset(() => {
      this.kept.forget();
      this.loader.retry();
      tell();
    });
  }

  /** @returns unsubscribes */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The history of a device was deleted. */
  forget({ family, serial }: DeviceIdentity): void {
    // As in channelPath, without the channel.
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

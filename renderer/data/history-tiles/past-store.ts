import type { DeviceKey } from '../../../service/contract/index.ts';
import type { EntityMirror } from '../stream/mirror.ts';
import { AnnotationStore } from './annotation-store.ts';
import { fetchHistory, fetchShownChannels } from './requests.ts';
import { StoredChannelIndex } from './stored-channel-index.ts';
import { TileCache } from './tile-cache.ts';
import { TileLoader } from './tile-loader.ts';

export interface PastStoreOptions {
  readonly mirror: EntityMirror;
  readonly load?: typeof fetchHistory;
  readonly loadChannels?: typeof fetchShownChannels;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Stored readings that are displayed. One instance per window. */
export class PastStore {
  readonly tiles = new TileCache();
  readonly loader: TileLoader;
  readonly stored: StoredChannelIndex;
  readonly annotations: AnnotationStore;
  readonly #listeners = new Set<() => void>();

  constructor({
    mirror,
    load = fetchHistory,
    loadChannels = fetchShownChannels,
    now = () => performance.now(),
  }: PastStoreOptions) {
    const notify = (): void => this.#notify();
    this.loader = new TileLoader({ cache: this.tiles, load, now, onTiles: notify });
    this.loader.problem.subscribe(notify);
    this.stored = new StoredChannelIndex({ load: loadChannels, now, onChange: notify });
    this.annotations = new AnnotationStore({ mirror, now, onChange: notify });
    mirror.onReset(() => {
      this.stored.invalidate();
      this.loader.retry();
      notify();
    });
  }

  /** @returns unsubscribes */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The history of a device was deleted. */
  discardDevice({ family, serial }: DeviceKey): void {
    // As in channelPath, without the channel.
    this.discard([`${family}/${encodeURIComponent(serial)}/`]);
  }

  /** The stored readings of the channels whose paths start like this have changed. */
  discard(prefixes: readonly string[]): void {
    for (const prefix of prefixes) {
      this.tiles.discard(prefix);
      this.loader.repeatRequests(prefix);
    }
    this.stored.invalidate();
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Device states for the components, published a few times per second at most. */
import type { AppDevice } from '../../../service/contract/index.ts';
import { FrameBatcher, type PublicationOptions } from '../frame-batcher.ts';
import { type Listener, type Readable, ValueStore } from '../store.ts';
import type { EntityMirror } from '../stream/mirror.ts';
import { withoutValues } from './apply-readings.ts';

/** Limit for remembered disconnected devices. */
const MAX_REMOVED = 100;

export interface DetachedDevice {
  /** Milliseconds since 1970. */
  since: number;
  reason: string;
}

export interface DeviceRecord {
  key: string;
  device: AppDevice;
  /** Null while connected. */
  gone: DetachedDevice | null;
}

export interface DeviceStoreOptions extends PublicationOptions {
  /** A disconnected device is no longer remembered. */
  onRemove?: (key: string) => void;
  /** Called after each publication. */
  onShow?: () => void;
}

export class DeviceStore {
  readonly #mirror: EntityMirror;
  readonly #records = new Map<string, DeviceRecord>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #list = new ValueStore<readonly DeviceRecord[]>([]);
  /** Connected devices. A new array if one was added, removed or changed its description or state; not for readings. */
  readonly list: Readable<readonly DeviceRecord[]> = this.#list;
  readonly #dirty = new Set<string>();
  readonly #publication: FrameBatcher;
  readonly #now: () => number;
  readonly #onRemove: (key: string) => void;
  readonly #onShow: () => void;
  #listChanged = false;
  /** Raised after a restart of the service, until it has found its devices again. */
  #maxRemoved = MAX_REMOVED;

  constructor(
    mirror: EntityMirror,
    { onRemove = () => undefined, onShow = () => undefined, ...timing }: DeviceStoreOptions = {},
  ) {
    this.#mirror = mirror;
    this.#publication = new FrameBatcher(() => this.#publish(), timing);
    this.#now = timing.now ?? Date.now;
    this.#onRemove = onRemove;
    this.#onShow = onShow;
    mirror.onChange('device', ({ key, value, before, reason = '' }) => {
      if (value) this.#change(key, withKnownProduct(value, before));
      else if (before) this.#remove(key, before, reason);
      this.#publication.request();
    });
    mirror.onReadings(() => this.#publication.request());
    mirror.onReset((lost) => {
      const devices = lost('device');
      this.#maxRemoved = Math.max(this.#maxRemoved, MAX_REMOVED + devices.size);
      for (const [key, device] of devices) this.#remove(key, device, 'Not yet detected by the service.');
      this.#publication.request();
    });
  }

  /** Including recently disconnected devices. */
  get(key: string): DeviceRecord | undefined {
    return this.#records.get(key);
  }

  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  /** Changes a connected device in the newest state, which may not be published yet. */
  amend(key: string, change: Partial<AppDevice>): void {
    for (const settled of this.#mirror.settle()) this.#dirty.add(settled);
    const newest = this.#mirror.get('device', key);
    if (newest) this.#change(key, { ...newest, ...change });
    this.#publication.request();
  }

  /** Publishes at once. */
  show(): void {
    this.#publication.run();
  }

  #change(key: string, device: AppDevice): void {
    this.#mirror.put('device', key, device);
    this.#listChanged = true;
    this.#dirty.add(key);
  }

  #remove(key: string, device: AppDevice, reason: string): void {
    this.#records.set(key, {
      key,
      device: withoutValues(device, 'disconnected'),
      gone: { since: this.#now(), reason },
    });
    this.#listChanged = true;
    this.#dirty.add(key);
  }

  #publish(): void {
    for (const key of this.#mirror.settle()) this.#dirty.add(key);
    const changed = [...this.#dirty];
    this.#dirty.clear();
    for (const key of changed) {
      const device = this.#mirror.get('device', key);
      if (!device) continue;
      if (this.#records.get(key)?.device.state !== device.state) this.#listChanged = true;
      this.#records.set(key, { key, device, gone: null });
    }
    if (this.#listChanged) {
      this.#listChanged = false;
      this.#removeOldest();
      this.#list.set([...this.#records.values()].filter(({ gone }) => gone === null));
    }
    for (const key of changed) for (const listener of this.#listeners.get(key) ?? []) listener();
    if (changed.length > 0) this.#onShow();
  }

  /** Devices with subscribers stay. */
  #removeOldest(): void {
    const gone = [...this.#records.values()].filter((record) => record.gone !== null);
    const unseen = gone.filter(({ key }) => !this.#listeners.has(key));
    unseen.sort((a, b) => (a.gone?.since ?? 0) - (b.gone?.since ?? 0));
    for (const { key } of unseen.slice(0, Math.max(0, gone.length - this.#maxRemoved))) {
      this.#records.delete(key);
      this.#onRemove(key);
    }
  }
}

/** Keeps the known product object if it is equal, so that nothing depending on it is rendered again. */
function withKnownProduct(device: AppDevice, known: AppDevice | undefined): AppDevice {
  if (!known || JSON.stringify(known.product) !== JSON.stringify(device.product)) return device;
  return { ...device, product: known.product };
}

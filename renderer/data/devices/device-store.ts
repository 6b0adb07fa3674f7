/** Device states for the components, published a few times per second at most. */
import type { AppDevice } from '../../../service/contract/index.ts';
import { FrameBatcher, type PublicationOptions } from '../frame-batcher.ts';
import { type Listener, type Readable, ValueStore } from '../store.ts';
import type { EntityMirror } from '../stream/mirror.ts';
import { withoutValues } from './apply-readings.ts';

/** Limit for disconnected devices that only this window remembers. */
const MAX_REMOVED = 100;

/** Time for a restarted service to find its devices, in milliseconds: until then they stay in the list. */
const AWAIT_MS = 10_000;

export interface DetachedDevice {
  /** Milliseconds since 1970. */
  since: number;
  reason: string;
  /** The last values. Those of the device are null: an old value must never look current. */
  last: AppDevice['device']['channels'];
  /** The service remembers the device: it is listed until the user forgets it. */
  isKnown: boolean;
  /** The service has restarted and may find the device: it is listed for at most 10 s. */
  isAwaited: boolean;
}

export interface DeviceRecord {
  key: string;
  device: AppDevice;
  /** Null while connected. */
  gone: DetachedDevice | null;
}

/** Whether it is simulated itself, rather than computed from a simulated device. */
export function isSimulatedDevice({ device: { family, simulated } }: DeviceRecord): boolean {
  return simulated && family !== 'computed';
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
  readonly #known = new ValueStore<readonly DeviceRecord[]>([]);
  /** Connected devices. A new array if one was added, removed or changed its description or state; not for readings. */
  readonly list: Readable<readonly DeviceRecord[]> = this.#list;
  /** With the disconnected devices that the service remembers, and those that it may find after a restart. */
  readonly known: Readable<readonly DeviceRecord[]> = this.#known;
  readonly #dirty = new Set<string>();
  readonly #publication: FrameBatcher;
  readonly #now: () => number;
  readonly #onRemove: (key: string) => void;
  readonly #onShow: () => void;
  #listChanged = false;
  #awaiting: ReturnType<typeof setTimeout> | undefined;
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
    mirror.onChange('disconnected-device', ({ key }) => {
      this.#listChanged = true;
      this.#dirty.add(key);
      this.#publication.request();
    });
    mirror.onReadings(() => this.#publication.request());
    mirror.onReset((lost) => {
      const devices = lost('device');
      const known = lost('disconnected-device');
      this.#maxRemoved = Math.max(this.#maxRemoved, MAX_REMOVED + devices.size + known.size);
      for (const [key, device] of devices) this.#remove(key, device, 'Not detected yet.', true);
      for (const key of known.keys()) this.#unlist(key);
      clearTimeout(this.#awaiting);
      this.#awaiting = setTimeout(() => this.#stopAwaiting(), AWAIT_MS);
      this.#publication.request();
    });
  }

  /** Including disconnected devices. */
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

  /** Changes a device in the newest state, which may not be published yet. */
  amend(key: string, change: Partial<AppDevice>): void {
    for (const settled of this.#mirror.settle()) this.#dirty.add(settled);
    const newest = this.#mirror.get('device', key);
    const disconnected = this.#mirror.get('disconnected-device', key);
    if (newest) this.#change(key, { ...newest, ...change });
    else if (disconnected) {
      this.#mirror.put('disconnected-device', key, { ...disconnected, ...change });
      this.#listChanged = true;
      this.#dirty.add(key);
    }
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

  #remove(key: string, device: AppDevice, reason: string, isAwaited = false): void {
    this.#records.set(key, disconnectedRecord(key, device, { since: this.#now(), reason, isKnown: false, isAwaited }));
    this.#listChanged = true;
    this.#dirty.add(key);
  }

  /** The service may list it again after a reset. */
  #unlist(key: string): void {
    const record = this.#records.get(key);
    if (record?.gone) this.#records.set(key, { ...record, gone: { ...record.gone, isKnown: false, isAwaited: true } });
    this.#listChanged = true;
  }

  #stopAwaiting(): void {
    for (const [key, record] of this.#records) {
      if (!record.gone?.isAwaited) continue;
      this.#records.set(key, { ...record, gone: { ...record.gone, isAwaited: false } });
      this.#listChanged = true;
      this.#dirty.add(key);
    }
    this.#publication.request();
  }

  /** A device that is not connected: as the service remembers it, else as this window does. */
  #settleDisconnected(key: string): void {
    const device = this.#mirror.get('disconnected-device', key);
    if (device) {
      const reason = device.disconnect_reason || 'Not detected since Mensura started.';
      const since = Date.parse(device.last_seen ?? '');
      const record = disconnectedRecord(key, device, { since, reason, isKnown: true, isAwaited: false });
      // The form of a mode switch stays while the device restarts.
      const canSwitch = this.#records.get(key)?.device.can_switch_protocol ?? false;
      this.#records.set(key, { ...record, device: { ...record.device, can_switch_protocol: canSwitch } });
    } else if (this.#records.get(key)?.gone?.isKnown) {
      this.#records.delete(key);
      this.#onRemove(key);
    }
  }

  #publish(): void {
    for (const key of this.#mirror.settle()) this.#dirty.add(key);
    const changed = [...this.#dirty];
    this.#dirty.clear();
    for (const key of changed) {
      const device = this.#mirror.get('device', key);
      if (!device) {
        this.#settleDisconnected(key);
        continue;
      }
      if (this.#records.get(key)?.device.state !== device.state) this.#listChanged = true;
      this.#records.set(key, { key, device, gone: null });
    }
    if (this.#listChanged) {
      this.#listChanged = false;
      this.#removeOldest();
      const all = [...this.#records.values()];
      this.#list.set(all.filter(({ gone }) => gone === null));
      this.#known.set(all.filter(({ gone }) => gone === null || gone.isKnown || gone.isAwaited));
    }
    for (const key of changed) for (const listener of this.#listeners.get(key) ?? []) listener();
    if (changed.length > 0) this.#onShow();
  }

  /** Devices with subscribers stay. */
  #removeOldest(): void {
    const gone = [...this.#records.values()].filter((record) => record.gone && !record.gone.isKnown);
    const unseen = gone.filter(({ key }) => !this.#listeners.has(key));
    unseen.sort((a, b) => (a.gone?.since ?? 0) - (b.gone?.since ?? 0));
    for (const { key } of unseen.slice(0, Math.max(0, gone.length - this.#maxRemoved))) {
      this.#records.delete(key);
      this.#onRemove(key);
    }
  }
}

function disconnectedRecord(key: string, device: AppDevice, gone: Omit<DetachedDevice, 'last'>): DeviceRecord {
  return {
    key,
    device: { ...withoutValues(device, 'disconnected'), state: 'disconnected', also_behind: [] },
    gone: { ...gone, last: device.device.channels },
  };
}

/** Keeps the known product object if it is equal, so that nothing depending on it is rendered again. */
function withKnownProduct(device: AppDevice, known: AppDevice | undefined): AppDevice {
  if (!known || JSON.stringify(known.product) !== JSON.stringify(device.product)) return device;
  return { ...device, product: known.product };
}

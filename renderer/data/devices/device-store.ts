/** Device states for the components, published a few times per second at most. */
import type { AppDevice, Problem } from '../../../service/contract/index.ts';
import { FrameBatcher, type PublicationOptions } from '../frame-batcher.ts';
import { type Listener, type Readable, ValueStore } from '../store.ts';
import type { Snapshot, StreamEvent } from '../stream/messages.ts';
import { StreamSnapshot } from '../stream/mirror.ts';
import { withoutValues } from './apply-readings.ts';
import { deviceKey } from './key.ts';

/** Limit for remembered disconnected devices. */
const MAX_GONE = 100;

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
  onForget?: (key: string) => void;
  /** Called after each publication. */
  onShow?: () => void;
}

export class DeviceStore {
  readonly #mirror = new StreamSnapshot();
  readonly #records = new Map<string, DeviceRecord>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #list = new ValueStore<readonly DeviceRecord[]>([]);
  readonly #problems = new ValueStore<readonly Problem[]>([]);
  readonly #dirty = new Set<string>();
  readonly #publication: FrameBatcher;
  readonly #now: () => number;
  readonly #onForget: (key: string) => void;
  readonly #onShow: () => void;
  #listChanged = false;
  #problemsChanged = false;
  /** Raised after a restart of the service, until it has found its devices again. */
  #maxGone = MAX_GONE;

  constructor({ onForget = () => undefined, onShow = () => undefined, ...timing }: DeviceStoreOptions = {}) {
    this.#publication = new FrameBatcher(() => this.#publish(), timing);
    this.#now = timing.now ?? Date.now;
    this.#onForget = onForget;
    this.#onShow = onShow;
  }

  /** Connected devices. A new array if one was added, removed or changed its description or state; not for readings. */
  get list(): Readable<readonly DeviceRecord[]> {
    return this.#list;
  }

  get problems(): Readable<readonly Problem[]> {
    return this.#problems;
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

  /** Replaces everything by the hub's state. */
  load({ devices, problems }: Snapshot): void {
    this.#take({ name: 'reset', data: {} });
    for (const device of devices) this.#take({ name: 'device', data: device });
    for (const problem of problems) this.#take({ name: 'notice', data: { active: true, problem } });
    this.show();
  }

  /** Applies events; published with the next publication. */
  take(events: readonly StreamEvent[]): void {
    for (const event of events) this.#take(event);
    this.#publication.request();
  }

  /** Changes a connected device in the newest state, which may not be published yet. */
  amend(key: string, change: Partial<AppDevice>): void {
    for (const settled of this.#mirror.settle()) this.#dirty.add(settled);
    const newest = this.#mirror.get(key);
    if (newest) this.take([{ name: 'device', data: { ...newest, ...change } }]);
  }

  /** Publishes at once. */
  show(): void {
    this.#publication.run();
  }

  #take(event: StreamEvent): void {
    if (event.name === 'reset') {
      this.#maxGone = Math.max(this.#maxGone, MAX_GONE + this.#mirror.devices.size);
      for (const key of this.#mirror.devices.keys()) this.#lose(key, 'Not yet detected by the service.');
      this.#problemsChanged = true;
    } else if (event.name === 'removed') {
      this.#lose(deviceKey(event.data), event.data.reason);
    } else if (event.name === 'device') {
      this.#listChanged = true;
      this.#dirty.add(deviceKey(event.data));
    } else if (event.name === 'notice') {
      this.#problemsChanged = true;
    }
    this.#mirror.apply(event);
  }

  #lose(key: string, reason: string): void {
    this.#mirror.settle();
    const device = this.#mirror.get(key);
    if (!device) return;
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
      const device = this.#mirror.get(key);
      if (!device) continue;
      if (this.#records.get(key)?.device.state !== device.state) this.#listChanged = true;
      this.#records.set(key, { key, device, gone: null });
    }
    if (this.#listChanged) {
      this.#listChanged = false;
      this.#forgetOldest();
      this.#list.set([...this.#records.values()].filter(({ gone }) => gone === null));
    }
    if (this.#problemsChanged) {
      this.#problemsChanged = false;
      this.#problems.set(this.#mirror.problems);
    }
    for (const key of changed) for (const listener of this.#listeners.get(key) ?? []) listener();
    if (changed.length > 0) this.#onShow();
  }

  /** Devices with subscribers stay. */
  #forgetOldest(): void {
    const gone = [...this.#records.values()].filter((record) => record.gone !== null);
    const unseen = gone.filter(({ key }) => !this.#listeners.has(key));
    unseen.sort((a, b) => (a.gone?.since ?? 0) - (b.gone?.since ?? 0));
    for (const { key } of unseen.slice(0, Math.max(0, gone.length - this.#maxGone))) {
      this.#records.delete(key);
      this.#onForget(key);
    }
  }
}

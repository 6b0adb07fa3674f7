/** Everything that a driver said, for tests of drivers. */
import { deviceKey } from '../../../service/devices/types.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { type DeviceEvents, OwnershipBench } from '../devices/support.ts';

interface Seen<Name extends keyof DeviceEvents = keyof DeviceEvents> {
  name: Name;
  payload: DeviceEvents[Name];
}

const EVENTS = ['attached', 'readings', 'rejected', 'detached', 'problem', 'cleared'] as const;

/** How long something may take to happen, in milliseconds: a bound against a test that hangs, not an expectation. */
const PATIENCE_MS = 30_000;

export class DriverRecord {
  readonly seen: Seen[] = [];
  readonly bench = new OwnershipBench(systemClock);
  #check: () => void = () => {};

  constructor() {
    for (const name of EVENTS) {
      this.bench.events.on(name, (payload) => {
        this.seen.push({ name, payload });
        this.#check();
      });
    }
  }

  of<Name extends keyof DeviceEvents>(name: Name): DeviceEvents[Name][] {
    return this.seen.filter((seen): seen is Seen<Name> => seen.name === name).map(({ payload }) => payload);
  }

  /** Waits for an event that is new, or came after `from`. */
  async next<Name extends keyof DeviceEvents>(
    name: Name,
    fits: (payload: DeviceEvents[Name]) => boolean = () => true,
    from = this.seen.length,
  ): Promise<DeviceEvents[Name]> {
    const find = (): Seen<Name> | undefined =>
      this.seen.slice(from).find((seen): seen is Seen<Name> => seen.name === name && fits(seen.payload as never));
    const found = Promise.withResolvers<DeviceEvents[Name]>();
    const late = setTimeout(() => {
      const names = this.seen.slice(from).map((seen) => seen.name);
      found.reject(new Error(`No "${name}" came that fits; these came: ${names.join(', ')}`));
    }, PATIENCE_MS);
    this.#check = () => {
      const hit = find();
      if (hit) found.resolve(hit.payload);
    };
    this.#check();
    try {
      return await found.promise;
    } finally {
      clearTimeout(late);
      this.#check = () => {};
    }
  }

  /** Devices that are attached now, by what was said so far. */
  attached(): string[] {
    const keys = new Set<string>();
    for (const { name, payload } of this.seen) {
      if (name === 'attached') keys.add(deviceKey(payload as DeviceEvents['attached']));
      if (name === 'detached') keys.delete(deviceKey(payload as DeviceEvents['detached']));
    }
    return [...keys];
  }

  /** Problems that are open now, as code and subject. */
  problems(): string[] {
    const open = new Set<string>();
    for (const { name, payload } of this.seen) {
      const { code, subject } = payload as DeviceEvents['cleared'];
      if (name === 'problem') open.add(`${code} ${subject}`);
      if (name === 'cleared') open.delete(`${code} ${subject}`);
    }
    return [...open];
  }
}

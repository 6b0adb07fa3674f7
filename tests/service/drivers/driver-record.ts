/** Everything that a driver said, for tests of drivers. */
import { keyText } from '../../../service/devices/instrument.ts';
import type { DriverEvents } from '../../../service/drivers/driver.ts';
import type { Emitter } from '../../../service/support/emitter.ts';

interface Seen<Name extends keyof DriverEvents = keyof DriverEvents> {
  name: Name;
  payload: DriverEvents[Name];
}

const EVENTS = ['attached', 'readings', 'rejected', 'detached', 'problem', 'cleared'] as const;

/** How long something may take to happen, in milliseconds: a bound against a test that hangs, not an expectation. */
const PATIENCE_MS = 30_000;

export class DriverRecord {
  readonly seen: Seen[] = [];
  #check: () => void = () => {};

  protected record(events: Emitter<DriverEvents>): void {
    for (const name of EVENTS) {
      events.on(name, (payload) => {
        this.seen.push({ name, payload });
        this.#check();
      });
    }
  }

  of<Name extends keyof DriverEvents>(name: Name): DriverEvents[Name][] {
    return this.seen.filter((seen): seen is Seen<Name> => seen.name === name).map(({ payload }) => payload);
  }

  /** Waits for an event that is new, or came after `from`. */
  async next<Name extends keyof DriverEvents>(
    name: Name,
    fits: (payload: DriverEvents[Name]) => boolean = () => true,
    from = this.seen.length,
  ): Promise<DriverEvents[Name]> {
    const find = (): Seen<Name> | undefined =>
      this.seen.slice(from).find((seen): seen is Seen<Name> => seen.name === name && fits(seen.payload as never));
    const found = Promise.withResolvers<DriverEvents[Name]>();
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
      if (name === 'attached') keys.add(keyText(payload as DriverEvents['attached']));
      if (name === 'detached') keys.delete(keyText(payload as DriverEvents['detached']));
    }
    return [...keys];
  }

  /** Problems that are open now, as code and subject. */
  problems(): string[] {
    const open = new Set<string>();
    for (const { name, payload } of this.seen) {
      const { code, subject } = payload as DriverEvents['cleared'];
      if (name === 'problem') open.add(`${code} ${subject}`);
      if (name === 'cleared') open.delete(`${code} ${subject}`);
    }
    return [...open];
  }
}

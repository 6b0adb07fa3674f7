import { type DeviceKey, deviceKey, type ReadingChoice, ReadingSelection } from '../contract/index.ts';
import type { Sample } from '../devices/types.ts';
import { DeviceFilter } from './device-filter.ts';
import type { ChosenSet } from './types.ts';

const NOTHING: readonly ChosenSet[] = [];

/**
 * What a choice sends of the readings it is given. Has no clock and no timer: its owner calls `tick` at each end of an
 * interval (`AlignedTimer`), `removeDevice` and, last, `end`. For the default choice none is needed
 * (`isDefaultChoice`).
 */
export class ReadingFilter {
  readonly selection: ReadingSelection;
  readonly #choice: ReadingChoice;
  /** Devices that gave readings; undefined for one that is not selected. */
  readonly #devices = new Map<string, DeviceFilter | undefined>();

  constructor(choice: ReadingChoice) {
    this.#choice = choice;
    this.selection = new ReadingSelection(choice);
  }

  /**
   * @param at when the readings were taken, in milliseconds since 1970; earlier than before if the clock went back
   * @returns what to send now
   */
  push(device: DeviceKey, at: number, samples: readonly Pick<Sample, 'channel' | 'magnitude'>[]): readonly ChosenSet[] {
    const key = deviceKey(device);
    let filter = this.#devices.get(key);
    if (!filter && !this.#devices.has(key)) {
      const isSelected = this.selection.hasDevice(device);
      filter = isSelected ? new DeviceFilter(device, this.#choice, this.selection) : undefined;
      this.#devices.set(key, filter);
    }
    return filter ? filter.push(at, samples) : NOTHING;
  }

  /** @returns the intervals that are over at `now`, in milliseconds since 1970 */
  tick(now: number): ChosenSet[] {
    return this.#each((filter) => filter.tick(now));
  }

  /** A device has these channels from now on. @returns what was gathered of the others */
  keepChannels(device: DeviceKey, channels: ReadonlySet<string>): readonly ChosenSet[] {
    return this.#devices.get(deviceKey(device))?.keepChannels(channels) ?? NOTHING;
  }

  /** A device disconnected. @returns what was gathered of it */
  removeDevice(device: DeviceKey): readonly ChosenSet[] {
    const key = deviceKey(device);
    const filter = this.#devices.get(key);
    this.#devices.delete(key);
    return filter?.end() ?? NOTHING;
  }

  /** Removes all devices. @returns what was gathered of them */
  end(): ChosenSet[] {
    const sets = this.#each((filter) => filter.end());
    this.#devices.clear();
    return sets;
  }

  #each(take: (filter: DeviceFilter) => ChosenSet[]): ChosenSet[] {
    return [...this.#devices.values()].flatMap((filter) => (filter ? take(filter) : []));
  }
}

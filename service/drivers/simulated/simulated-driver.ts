import type { Claim, DeviceSource } from '../../devices/ownership.ts';
import { type DeviceKey, keyText } from '../../devices/types.ts';
import { MensuraError } from '../../support/errors.ts';
import type { Driver } from '../driver.ts';
import { createSimulatedDevices, type SimulatedDevice } from './fleet.ts';
import { PERIOD, type SimulatedOptions } from './options.ts';
import { keyOf, uniform } from './random.ts';
import { Sampler } from './sampler.ts';
import { Scheduler } from './scheduler.ts';

/** Shortest and longest time plugged in, and the time unplugged, in milliseconds. */
const PLUGGED_MS = { min: 2 * 60_000, max: 6 * 60_000 } as const;
const UNPLUGGED_MS = 20_000;

interface HotPlugOptions {
  /** Determines the times: equal keys, equal times. */
  key: number;
  unplug(): void;
  plug(): void;
}

class HotPlug {
  readonly #options: HotPlugOptions;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(options: HotPlugOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#timer) return;
    const { min, max } = PLUGGED_MS;
    this.#after(min + (max - min) * uniform(this.#options.key, this.#count), () => {
      this.#options.unplug();
      this.#after(UNPLUGGED_MS, () => {
        this.#options.plug();
        this.#count += 1;
        this.#timer = undefined;
        this.start();
      });
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #after(delayMs: number, then: () => void): void {
    this.#timer = setTimeout(then, delayMs);
  }
}

/** Least number of devices for hot-plug: with one or two, the user wants them to stay. */
const HOT_PLUG_FROM = 3;

interface Unit {
  device: SimulatedDevice;
  sampler: Sampler;
  /** Undefined while it is unplugged. */
  claim: Claim | undefined;
}

export class SimulatedDriver implements Driver, DeviceSource {
  readonly name = 'simulated';
  readonly #options: SimulatedOptions;
  readonly #units = new Map<string, Unit>();
  readonly #scheduler: Scheduler<Unit>;
  #hotPlug: HotPlug | undefined;
  #running = false;

  constructor(options: SimulatedOptions) {
    this.#options = options;
    this.#scheduler = new Scheduler(options.clock, (units) => this.#sample(units));
  }

  /** @throws MensuraError `usage` for a product that cannot be simulated. */
  async start(): Promise<void> {
    if (this.#running) return;
    const { seed, faults = true, periodMs = PERIOD.default } = this.#options;
    // Not earlier: the users' settings of devices are read from disk before drivers start.
    const fleet = createSimulatedDevices({ ...this.#options, periodMs });
    this.#running = true;
    for (const device of fleet) {
      const unit = { device, sampler: new Sampler(device, seed, faults), claim: undefined };
      this.#units.set(keyText(device.description), unit);
      this.#connect(unit);
    }
    this.#hotPlug = this.#createHotPlug();
    this.#hotPlug?.start();
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    this.#running = false;
    this.#hotPlug?.stop();
    for (const unit of this.#units.values()) this.#detach(unit, 'simulation stopped');
    this.#scheduler.stop();
    this.#units.clear();
  }

  async setPeriod(key: DeviceKey, periodMs: number): Promise<void> {
    const unit = this.#units.get(keyText(key));
    if (!unit?.claim) {
      throw new MensuraError('instrument-failed', `Simulated device ${key.serial} no longer exists.`);
    }
    if (!Number.isInteger(periodMs) || periodMs < PERIOD.min) {
      throw new MensuraError(
        'instrument-failed',
        `Simulated device ${key.serial} cannot sample every ${periodMs} ms. The minimum is ${PERIOD.min} ms.`,
      );
    }
    unit.device.description = { ...unit.device.description, periodMs };
    this.#connect(unit);
  }

  /** Connects a device, or updates the description of a connected one. */
  #connect(unit: Unit): void {
    const { description } = unit.device;
    unit.claim = this.#options.devices.claim(this, description, unit.claim);
    this.#scheduler.set(unit, description.periodMs);
  }

  #detach(unit: Unit, reason: string): void {
    if (!unit.claim) return;
    this.#scheduler.remove(unit);
    unit.claim.release(reason);
    unit.claim = undefined;
  }

  #sample(units: Iterable<Unit>): void {
    const at = this.#options.clock.now();
    for (const { device, sampler, claim } of units) {
      claim?.readings(at, sampler.sample(at, device.description.periodMs));
    }
  }

  #createHotPlug(): HotPlug | undefined {
    const { usb, seed, hotPlug = true } = this.#options;
    const unit = [...this.#units.values()][usb - 1];
    if (!hotPlug || !unit || usb < HOT_PLUG_FROM) return undefined;
    return new HotPlug({
      key: keyOf(`${seed}/hot-plug`),
      unplug: () => this.#detach(unit, 'unplugged'),
      plug: () => this.#connect(unit),
    });
  }
}

import type { Claim, DeviceSource } from '../../devices/ownership.ts';
import { type DeviceKey, deviceKey } from '../../devices/types.ts';
import { MensuraError } from '../../support/errors.ts';
import type { Driver } from '../driver.ts';
import { createSimulatedDevices, type SimulatedDevice } from './fleet.ts';
import type { SimulatedOptions } from './options.ts';
import { keyOf, uniform } from './random.ts';
import { Sampler } from './sampler.ts';
import { Scheduler } from './scheduler.ts';

/** Shortest and longest time plugged in, and the time unplugged, in milliseconds. */
const PLUGGED_MS = { min: 2 * 60_000, max: 6 * 60_000 } as const;
const UNPLUGGED_MS = 20_000;

/** Least number of devices for hot-plug: with one or two, the user wants them to stay. */
const HOT_PLUG_FROM = 3;

interface Unit {
  device: SimulatedDevice;
  sampler: Sampler;
  /** Undefined while it is unplugged. */
  claim: Claim | undefined;
}

/**
 * Devices that behave like real products of the catalog: for trying Mensura without hardware, for demonstrations and for
 * tests.
 */
export class SimulatedDriver implements Driver, DeviceSource {
  readonly name = 'simulated';
  readonly #options: SimulatedOptions;
  readonly #units = new Map<string, Unit>();
  readonly #scheduler: Scheduler<Unit>;
  #hotPlug: NodeJS.Timeout | undefined;
  #running = false;

  constructor(options: SimulatedOptions) {
    this.#options = options;
    this.#scheduler = new Scheduler(options.clock, (units) => this.#sample(units));
  }

  /** @throws MensuraError `usage` for a product that cannot be simulated. */
  async start(): Promise<void> {
    if (this.#running) return;
    const { usb, seed, faults = true, hotPlug = true } = this.#options;
    // Not earlier: the users' settings of devices are read from disk before drivers start.
    const fleet = createSimulatedDevices(this.#options);
    this.#running = true;
    for (const device of fleet) {
      const unit = { device, sampler: new Sampler(device, seed, faults), claim: undefined };
      this.#units.set(deviceKey(device.description), unit);
      this.#connect(unit);
    }
    const last = [...this.#units.values()][usb - 1];
    if (hotPlug && last && usb >= HOT_PLUG_FROM) this.#unplugLater(last, keyOf(`${seed}/hot-plug`));
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    this.#running = false;
    clearTimeout(this.#hotPlug);
    for (const unit of this.#units.values()) this.#detach(unit, 'simulation stopped');
    this.#scheduler.stop();
    this.#units.clear();
  }

  async setPeriod(key: DeviceKey, periodMs: number): Promise<void> {
    const unit = this.#units.get(deviceKey(key));
    if (!unit?.claim) {
      throw new MensuraError('instrument-failed', `Simulated device ${key.serial} no longer exists.`);
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

  /**
   * The times are equal for equal keys.
   * @param count of earlier times
   */
  #unplugLater(unit: Unit, key: number, count = 0): void {
    const { min, max } = PLUGGED_MS;
    const pluggedMs = min + (max - min) * uniform(key, count);
    this.#hotPlug = setTimeout(() => {
      this.#detach(unit, 'unplugged');
      this.#hotPlug = setTimeout(() => {
        this.#connect(unit);
        this.#unplugLater(unit, key, count + 1);
      }, UNPLUGGED_MS);
    }, pluggedMs);
  }
}

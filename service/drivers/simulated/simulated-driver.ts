import { type DeviceKey, keyText } from '../../devices/instrument.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import type { Driver, DriverEvents } from '../driver.ts';
import { createSimulatedDevices, type SimulatedInstrument } from './fleet.ts';
import { HotPlug } from './hot-plug.ts';
import { PERIOD, type SimulatedOptions } from './options.ts';
import { keyOf } from './random.ts';
import { Sampler } from './sampler.ts';
import { Scheduler } from './scheduler.ts';

/** Least number of devices for hot-plug: with one or two, the user wants them to stay. */
const HOT_PLUG_FROM = 3;

interface Unit {
  instrument: SimulatedInstrument;
  sampler: Sampler;
  attached: boolean;
}

export class SimulatedDriver implements Driver {
  readonly name = 'simulated';
  readonly events: Emitter<DriverEvents>;
  readonly #options: SimulatedOptions;
  readonly #units = new Map<string, Unit>();
  readonly #scheduler: Scheduler<Unit>;
  #hotPlug: HotPlug | undefined;
  #running = false;

  constructor(options: SimulatedOptions) {
    this.events = new Emitter((error, event) =>
      options.logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
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
    for (const instrument of fleet) {
      const unit = { instrument, sampler: new Sampler(instrument, seed, faults), attached: false };
      this.#units.set(keyText(instrument.description), unit);
      this.#attach(unit);
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
    if (!unit?.attached) {
      throw new MensuraError('instrument-failed', `Simulated device ${key.serial} no longer exists.`);
    }
    if (!Number.isInteger(periodMs) || periodMs < PERIOD.min) {
      throw new MensuraError(
        'instrument-failed',
        `Simulated device ${key.serial} cannot sample every ${periodMs} ms. The minimum is ${PERIOD.min} ms.`,
      );
    }
    unit.instrument.description = { ...unit.instrument.description, periodMs };
    this.#attach(unit);
  }

  /** Connects a device, or updates the description of a connected one. */
  #attach(unit: Unit): void {
    const { description } = unit.instrument;
    unit.attached = true;
    this.events.emit('attached', description);
    this.#scheduler.set(unit, description.periodMs);
  }

  #detach(unit: Unit, reason: string): void {
    if (!unit.attached) return;
    unit.attached = false;
    this.#scheduler.remove(unit);
    const { family, serial } = unit.instrument.description;
    this.events.emit('detached', { family, serial, reason });
  }

  #sample(units: Iterable<Unit>): void {
    const at = this.#options.clock.now();
    for (const { instrument, sampler } of units) {
      const { family, serial, periodMs } = instrument.description;
      this.events.emit('readings', { family, serial, at, samples: sampler.sample(at, periodMs) });
    }
  }

  #createHotPlug(): HotPlug | undefined {
    const { usb, seed, hotPlug = true } = this.#options;
    const unit = [...this.#units.values()][usb - 1];
    if (!hotPlug || !unit || usb < HOT_PLUG_FROM) return undefined;
    return new HotPlug({
      key: keyOf(`${seed}/hot-plug`),
      unplug: () => this.#detach(unit, 'unplugged'),
      plug: () => this.#attach(unit),
    });
  }
}

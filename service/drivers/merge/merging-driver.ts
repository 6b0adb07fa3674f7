import type { ProtocolName } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/instrument.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { driverProblem } from '../current-problem.ts';
import type { Driver, DriverEvents } from '../driver.ts';
import { DeviceMerger } from './device-merger.ts';
import type { Transport } from './merged-device.ts';
import type { PathDriverOptions } from './options.ts';

const SIDES = ['usb', 'serial'] as const satisfies Transport[];

/** Starts and stops the two drivers, and passes their events to the merger. */
export class MergingDriver implements Driver {
  readonly name = 'paths';
  readonly events: Emitter<DriverEvents>;
  readonly #options: PathDriverOptions;
  readonly #book: DeviceMerger;
  /** Unsubscribe from devices, and from problems; empty before the start. */
  #instruments: (() => void)[] = [];
  #problems: (() => void)[] = [];
  readonly #failed = new Set<string>();

  constructor(options: PathDriverOptions) {
    const { usb, clock, logger } = options;
    this.#options = options;
    this.events = new Emitter((error, event) =>
      logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
    this.#book = new DeviceMerger({ sightings: usb, clock, events: this.events });
  }

  /** Does not throw: a driver that cannot start becomes a problem, and the other continues. */
  async start(): Promise<void> {
    if (this.#problems.length > 0) return;
    this.#instruments = [
      ...SIDES.flatMap((side) => this.#hearInstruments(side)),
      this.#options.usb.sighted.on('changed', () => this.#book.see()),
    ];
    this.#problems = SIDES.flatMap((side) => this.#hearProblems(side));
    await Promise.all(SIDES.map((side) => this.#start(side)));
  }

  async stop(): Promise<void> {
    // Before the drivers stop: otherwise the last one would briefly own every device.
    for (const end of this.#instruments.splice(0)) end();
    this.#book.end('reading stopped');
    const ended = await Promise.allSettled(SIDES.map((side) => this.#options[side].stop()));
    for (const end of this.#problems.splice(0)) end();
    for (const subject of this.#failed) this.events.emit('cleared', { code: 'driver-failed', subject });
    this.#failed.clear();
    const errors = ended.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (errors.length > 0) throw new AggregateError(errors, errors.map(errorText).join('; '));
  }

  wake(): void {
    for (const side of SIDES) this.#options[side].wake?.();
  }

  async setPeriod(key: DeviceKey, periodMs: number): Promise<void> {
    await this.#speakerFor(key).setPeriod(key, periodMs);
  }

  async setProtocol(key: DeviceKey, protocol: ProtocolName): Promise<void> {
    const driver = this.#speakerFor(key);
    if (!driver.setProtocol) {
      throw new MensuraError('instrument-failed', `The ${driver.name} driver cannot change modes.`);
    }
    await driver.setProtocol(key, protocol);
  }

  /** @throws MensuraError `instrument-failed` */
  #speakerFor(key: DeviceKey): Driver {
    const side = this.#book.speaker(key);
    if (!side)
      throw new MensuraError('instrument-failed', `Device ${key.serial} is not connected. Connect it, then try again.`);
    return this.#options[side];
  }

  #hearInstruments(side: Transport): (() => void)[] {
    const { events } = this.#options[side];
    return [
      events.on('attached', (description) => this.#book.attach(side, description)),
      events.on('readings', (moment) => this.#book.readings(side, moment)),
      events.on('rejected', (key) => this.#book.rejected(side, key)),
      events.on('detached', (loss) => this.#book.detach(side, loss)),
    ];
  }

  #hearProblems(side: Transport): (() => void)[] {
    const { events } = this.#options[side];
    return [
      events.on('problem', (report) => this.events.emit('problem', report)),
      events.on('cleared', (report) => this.events.emit('cleared', report)),
    ];
  }

  async #start(side: Transport): Promise<void> {
    const driver = this.#options[side];
    try {
      await driver.start();
    } catch (error) {
      this.#options.logger.error(`cannot start the ${driver.name} driver: ${errorText(error)}`, { error });
      // Stopped meanwhile.
      if (this.#problems.length === 0) return;
      this.#failed.add(driver.name);
      this.events.emit('problem', driverProblem(driver.name, error));
    }
  }
}

/** The only owner of the connected devices and their current readings. Only drivers write to it. */
import type { Family, Problem, ProtocolName } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter } from '../support/emitter.ts';
import { errorClause, errorText, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { Claims, duplicateOf, duplicateProblems } from './claims.ts';
import type { DeviceEvents, DeviceSource } from './device-source.ts';
import { DeviceState } from './device-state.ts';
import type { DetachReason, DeviceDescription, DeviceKey, Sample, SampleSet } from './instrument.ts';
import { keyText } from './instrument.ts';
import type { ProblemReport } from './problems.ts';
import { ActiveProblems } from './problems.ts';
import { unclearColumnsOf, unclearColumnsProblem } from './unclear-columns.ts';

/** Time between two checks for silent devices, in milliseconds. */
const SILENCE_CHECK_MS = 250;

/** Listeners run inside the driver's call: they must be quick and defer long work. */
export interface RegistryEvents {
  attached: DeviceState;
  /** Description or state changed, without a reading. A silent device changes to state `silent`. */
  changed: DeviceState;
  readings: { device: DeviceState; at: number; samples: readonly Sample[] };
  /**
   * Past readings, newer than any before. They do not change the current readings.
   * @param isAttached false if the device disconnected before they arrived
   */
  late: { device: DeviceState; at: number; samples: readonly Sample[]; isAttached: boolean };
  removed: DetachReason;
  problem: Problem;
  cleared: Problem;
}

export interface RegistryOptions {
  clock: Clock;
  logger: Logger;
}

export class Registry {
  readonly events: Emitter<RegistryEvents>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #devices = new Map<string, DeviceState>();
  /** Devices with late readings after they disconnected, for as long as the description is the same object. */
  readonly #absentDevices = new WeakMap<DeviceDescription, DeviceState>();
  readonly #claims = new Claims();
  readonly #problems: ActiveProblems;
  readonly #revisions: Record<Family, number> = { usb: 0, gateway: 0 };
  readonly #sorted: Partial<Record<Family, readonly DeviceState[]>> = {};
  #readingsTotal = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ clock, logger }: RegistryOptions) {
    this.#clock = clock;
    this.#logger = logger.child('registry');
    this.#problems = new ActiveProblems(clock);
    this.events = new Emitter((error, event) =>
      this.#logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#checkSilence(), SILENCE_CHECK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Channel readings since the start. */
  get readingsTotal(): number {
    return this.#readingsTotal;
  }

  /** @returns stops listening and disconnects the source's remaining devices */
  connect(source: DeviceSource): () => void {
    const endings = [
      source.events.on('attached', (description) => this.#attach(source, description)),
      source.events.on('readings', (moment) => this.#sample(source, moment)),
      source.events.on('late', (moment) => this.#passLate(source, moment)),
      source.events.on('rejected', (key) => this.#reject(source, key)),
      source.events.on('detached', (loss) => this.#detach(source, loss)),
      source.events.on('problem', (report) => this.raise(report)),
      source.events.on('cleared', (report) => this.clear(report)),
    ];
    return () => {
      for (const end of endings) end();
      for (const { family, serial } of this.#claims.keysOf(source)) {
        this.#detach(source, { family, serial, reason: 'driver stopped' });
      }
    };
  }

  /** The connected devices of a family, by serial number in code-unit order. The array is read-only. */
  list(family: Family): readonly DeviceState[] {
    return (this.#sorted[family] ??= [...this.#devices.values()]
      .filter(({ description }) => description.family === family)
      .toSorted((a, b) => (a.description.serial < b.description.serial ? -1 : 1)));
  }

  get(key: DeviceKey): DeviceState | undefined {
    return this.#devices.get(keyText(key));
  }

  /** Increases with every change of any response about the family. */
  revision(family: Family): number {
    return this.#revisions[family];
  }

  problems(): Problem[] {
    return this.#problems.all();
  }

  raise(report: ProblemReport): void {
    const problem = this.#problems.raise(report);
    if (!problem) return;
    this.#logger.warn(`problem: ${errorClause(problem.text)}`, { code: problem.code, subject: problem.subject });
    this.events.emit('problem', problem);
  }

  clear(report: Pick<ProblemReport, 'code' | 'subject'>): void {
    const problem = this.#problems.clear(report);
    if (!problem) return;
    this.#logger.info(`problem cleared: ${errorClause(problem.text)}`, {
      code: problem.code,
      subject: problem.subject,
    });
    this.events.emit('cleared', problem);
  }

  /**
   * Sets a device's sampling period in milliseconds.
   * @throws MensuraError `not-found`, or what the driver threw.
   */
  async setPeriod(key: DeviceKey, periodMs: number): Promise<void> {
    const owner = this.#claims.owner(keyText(key));
    if (!owner) throw noSuchDevice(key);
    await owner.setPeriod(key, periodMs);
  }

  /** Requires support by the device and by its driver. */
  canSwitchProtocol(key: DeviceKey): boolean {
    const description = this.get(key)?.description;
    const owner = this.#claims.owner(keyText(key));
    if (!description || !owner?.setProtocol || description.protocol === null || description.simulated) return false;
    return description.protocols['usb'] === true && description.protocols['vcp'] === true;
  }

  /**
   * Switches a device to another protocol; the device restarts.
   * @throws MensuraError `not-found`; `conflict` when it uses that protocol already or cannot switch; the driver's
   * error
   */
  async setProtocol(key: DeviceKey, protocol: ProtocolName): Promise<void> {
    const description = this.get(key)?.description;
    const owner = this.#claims.owner(keyText(key));
    if (!description || !owner) throw noSuchDevice(key);
    const { productName, serial } = description;
    if (!owner.setProtocol || !this.canSwitchProtocol(key)) {
      throw new MensuraError('conflict', `${productName} ${serial} cannot change mode.`);
    }
    if (description.protocol === protocol) {
      throw new MensuraError('conflict', `${productName} ${serial} is already in ${protocol.toUpperCase()} mode.`);
    }
    this.#logger.info(`changing ${productName} ${serial} to ${protocol.toUpperCase()} mode`);
    await owner.setProtocol(key, protocol);
  }

  #attach(source: DeviceSource, description: DeviceDescription): void {
    this.#claims.take(source, description);
    const id = keyText(description);
    const known = this.#devices.get(id);
    if (this.#claims.owner(id) !== source) this.#tellDuplicates(description);
    else if (!known) this.#add(description);
    else {
      known.describe(description, this.#clock.monotonic());
      this.#touch(description.family);
      this.#tellUnclear(description);
      this.events.emit('changed', known);
    }
  }

  #tellDuplicates(key: DeviceKey): void {
    for (const report of duplicateProblems(this.#claims.of(key))) this.raise(report);
  }

  #add(description: DeviceDescription): void {
    const device = new DeviceState(description, this.#clock.monotonic());
    this.#devices.set(keyText(description), device);
    this.#reshape(description.family);
    this.#logger.info(`connected ${description.productName} ${description.serial}`);
    this.#tellUnclear(description);
    this.events.emit('attached', device);
  }

  #tellUnclear(description: DeviceDescription): void {
    const problem = unclearColumnsProblem(description);
    if (problem) this.raise(problem);
    else this.clear(unclearColumnsOf(description));
  }

  #owned(source: DeviceSource, key: DeviceKey): DeviceState | undefined {
    const id = keyText(key);
    return this.#claims.owner(id) === source ? this.#devices.get(id) : undefined;
  }

  #sample(source: DeviceSource, moment: SampleSet): void {
    const device = this.#owned(source, moment);
    if (!device) return;
    const samples = device.sample(moment, this.#clock.monotonic());
    this.#readingsTotal += samples.length;
    this.#touch(moment.family);
    this.events.emit('readings', { device, at: moment.at, samples });
  }

  #passLate(source: DeviceSource, { absent, ...moment }: DeviceEvents['late']): void {
    const attached = this.#owned(source, moment);
    const device = attached ?? (absent && this.#absent(absent));
    if (!device) return;
    const samples = device.complete(moment.samples);
    this.events.emit('late', { device, at: moment.at, samples, isAttached: attached !== undefined });
  }

  /** A device that is not listed; undefined if another source owns its key. */
  #absent(description: DeviceDescription): DeviceState | undefined {
    if (this.#claims.owner(keyText(description)) !== undefined) return undefined;
    const device = this.#absentDevices.get(description) ?? new DeviceState(description, this.#clock.monotonic());
    this.#absentDevices.set(description, device);
    return device;
  }

  #reject(source: DeviceSource, key: DeviceKey): void {
    const device = this.#owned(source, key);
    if (device) device.rejected += 1;
  }

  #detach(source: DeviceSource, loss: DetachReason): void {
    const released = this.#claims.release(source, loss);
    if (!released) return;
    if (!released.spoke) {
      this.clear(duplicateOf(released.claim));
      return;
    }
    this.#devices.delete(keyText(loss));
    this.clear(unclearColumnsOf(loss));
    this.#reshape(loss.family);
    this.#logger.info(`disconnected ${loss.serial} (${loss.reason})`);
    this.events.emit('removed', loss);
    const [next] = this.#claims.of(loss);
    if (!next) return;
    this.clear(duplicateOf(next));
    this.#add(next.description);
    this.#tellDuplicates(loss);
  }

  #checkSilence(): void {
    const now = this.#clock.monotonic();
    for (const device of this.#devices.values()) {
      if (!device.checkSilence(now)) continue;
      this.#touch(device.description.family);
      this.#logger.warn(`no data from ${device.description.serial}`);
      this.events.emit('changed', device);
    }
  }

  #touch(family: Family): void {
    this.#revisions[family] += 1;
  }

  #reshape(family: Family): void {
    this.#touch(family);
    delete this.#sorted[family];
  }
}

function noSuchDevice({ family, serial }: DeviceKey): MensuraError {
  return new MensuraError('not-found', `No ${family} device with serial number ${serial}.`);
}

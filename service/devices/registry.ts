/** The connected devices and their current readings. Only drivers write to it, through their claims. */
import { FAMILIES, type Family, type Problem, type ProtocolName } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter } from '../support/emitter.ts';
import { errorClause, errorText, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { type CompleteSamples, DeviceState } from './device-state.ts';
import { type Claim, type DeviceClaims, type DeviceSource, Ownership, type OwnershipPolicy } from './ownership.ts';
import type { ProblemReport } from './problems.ts';
import { ActiveProblems } from './problems.ts';
import type {
  CorrectionSource,
  Correctors,
  DetachReason,
  DeviceDescription,
  DeviceKey,
  Sample,
  SampleSet,
} from './types.ts';
import { deviceKey } from './types.ts';
import { unclearColumnsOf, unclearColumnsProblem } from './unclear-columns.ts';

/** Time between two checks for silent devices, in milliseconds. */
const SILENCE_CHECK_MS = 250;

/** Listeners run inside the driver's call: they must be quick and defer long work. */
export interface RegistryEvents {
  attached: DeviceState;
  /** Description or state changed, without a reading. A silent device changes to state `silent`. */
  changed: DeviceState;
  /** @param uncorrected of the device's uncorrected channels; left out if there are none */
  readings: { device: DeviceState; at: number } & CompleteSamples;
  /**
   * Past readings, newer than any before. They do not change the current readings.
   * @param isAttached false if the device disconnected before they arrived
   */
  late: { device: DeviceState; at: number; isAttached: boolean } & CompleteSamples;
  removed: DetachReason;
  problem: Problem;
  cleared: Problem;
}

export interface RegistryOptions {
  clock: Clock;
  logger: Logger;
  /** Left out: nothing is corrected. */
  corrections?: CorrectionSource;
  /** The pressure at sea level of a device now, in pascals. Left out: the standard atmosphere's. */
  seaLevelPressure?: (key: DeviceKey) => number;
}

export class Registry {
  readonly events: Emitter<RegistryEvents>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #corrections: CorrectionSource | undefined;
  readonly #seaLevelPressure: RegistryOptions['seaLevelPressure'];
  readonly #devices = new Map<string, DeviceState>();
  /** Devices with late readings after they disconnected, for as long as the description is the same object. */
  readonly #absentDevices = new WeakMap<DeviceDescription, DeviceState>();
  readonly #ownership: Ownership;
  readonly #problems: ActiveProblems;
  readonly #revisions: Record<Family, number> = { usb: 0, gateway: 0, computed: 0 };
  readonly #sorted: Partial<Record<Family, readonly DeviceState[]>> = {};
  #readingsTotal = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ clock, logger, corrections, seaLevelPressure }: RegistryOptions) {
    this.#clock = clock;
    this.#corrections = corrections;
    this.#seaLevelPressure = seaLevelPressure;
    this.#logger = logger.child('registry');
    this.#problems = new ActiveProblems(clock);
    this.#ownership = new Ownership(
      {
        attached: (description) => this.#attach(description),
        readings: (owner, at, samples) => this.#sample(owner, at, samples),
        late: (set, absent) => this.#passLate(set, absent),
        rejected: (key) => this.#reject(key),
        detached: (loss) => this.#detach(loss),
        raise: (report) => this.raise(report),
        clear: (report) => this.clear(report),
      },
      clock,
    );
    this.events = new Emitter((error, event) =>
      this.#logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
    corrections?.events.on('changed', (key) => this.#correct(key));
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#checkSilence(), SILENCE_CHECK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Channel readings since startup. */
  get readingsTotal(): number {
    return this.#readingsTotal;
  }

  /** The claims through which a driver reports its devices and problems. The caller ends them. */
  connect<Source extends DeviceSource>(name: string, policy?: OwnershipPolicy<Source>): DeviceClaims<Source> {
    return this.#ownership.connect(name, policy);
  }

  /** The connected devices of a family, by serial number in code-unit order. The array is read-only. */
  list(family: Family): readonly DeviceState[] {
    return (this.#sorted[family] ??= [...this.#devices.values()]
      .filter(({ description }) => description.family === family)
      .toSorted((a, b) => (a.description.serial < b.description.serial ? -1 : 1)));
  }

  /** The connected devices of all families, each as `list` has them. */
  all(): DeviceState[] {
    return FAMILIES.flatMap((family) => this.list(family));
  }

  get(key: DeviceKey): DeviceState | undefined {
    return this.#devices.get(deviceKey(key));
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
    const owner = this.#sourceOf(key);
    if (!owner) throw noSuchDevice(key);
    await owner.setPeriod(key, periodMs);
  }

  /** Requires support by the device and by its driver. */
  canSwitchProtocol(key: DeviceKey): boolean {
    const description = this.get(key)?.description;
    const owner = this.#sourceOf(key);
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
    const owner = this.#sourceOf(key);
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

  #attach(description: DeviceDescription): void {
    const known = this.get(description);
    const device = known ?? this.#createState(description, this.#corrections?.current(description));
    if (known) {
      known.describe(description, this.#clock.monotonic());
      this.#touch(description.family);
    } else {
      this.#devices.set(deviceKey(description), device);
      this.#reshape(description.family);
      this.#logger.info(`connected ${description.productName} ${description.serial}`);
    }
    const problem = unclearColumnsProblem(description);
    if (problem) this.raise(problem);
    else this.clear(unclearColumnsOf(description));
    this.events.emit(known ? 'changed' : 'attached', device);
  }

  #createState(description: DeviceDescription, correctors?: Correctors): DeviceState {
    const { family, serial } = description;
    const read = this.#seaLevelPressure;
    return new DeviceState(description, this.#clock.monotonic(), correctors, read && (() => read({ family, serial })));
  }

  #sample({ id, description }: Pick<Claim, 'id' | 'description'>, at: number, samples: readonly Sample[]): void {
    const device = this.#devices.get(id);
    if (!device) return;
    const sampled = device.sample({ at, samples }, this.#clock.monotonic());
    this.#readingsTotal += sampled.samples.length + (sampled.uncorrected?.length ?? 0);
    this.#touch(description.family);
    // Empty if all of it must be computed here, of channels that are not in it.
    if (sampled.samples.length > 0) this.events.emit('readings', { device, at, ...sampled });
  }

  #passLate(set: SampleSet, absent?: DeviceDescription): void {
    const attached = this.get(set);
    const device = attached ?? (absent && this.#absent(absent));
    if (!device) return;
    const completed = device.completePast(set.samples, this.#corrections?.at(set, set.at));
    if (completed.samples.length === 0) return;
    this.events.emit('late', { device, at: set.at, isAttached: attached !== undefined, ...completed });
  }

  #correct(key: DeviceKey): void {
    const device = this.get(key);
    if (!device) return;
    device.correct(this.#corrections?.current(key));
    this.#touch(key.family);
    this.events.emit('changed', device);
  }

  #reject(key: DeviceKey): void {
    const device = this.get(key);
    if (device) device.rejected += 1;
  }

  #detach(loss: DetachReason): void {
    this.#devices.delete(deviceKey(loss));
    this.clear(unclearColumnsOf(loss));
    this.#reshape(loss.family);
    this.#logger.info(`disconnected ${loss.serial} (${loss.reason})`);
    this.events.emit('removed', loss);
  }

  #sourceOf(key: DeviceKey): DeviceSource | undefined {
    return this.#ownership.ownerOf(key)?.source;
  }

  /** A device that is not listed. */
  #absent(description: DeviceDescription): DeviceState {
    const device = this.#absentDevices.get(description) ?? this.#createState(description);
    this.#absentDevices.set(description, device);
    return device;
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

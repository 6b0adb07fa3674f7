import { PERIOD_MS, type ProtocolName } from '../../contract/index.ts';
import type { Claim, DeviceSource } from '../../devices/ownership.ts';
import type { ProblemReport } from '../../devices/problems.ts';
import type { DeviceKey } from '../../devices/types.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { CurrentProblem } from '../current-problem.ts';
import { RetryPolicy } from '../retry-policy.ts';
import { type PluggedDevice, UsbError, type UsbLink } from './bus.ts';
import { describeUsbDevice, placeOf, productNameOf, usbSerialOf } from './describe.ts';
import { createUsbLayout } from './layout.ts';
import type { UsbDriverOptions, UsbTiming } from './options.ts';
import { failureProblem, silentProblem, unknownProblem } from './problems.ts';
import type { ReplyRecord } from './reply-record.ts';
import type { SamplingPlan } from './sampler.ts';
import { UsbSession, type UsbSessionEnd } from './session.ts';

/** Timeout for opening a device, in milliseconds. */
const OPEN_TIMEOUT_MS = 5000;

/** Time for a device to start, and to get its permissions, after it is plugged in; in milliseconds. */
const SETTLE_MS = 1000;

export interface UsbSupervisorOptions extends Omit<UsbDriverOptions, 'bus' | 'onVcpDevices'> {
  device: PluggedDevice;
  timing: UsbTiming;
}

/**
 * Runs one plugged-in device until it is stopped: opens it, runs a session, and retries with growing pauses. The device
 * connects when it is identified, and stays connected until it is unplugged.
 */
export class UsbSupervisor implements DeviceSource {
  /** As in a sentence. */
  readonly where: string;
  readonly #options: UsbSupervisorOptions;
  readonly #problem: CurrentProblem;
  readonly #retries: RetryPolicy;
  /** By channel number: kept from one session to the next. */
  readonly #records = new Map<number, ReplyRecord>();
  /** The last period set, in milliseconds, and the one stored then: it is stored only after the device accepted it. */
  #lastPeriod: { periodMs: number; stored: number | undefined } | undefined;
  #stopped = false;
  #running: Promise<void> | undefined;
  #session: UsbSession | undefined;
  #claim: Claim | undefined;

  constructor(options: UsbSupervisorOptions) {
    const { device, devices, clock, timing } = options;
    this.where = `${placeOf(device.identity.connection)} (${productNameOf(device.identity)})`;
    this.#options = options;
    this.#problem = new CurrentProblem(devices);
    this.#retries = new RetryPolicy(clock, timing, SETTLE_MS);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Closes the device and disconnects it; the reason is a sentence. May be called twice. */
  async stop(reason: string): Promise<void> {
    this.#stopped = true;
    this.#retries.close();
    this.#session?.stop();
    this.#disconnect(reason);
    await this.#running;
  }

  /** As `stop`, after it was unplugged. */
  unplugged(): Promise<void> {
    return this.stop(this.#whyUnplugged);
  }

  /** Closes the device and opens it again at once; it stays connected. */
  reopen(): void {
    this.#session?.stop();
    this.#retries.hurry();
  }

  /** @throws MensuraError `instrument-failed` when no device is connected here */
  async setPeriod(_key: DeviceKey, periodMs: number): Promise<void> {
    const known = this.#claim?.description;
    if (!known) throw new MensuraError('instrument-failed', `No device connected at ${this.where}.`);
    this.#lastPeriod = { periodMs, stored: this.#options.periodOf(known) };
    this.#session?.setPeriod(periodMs);
    this.#claim = this.#options.devices.claim(this, { ...known, periodMs }, this.#claim);
  }

  /**
   * Switches the device to VCP mode and restarts it.
   * @throws MensuraError `instrument-failed` or `timeout` when the device did not accept it and continues as before;
   * `conflict` during an earlier switch, or for the current protocol
   */
  async setProtocol({ serial }: DeviceKey, protocol: ProtocolName): Promise<void> {
    if (protocol === 'usb') throw new MensuraError('conflict', `Device ${serial} is already in USB mode.`);
    if (!this.#session) {
      throw new MensuraError(
        'instrument-failed',
        `The device at ${this.where} is reconnecting. Try again when it is connected.`,
      );
    }
    await this.#session.switchToVcp();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        const link = await this.#open();
        if (this.#stopped) await link.close();
        else {
          const end = await this.#converse(link);
          // If it was unplugged while it closed, the end of its session is no problem.
          if (!this.#stopped) this.#afterSession(end);
        }
      } catch (error) {
        if (!this.#stopped) this.#afterFailure(error);
      }
      if (!this.#stopped) await this.#retries.wait();
    }
  }

  async #open(): Promise<UsbLink> {
    const { device, logger } = this.#options;
    const opening = device.open();
    try {
      return await withDeadline(opening, OPEN_TIMEOUT_MS, `Opening the device at ${this.where}`);
    } catch (error) {
      // After the timeout it may still open; then it must be closed.
      opening
        .then((late) => late.close())
        .catch((late: unknown) => logger.debug(`cannot open the device at ${this.where}: ${errorText(late)}`));
      throw error;
    }
  }

  async #converse(link: UsbLink): Promise<UsbSessionEnd> {
    const { clock, logger, timing } = this.#options;
    this.#session = new UsbSession({
      link,
      clock,
      logger,
      timing,
      listener: {
        introduced: (chips) => this.#connect(chips),
        silenceChanged: (channel, isSilent) => this.#logSilence(channel, isSilent),
        readings: ({ at, samples }) => {
          this.#retries.succeeded();
          this.#problem.set(undefined);
          this.#claim?.readings(at, samples);
        },
        rejected: () => this.#claim?.rejected(),
        unplugged: () => this.#disconnect(this.#whyUnplugged),
      },
    });
    try {
      return await this.#session.run();
    } finally {
      this.#session = undefined;
    }
  }

  #connect(chips: readonly number[]): SamplingPlan {
    const { device, devices } = this.#options;
    const { identity } = device;
    const layout = createUsbLayout({
      product: productNameOf(identity),
      manufacturer: identity.manufacturer,
      chips,
    });
    const key = { family: 'usb', serial: usbSerialOf(identity) } as const;
    const periodMs = this.#wantedPeriod(key) ?? this.#claim?.description.periodMs ?? PERIOD_MS.default;
    // It could be opened. Failures and silence end with the first reading.
    if (this.#problem.code === 'usb-permission' || this.#problem.code === 'usb-busy') this.#problem.set(undefined);
    this.#claim = devices.claim(this, describeUsbDevice(identity, layout, periodMs), this.#claim);
    return { layout, periodMs, records: this.#records };
  }

  /** The user's period, in milliseconds; undefined if there is none. */
  #wantedPeriod(key: DeviceKey): number | undefined {
    const stored = this.#options.periodOf(key);
    // The stored period has changed since: to this one, or by other means such as a restore.
    if (this.#lastPeriod?.stored !== stored) this.#lastPeriod = undefined;
    return this.#lastPeriod?.periodMs ?? stored;
  }

  #logSilence(channel: string, isSilent: boolean): void {
    const { logger, device, timing } = this.#options;
    const serial = usbSerialOf(device.identity);
    if (!isSilent) return logger.info(`${serial}: ${channel} responds again`);
    // With a second for the other channels, the longest transfer fits between two samplings.
    const enoughMs = timing.transferTimeoutMs + 1000;
    const isShort = (this.#claim?.description.periodMs ?? enoughMs) < enoughMs;
    const remedy = isShort ? ` (if its sensor is slow, set a sampling period of at least ${enoughMs / 1000} s)` : '';
    logger.warn(`${serial}: ${channel} stopped responding, other channels are still read${remedy}`);
  }

  get #whyUnplugged(): string {
    return this.#session?.isLeaving ? 'restarting in VCP mode' : 'unplugged';
  }

  #disconnect(reason: string): void {
    this.#problem.set(undefined);
    this.#claim?.release(reason);
    this.#claim = undefined;
  }

  #afterSession(end: UsbSessionEnd): void {
    const { identity } = this.#options.device;
    if (end.why === 'silent') this.#problem.set(silentProblem(identity));
    if (end.why === 'unknown') this.#failed(unknownProblem(identity, end.text));
    if (end.why === 'failed') this.#afterFailure(end.error);
  }

  #afterFailure(error: unknown): void {
    const { device, logger, udevRule } = this.#options;
    const isUsb = error instanceof UsbError;
    // It was unplugged, and the bus will soon report it; or it is being reset, and can be opened again.
    if (isUsb && error.failure === 'unplugged') return this.#disconnect(this.#whyUnplugged);
    logger.debug(`device at ${this.where} failed: ${errorText(error)}`, { error });
    this.#failed(failureProblem(device.identity, error, { platform: process.platform, udevRule }));
  }

  #failed(report: ProblemReport): void {
    const wasAttached = this.#claim !== undefined;
    if (this.#retries.failed(wasAttached)) this.#problem.set(report);
  }
}

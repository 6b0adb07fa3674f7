import { PERIOD_MS, type ProtocolName } from '../../contract/index.ts';
import type { Claim, DeviceSource } from '../../devices/ownership.ts';
import type { DeviceKey } from '../../devices/types.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { CurrentProblem } from '../current-problem.ts';
import type { DriverOptions } from '../driver.ts';
import { RetryPolicy } from '../retry-policy.ts';
import { describeDevice, serialOf } from './describe.ts';
import type { FoundPort, PortInfo, PortState, SerialTiming } from './options.ts';
import { classifyOpenError, openProblem, silentProblem, unstableProblem } from './port-problems.ts';
import { SerialSession, type SerialSessionEnd } from './session.ts';
import type { OpenSerialPort, SerialTransport } from './transport.ts';

/** Closings without a reading between them that cannot be a user plugging. */
const UNSTABLE_CLOSINGS = 3;

/** Time for a device to restart and reconnect after the command, in milliseconds. */
const RESTART_MS = 10_000;

/** A port to open. */
export interface PlannedPort extends Pick<PortInfo, 'path' | 'origin'> {
  /** The USB device of the port, if any. */
  found: FoundPort | undefined;
}

export interface PortSupervisorOptions extends PlannedPort, DriverOptions {
  openPort: OpenSerialPort;
  timing: SerialTiming;
}

/**
 * Runs one port until it is stopped: opens it, runs a session, and retries with growing pauses. Its device stays
 * connected while it is silent, and disconnects when the port closes or cannot be opened.
 */
export class PortSupervisor implements DeviceSource {
  readonly path: string;
  readonly found: FoundPort | undefined;
  /** A found port may later be added by hand, and removed again. */
  origin: PortInfo['origin'];
  readonly #options: PortSupervisorOptions;
  readonly #problem: CurrentProblem;
  readonly #retries: RetryPolicy;
  readonly #stopping = new AbortController();
  #state: PortState = 'opening';
  #session: SerialSession | undefined;
  /** Of the device identified on this port. */
  #claim: Claim | undefined;
  #running: Promise<void> | undefined;
  /** Until then its device restarts at a command and the port closes as expected; on the monotonic clock. */
  #restartsUntil = Number.NEGATIVE_INFINITY;
  /** Closings since the last reading. */
  #closings = 0;

  constructor(options: PortSupervisorOptions) {
    this.path = options.path;
    this.origin = options.origin;
    this.found = options.found;
    this.#options = options;
    this.#problem = new CurrentProblem(options.devices);
    this.#retries = new RetryPolicy(options.clock, options.timing);
  }

  get state(): PortState {
    return this.#state;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Closes the port and disconnects its device; the reason is a sentence. */
  async stop(reason: string): Promise<void> {
    this.#stopping.abort();
    this.#retries.close();
    this.#session?.stop();
    this.#disconnect(reason);
    this.#problem.set(undefined);
    await this.#running;
  }

  /** The system's ports changed: retries at once. */
  wake(): void {
    if (this.#state === 'missing' || this.#state === 'denied') this.#retries.hurry();
  }

  /** Closes the port and opens it again at once; its device stays connected. */
  reopen(): void {
    this.#session?.stop();
    this.#retries.hurry();
  }

  /** @throws MensuraError `timeout` or `instrument-failed` */
  async setPeriod(_key: DeviceKey, periodMs: number): Promise<void> {
    await this.#openSession().setPeriod(periodMs);
  }

  /**
   * Switches the device to the USB protocol and restarts it; its port then closes.
   * @throws MensuraError `instrument-failed` when the commands could not be sent; `conflict` during an earlier switch,
   * or for the current protocol
   */
  async setProtocol({ serial }: DeviceKey, protocol: ProtocolName): Promise<void> {
    if (protocol === 'vcp') throw new MensuraError('conflict', `Device ${serial} is already in VCP mode.`);
    const session = this.#openSession();
    if (this.#isRestarting)
      throw new MensuraError('conflict', 'The device is already changing mode. Wait until it has restarted.');
    this.#restartsUntil = Number.POSITIVE_INFINITY;
    try {
      await session.switchToUsb();
      this.#restartsUntil = this.#options.clock.monotonic() + RESTART_MS;
    } catch (error) {
      this.#restartsUntil = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  /** Why its device disconnected: an expected restart, or the given reason. */
  lossReason(otherwise: string): string {
    return this.#isRestarting ? 'restarting in USB mode' : otherwise;
  }

  get #isRestarting(): boolean {
    return this.#options.clock.monotonic() < this.#restartsUntil;
  }

  #openSession(): SerialSession {
    if (this.#session) return this.#session;
    throw new MensuraError('instrument-failed', `Port ${this.path} is reconnecting. Try again when it is connected.`);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const transport = await this.#open();
        if (transport && signal.aborted) await transport.close();
        else if (transport) await this.#afterSession(await this.#converse(transport));
      } catch (error) {
        if (!signal.aborted) await this.#afterFailure(error);
      }
      if (!signal.aborted) await this.#retries.wait();
    }
  }

  /** @returns undefined when it was stopped meanwhile */
  async #open(): Promise<SerialTransport | undefined> {
    const { openPort, timing, logger } = this.#options;
    const { signal } = this.#stopping;
    if (!this.#claim) this.#state = 'opening';
    const opening = openPort(this.path);
    const stopped = Promise.withResolvers<undefined>();
    const onStop = (): void => stopped.resolve(undefined);
    signal.addEventListener('abort', onStop);
    let transport: SerialTransport | undefined;
    try {
      transport = await withDeadline(
        Promise.race([opening, stopped.promise]),
        timing.openTimeoutMs,
        `Opening ${this.path}`,
      );
      return transport;
    } finally {
      signal.removeEventListener('abort', onStop);
      if (!transport) {
        // After the timeout it may still open; then it must be closed.
        opening
          .then((late) => late.close())
          .catch((error: unknown) => logger.debug(`cannot open ${this.path}: ${errorText(error)}`));
      }
    }
  }

  async #converse(transport: SerialTransport): Promise<SerialSessionEnd> {
    const { clock, logger, timing, devices, periodOf } = this.#options;
    const code = this.#problem.code;
    const stillOpen = code === 'port-silent' || (code === 'port-failed' && this.#closings >= UNSTABLE_CLOSINGS);
    if (!stillOpen) this.#problem.set(undefined);
    if (!this.#claim) this.#state = 'asking';
    this.#restartsUntil = Number.NEGATIVE_INFINITY;
    this.#session = new SerialSession({
      transport,
      clock,
      logger: logger.child(this.path),
      timing,
      manufacturer: this.found?.manufacturer ?? '',
      periodOf: (line) => {
        if (line === undefined) return PERIOD_MS.default;
        const known = this.#claim?.description;
        const serial = serialOf(line, this.path, this.found);
        const last = known?.serial === serial ? known.periodMs : undefined;
        return periodOf({ family: 'usb', serial }) ?? last ?? PERIOD_MS.default;
      },
      listener: {
        identified: (device) => {
          this.#state = 'attached';
          this.#claim = devices.claim(this, describeDevice(device, this.path, this.found), this.#claim);
        },
        readings: (at, samples) => {
          this.#retries.succeeded();
          this.#closings = 0;
          this.#state = 'attached';
          this.#problem.set(undefined);
          this.#claim?.readings(at, samples);
        },
        rejected: () => this.#claim?.rejected(),
      },
    });
    try {
      return await this.#session.run();
    } finally {
      this.#session = undefined;
    }
  }

  async #afterSession(end: SerialSessionEnd): Promise<void> {
    const { logger } = this.#options;
    if (end.why === 'closed') {
      if (!this.#isRestarting) this.#closings += 1;
      const unstable = this.#closings >= UNSTABLE_CLOSINGS;
      this.#state = unstable ? 'failed' : 'opening';
      this.#raise(unstable ? unstableProblem(this.path, end.error) : undefined);
      this.#disconnect(this.lossReason(`port ${this.path} closed`));
      logger.debug(`port ${this.path} closed`, { error: end.error });
    }
    if (end.why === 'changed') logger.info(`device on ${this.path} changed`);
    if (end.why === 'silent') {
      this.#state = 'silent';
      const serial = this.#claim?.description.serial;
      this.#raise(await silentProblem(this.path, serial, end.bytes));
    }
  }

  async #afterFailure(error: unknown): Promise<void> {
    const failure = classifyOpenError(error);
    this.#state = failure;
    this.#disconnect(`cannot reopen port ${this.path}`);
    // A missing found port is no problem: it was unplugged, and the next search removes it.
    const isRemoved = failure === 'missing' && this.origin === 'found';
    const isRestarting = this.#isRestarting && (failure === 'missing' || failure === 'failed');
    if (isRemoved || isRestarting) this.#problem.set(undefined);
    else this.#raise(await openProblem(this.path, failure, error));
  }

  #disconnect(reason: string): void {
    this.#claim?.release(reason);
    this.#claim = undefined;
  }

  #raise(report: Parameters<CurrentProblem['set']>[0]): void {
    if (!this.#stopping.signal.aborted) this.#problem.set(report);
  }
}

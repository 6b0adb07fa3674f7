import { setTimeout as pause } from 'node:timers/promises';
import { PERIOD_MS, type ProtocolName } from '../../contract/index.ts';
import type { Claim, DeviceClaims, DeviceSource } from '../../devices/ownership.ts';
import type { DeviceKey } from '../../devices/types.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { CurrentProblem } from '../current-problem.ts';
import { describeDevice, serialOf } from './describe.ts';
import { ExpectedRestart } from './expected-restart.ts';
import type { FoundPort, PortInfo, PortState, SerialDriverOptions, SerialTiming } from './options.ts';
import { classifyOpenError, type OpenFailure, openProblem, silentProblem, unstableProblem } from './port-problems.ts';
import { SerialSession, type SerialSessionEnd } from './session.ts';
import type { OpenSerialPort, SerialTransport } from './transport.ts';

/** Closings without a reading between them that cannot be a user plugging. */
const UNSTABLE_CLOSINGS = 3;

export interface PortSupervisorOptions extends Pick<SerialDriverOptions, 'clock' | 'logger' | 'periodOf'> {
  path: string;
  origin: PortInfo['origin'];
  /** The USB device of the port, if any. */
  found: FoundPort | undefined;
  openPort: OpenSerialPort;
  timing: SerialTiming;
  devices: DeviceClaims;
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
  readonly #restart: ExpectedRestart;
  readonly #stopping = new AbortController();
  #state: PortState = 'opening';
  #session: SerialSession | undefined;
  /** Of the device identified on this port. */
  #claim: Claim | undefined;
  #running: Promise<void> | undefined;
  #napping: AbortController | undefined;
  #retryMs: number;
  /** Closings since the last reading. */
  #closings = 0;

  constructor(options: PortSupervisorOptions) {
    this.path = options.path;
    this.origin = options.origin;
    this.found = options.found;
    this.#options = options;
    this.#problem = new CurrentProblem(options.devices);
    this.#restart = new ExpectedRestart(options.clock);
    this.#retryMs = options.timing.retryMinMs;
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
    this.#session?.stop();
    this.#disconnect(reason);
    this.#problem.set(undefined);
    await this.#running;
  }

  /** The system's ports changed: retries at once. */
  wake(): void {
    if (this.#state !== 'missing' && this.#state !== 'denied') return;
    this.#retryMs = this.#options.timing.retryMinMs;
    this.#napping?.abort();
  }

  /** Closes the port and opens it again at once; its device stays connected. */
  reopen(): void {
    this.#retryMs = this.#options.timing.retryMinMs;
    this.#session?.stop();
    this.#napping?.abort();
  }

  /** @throws MensuraError `timeout` or `instrument-failed` */
  async setPeriod(_key: DeviceKey, periodMs: number): Promise<void> {
    if (!this.#session)
      throw new MensuraError('instrument-failed', `Port ${this.path} is reconnecting. Try again when it is connected.`);
    await this.#session.setPeriod(periodMs);
  }

  /**
   * Switches the device to the USB protocol and restarts it; its port then closes.
   * @throws MensuraError `instrument-failed` when the commands could not be sent; `conflict` during an earlier switch,
   * or for the current protocol
   */
  async setProtocol({ serial }: DeviceKey, protocol: ProtocolName): Promise<void> {
    if (protocol === 'vcp') throw new MensuraError('conflict', `Device ${serial} is already in VCP mode.`);
    if (!this.#session)
      throw new MensuraError('instrument-failed', `Port ${this.path} is reconnecting. Try again when it is connected.`);
    if (this.#restart.expected)
      throw new MensuraError('conflict', 'The device is already changing mode. Wait until it has restarted.');
    this.#restart.start();
    try {
      await this.#session.switchToUsb();
      this.#restart.reported();
    } catch (error) {
      this.#restart.clear();
      throw error;
    }
  }

  /** Why its device disconnected: an expected restart, or the given reason. */
  lossReason(otherwise: string): string {
    return this.#restart.expected ? 'restarting in USB mode' : otherwise;
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
      if (!signal.aborted) await this.#nap();
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
    this.#restart.clear();
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
          this.#retryMs = timing.retryMinMs;
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
      if (!this.#restart.expected) this.#closings += 1;
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
      this.#raise(await silentProblem({ path: this.path, serial, bytes: end.bytes }));
    }
  }

  async #afterFailure(error: unknown): Promise<void> {
    const failure = classifyOpenError(error);
    this.#state = STATES[failure];
    this.#disconnect(`cannot reopen port ${this.path}`);
    // A missing found port is no problem: it was unplugged, and the next search removes it.
    const isRemoved = failure === 'missing' && this.origin === 'found';
    const isRestarting = this.#restart.expected && (failure === 'missing' || failure === 'failed');
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

  /** Each pause is longer. */
  async #nap(): Promise<void> {
    this.#napping = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, this.#napping.signal]);
    const ms = this.#retryMs;
    this.#retryMs = Math.min(2 * ms, this.#options.timing.retryMaxMs);
    // An aborted pause means that a retry was requested.
    await pause(ms, undefined, { signal }).catch(() => {});
    this.#napping = undefined;
  }
}

const STATES: Readonly<Record<OpenFailure, PortState>> = {
  busy: 'busy',
  denied: 'denied',
  missing: 'missing',
  failed: 'failed',
};

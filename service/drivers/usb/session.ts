import type { Clock } from '../../support/clock.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorClause, errorText, MensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { TaskQueue } from '../../support/task-queue.ts';
import { isUnused } from '../protocol/chips.ts';
import {
  channelCountCommand,
  chipIdCommand,
  resetCommand,
  setProtocolCommand,
  type UsbCommand,
} from '../protocol/usb-frames.ts';
import { SilenceDetector } from '../silence-detector.ts';
import { UsbError, type UsbLink } from './bus.ts';
import { COMMAND_ERRORS, type CommandError, CommandLink, requestTwice } from './command-link.ts';
import type { UsbTiming } from './options.ts';
import { type SampleResult, Sampler, type SamplingPlan } from './sampler.ts';
import { SamplingTimer } from './sampling-timer.ts';

/** More channels are implausible: known devices have at most about a dozen. */
const MAX_CHANNELS = 64;

/** The device did not identify itself, or with invalid data. The message is a clause. */
export class IdentificationError extends Error {}

/**
 * Reads the chips of a device, by channel number (docs/hardware.md#usb-commands). Requests everything twice.
 * @throws IdentificationError when one request fails; then nothing is known
 * @throws UsbError when the connection fails
 */
export async function identifyDevice(link: Pick<CommandLink, 'request'>): Promise<readonly number[]> {
  const [count = 0] = await identify(link, channelCountCommand());
  if (count === 0 || count > MAX_CHANNELS) throw new IdentificationError(`invalid channel count ${count}`);
  const chips: number[] = [];
  for (let channel = 0; channel < count; channel += 1) {
    const [chip = 0xff] = await identify(link, chipIdCommand(channel));
    chips.push(chip);
  }
  if (chips.every(isUnused)) throw new IdentificationError('no channels in use');
  return chips;
}

async function identify(link: Pick<CommandLink, 'request'>, command: UsbCommand): Promise<Uint8Array> {
  const reply = await requestTwice(link, command);
  if ('data' in reply) return reply.data;
  const text = COMMAND_ERRORS[reply.fault];
  throw new IdentificationError(
    reply.fault === 'inconsistent' ? `${text} for ${command.name}` : `${command.name}: ${text}`,
  );
}

/** Timeout for closing a device, in milliseconds. */
const CLOSE_TIMEOUT_MS = 5000;

/** Periods without a reply, at least `silenceMs`, before the device is opened again. */
const SILENT_PERIODS = 10;

export type UsbSessionEnd =
  | { why: 'unplugged' }
  /** It did not reply for too long. */
  | { why: 'silent' }
  /** It did not identify itself, or with invalid data; `text` is a clause. */
  | { why: 'unknown'; text: string }
  | { why: 'failed'; error: unknown }
  | { why: 'stopped' };

/** Most tasks of one device: the sampling itself, and users' requests. */
const MAX_TASKS = 16;

function busyError(): MensuraError {
  const text = `The device is busy with ${MAX_TASKS} earlier requests. Try again when they have ended.`;
  return new MensuraError('instrument-failed', text);
}

export interface UsbSessionListener {
  /** The device was identified, by the chips of its channels. */
  introduced(chips: readonly number[]): SamplingPlan;
  /** A sample set; only after `introduced`. */
  readings(sampleSet: SampleResult): void;
  /** A channel stopped replying while others continue, or replies again. */
  silenceChanged(channel: string, isSilent: boolean): void;
  /** A damaged reply came. */
  rejected(): void;
  /** It was unplugged. Called at once, before the session has ended. */
  unplugged(): void;
}

export interface UsbSessionOptions {
  link: UsbLink;
  clock: Clock;
  logger: Logger;
  timing: UsbTiming;
  listener: UsbSessionListener;
}

/** One open device from its opening to its end: identifies it, then reads it. Used once. */
export class UsbSession {
  readonly #options: UsbSessionOptions;
  readonly #commands: CommandLink;
  readonly #silence: SilenceDetector;
  readonly #tasks = new TaskQueue({ limit: MAX_TASKS, full: busyError });
  readonly #ended = Promise.withResolvers<UsbSessionEnd>();
  #metronome: SamplingTimer | undefined;
  #sampler: Sampler | undefined;
  #isEnded = false;
  /** It was commanded to restart, and is no longer read. */
  #leaving = false;

  constructor(options: UsbSessionOptions) {
    const { link, clock, logger, timing, listener } = options;
    this.#options = options;
    this.#silence = new SilenceDetector(clock, () => this.#finish({ why: 'silent' }));
    this.#commands = new CommandLink({
      link,
      timing,
      clock,
      received: () => this.#silence.received(),
      rejected: ({ name }, fault) => {
        logger.debug(`reply for ${name} rejected (${COMMAND_ERRORS[fault]})`);
        if (!this.#isEnded) listener.rejected();
      },
    });
  }

  /** Resolves at the end of the session, when the device is closed. */
  async run(): Promise<UsbSessionEnd> {
    const { link, logger, timing } = this.#options;
    this.#silence.start(timing.silenceMs);
    const work = this.#work().catch((error: unknown) => this.#fail(error));
    const end = await this.#ended.promise;
    this.#silence.stop();
    this.#metronome?.stop();
    this.#commands.close();
    await work;
    await withDeadline(link.close(), CLOSE_TIMEOUT_MS, 'Closing the device').catch((error: unknown) =>
      logger.warn(errorText(error)),
    );
    return end;
  }

  /** Whether the device was commanded to restart, so that its unplugging is expected. */
  get isLeaving(): boolean {
    return this.#leaving;
  }

  stop(): void {
    this.#finish({ why: 'stopped' });
  }

  /** In milliseconds, from now on. */
  setPeriod(periodMs: number): void {
    this.#metronome?.setPeriod(periodMs);
    this.#sampler?.setPeriod(periodMs);
    if (!this.#isEnded && !this.#leaving) this.#silence.start(this.#silenceLimit(periodMs));
  }

  /**
   * Switches the device to VCP mode and restarts it (docs/hardware.md#usb-and-vcp-mode), only at the user's request.
   * @throws MensuraError `instrument-failed` or `timeout` when the device did not accept it, and reading continues;
   * `conflict` during an earlier switch
   */
  switchToVcp(): Promise<void> {
    return this.#tasks.run(async () => {
      if (this.#leaving)
        throw new MensuraError('conflict', 'The device is already changing mode. Wait until it has restarted.');
      if (this.#isEnded)
        throw new MensuraError('instrument-failed', 'The device is reconnecting. Try again when it is connected.');
      try {
        const reply = await this.#commands.request(setProtocolCommand('vcp'));
        if ('fault' in reply) throw switchError(reply.fault);
        this.#leaving = true;
        this.#metronome?.stop();
        // A device that did not restart is opened again.
        if (!this.#isEnded) this.#silence.start(this.#options.timing.silenceMs);
        // The device restarts without a reply, so the result means nothing.
        await this.#commands.request(resetCommand(), { attempts: 1 });
      } catch (error) {
        if (!(error instanceof UsbError)) throw error;
        // Other errors of a restarting device are caused by its restart.
        if (!this.#leaving || error.failure === 'unplugged') this.#fail(error);
        if (!this.#leaving)
          throw new MensuraError('instrument-failed', `Device error: ${errorClause(error)}.`, { cause: error });
      }
    });
  }

  #silenceLimit(periodMs: number): number {
    return Math.max(SILENT_PERIODS * periodMs, this.#options.timing.silenceMs);
  }

  async #work(): Promise<void> {
    const { clock, listener, timing } = this.#options;
    const chips = await identifyDevice(this.#commands);
    if (this.#isEnded) return;
    const plan = listener.introduced(chips);
    const sampler = new Sampler({
      ...plan,
      link: this.#commands,
      clock,
      maxRetryMs: timing.transferTimeoutMs,
      silenceChanged: (channel, isSilent) => listener.silenceChanged(channel, isSilent),
    });
    this.#sampler = sampler;
    const metronome = new SamplingTimer(clock, plan.periodMs);
    this.#metronome = metronome;
    this.#silence.start(this.#silenceLimit(plan.periodMs));
    for (;;) {
      const due = await metronome.next((samplingAt) => sampler.retryAt(samplingAt));
      if (due === undefined) return;
      await this.#tasks.run(() => (due === 'tick' ? this.#sample(sampler) : this.#retry(sampler, metronome.due)));
    }
  }

  async #sample(sampler: Sampler): Promise<void> {
    if (this.#isEnded || this.#leaving) return;
    const sampleSet = await sampler.sample();
    if (sampleSet && !this.#isEnded) this.#options.listener.readings(sampleSet);
  }

  async #retry(sampler: Sampler, samplingAt: number): Promise<void> {
    if (!this.#isEnded && !this.#leaving) await sampler.retry(samplingAt);
  }

  #fail(error: unknown): void {
    if (error instanceof UsbError && error.failure === 'unplugged') this.#finish({ why: 'unplugged' });
    else if (error instanceof IdentificationError) this.#finish({ why: 'unknown', text: error.message });
    else this.#finish({ why: 'failed', error });
  }

  #finish(end: UsbSessionEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (end.why === 'unplugged') this.#options.listener.unplugged();
    this.#ended.resolve(end);
  }
}

function switchError(fault: CommandError): MensuraError {
  const isTimeout = fault === 'timeout';
  const what = isTimeout ? 'respond to the change to VCP mode' : `change to VCP mode: ${COMMAND_ERRORS[fault]}`;
  const text = `The device did not ${what}. Try again. If that does not help, unplug it and plug it in again.`;
  return new MensuraError(isTimeout ? 'timeout' : 'instrument-failed', text);
}

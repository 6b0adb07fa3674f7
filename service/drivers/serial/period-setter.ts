import type { Clock } from '../../support/clock.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { pollCommand } from '../protocol/commands.ts';
import type { CommandChannel } from './command-channel.ts';

/** Intervals between data lines that must agree to prove a period. */
const INTERVALS = 4;

/** Largest deviation of a measured interval from its period, as a share of it. */
const TOLERANCE = 0.2;

/** Attempts to restore the old period after a failed change. */
const RESTORE_TRIES = 5;

export interface PeriodSetterOptions {
  commands: Pick<CommandChannel, 'request'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Changes a device's sampling period so that the reported period is the real one. A device may accept a period without
 * a reply, so the interval of its data lines decides. If they do not show the new period, the old one is restored.
 */
export class PeriodSetter {
  readonly #commands: PeriodSetterOptions['commands'];
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** When the newest data lines arrived, on the monotonic clock. */
  #arrivals: number[] = [];
  /** Changes in progress or waiting. */
  #underWay = 0;
  #restore: { periodMs: number; triesLeft: number; underWay: boolean } | undefined;

  constructor({ commands, clock, logger }: PeriodSetterOptions) {
    this.#commands = commands;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Call for each data line. */
  received(): void {
    this.#arrivals.push(this.#clock.monotonic());
    if (this.#arrivals.length > INTERVALS + 1) this.#arrivals.shift();
    void this.#setOldAgain();
  }

  /**
   * Resolves when the device samples at `to`, in milliseconds. Concurrent changes take effect in order.
   * @param current returns the known period, in milliseconds; called after a failure, because an earlier change may
   * have succeeded by then
   * @throws MensuraError `timeout` or `instrument-failed`; the device keeps `current`, or a later change's period
   */
  async change(current: () => number, to: number): Promise<void> {
    this.#restore = undefined;
    this.#arrivals = [];
    this.#underWay += 1;
    try {
      await this.#sendPeriod(current, to);
      this.#restore = undefined;
    } catch (error) {
      this.#restore = { periodMs: current(), triesLeft: RESTORE_TRIES, underWay: false };
      throw error;
    } finally {
      this.#underWay -= 1;
      void this.#setOldAgain();
    }
  }

  async #sendPeriod(current: () => number, to: number): Promise<void> {
    try {
      await this.#commands.request(pollCommand(to));
    } catch (error) {
      if (!this.#shows(to, current())) throw error;
    }
  }

  /** Whether the data lines match one period rather than the other. */
  #shows(periodMs: number, other: number): boolean {
    if (this.#arrivals.length <= INTERVALS) return false;
    const intervals = this.#arrivals.slice(1).map((at, index) => at - (this.#arrivals[index] ?? at));
    const middle = intervals.toSorted((a, b) => a - b)[Math.floor(INTERVALS / 2)] ?? 0;
    const off = Math.abs(middle - periodMs);
    return off <= TOLERANCE * periodMs && off < Math.abs(middle - other);
  }

  /** Waits for the last requested change, which may succeed. */
  async #setOldAgain(): Promise<void> {
    const restore = this.#restore;
    if (!restore || restore.underWay || this.#underWay > 0) return;
    restore.underWay = true;
    restore.triesLeft -= 1;
    try {
      await this.#commands.request(pollCommand(restore.periodMs));
    } catch (error) {
      this.#logger.debug(`cannot restore the sampling period of ${restore.periodMs} ms: ${errorText(error)}`);
      restore.underWay = false;
      if (restore.triesLeft > 0) return;
    }
    // A different value is a newer change's.
    if (this.#restore === restore) this.#restore = undefined;
  }
}

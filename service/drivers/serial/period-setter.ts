import type { Clock } from '../../support/clock.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { pollCommand } from '../protocol/commands.ts';
import type { CommandChannel } from './command-channel.ts';

/** How many intervals between data lines must agree before they tell a period. */
const INTERVALS = 4;

/** How far a measured interval may be from the period it stands for, as a share of it. */
const TOLERANCE = 0.2;

/** How often the old period is set again after a change that failed. */
const RESTORE_TRIES = 5;

export interface PeriodSetterOptions {
  commands: Pick<CommandChannel, 'ask'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Changes an instrument's sampling period so that what is told is what it does. An instrument may take a period without
 * saying so, or say nothing because the line failed: the rhythm of its data lines decides, and where that does not show
 * the new period, the old one is set again.
 */
export class PeriodSetter {
  readonly #commands: PeriodSetterOptions['commands'];
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** When the newest data lines came, on the monotonic clock. */
  #arrivals: number[] = [];
  /** Changes that wait for their turn or their answer. */
  #underWay = 0;
  #restore: { periodMs: number; triesLeft: number; underWay: boolean } | undefined;

  constructor({ commands, clock, logger }: PeriodSetterOptions) {
    this.#commands = commands;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** A data line came. */
  heard(): void {
    this.#arrivals.push(this.#clock.monotonic());
    if (this.#arrivals.length > INTERVALS + 1) this.#arrivals.shift();
    void this.#setOldAgain();
  }

  /**
   * Resolves when the instrument samples at `to`, in milliseconds. Several at a time take effect in the order they were
   * asked for.
   * @param current what it is known to sample at, in milliseconds: asked when the change failed, since an earlier one
   * may have come through meanwhile
   * @throws MensuraError `timeout` or `instrument-failed`; it goes on at `current` then, or as a later change wants it
   */
  async change(current: () => number, to: number): Promise<void> {
    this.#restore = undefined;
    this.#arrivals = [];
    this.#underWay += 1;
    try {
      await this.#ask(current, to);
      this.#restore = undefined;
    } catch (error) {
      this.#restore = { periodMs: current(), triesLeft: RESTORE_TRIES, underWay: false };
      throw error;
    } finally {
      this.#underWay -= 1;
      void this.#setOldAgain();
    }
  }

  async #ask(current: () => number, to: number): Promise<void> {
    try {
      await this.#commands.ask(pollCommand(to));
    } catch (error) {
      if (!this.#shows(to, current())) throw error;
    }
  }

  /** Whether the data lines keep the one period rather than the other. */
  #shows(periodMs: number, other: number): boolean {
    if (this.#arrivals.length <= INTERVALS) return false;
    const intervals = this.#arrivals.slice(1).map((at, index) => at - (this.#arrivals[index] ?? at));
    const middle = intervals.toSorted((a, b) => a - b)[Math.floor(INTERVALS / 2)] ?? 0;
    const off = Math.abs(middle - periodMs);
    return off <= TOLERANCE * periodMs && off < Math.abs(middle - other);
  }

  /** Not before the last change that was asked for is over: it may be the one that holds. */
  async #setOldAgain(): Promise<void> {
    const restore = this.#restore;
    if (!restore || restore.underWay || this.#underWay > 0) return;
    restore.underWay = true;
    restore.triesLeft -= 1;
    try {
      await this.#commands.ask(pollCommand(restore.periodMs));
    } catch (error) {
      this.#logger.debug(`cannot restore the sampling period of ${restore.periodMs} ms: ${errorText(error)}`);
      restore.underWay = false;
      if (restore.triesLeft > 0) return;
    }
    // A newer change has taken over where it is not this one any more.
    if (this.#restore === restore) this.#restore = undefined;
  }
}

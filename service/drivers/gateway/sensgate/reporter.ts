import type { Clock } from '../../../support/clock.ts';
import { counted } from '../../../support/counted.ts';
import { errorClause } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { Failure } from './failure.ts';

/** Number of failures remembered as logged. */
const MAX_REPORTED = 20;

/** After this time without a failure, a known one is logged again: in milliseconds. */
const STEADY_MS = 60_000;

/** Logs changes: the first failure of each sort and its end, not every response of an unstable gateway. */
export class Reporter {
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #reported = new Set<string>();
  /** The last log line was not about success. */
  #isOpen = true;
  #isCutReported = false;
  /** The last failure, or the start; on the monotonic clock. */
  #failedAt: number;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
    this.#failedAt = clock.monotonic();
  }

  /**
   * @param devices number of connected devices
   * @param isCut parts of the response were not searched
   */
  good(devices: number, isCut: boolean): void {
    if (this.#isOpen) this.#logger.info(`connected (${counted(devices, 'device')})`);
    this.#isOpen = false;
    if (isCut && !this.#isCutReported) this.#logger.warn('response too large; the rest is ignored');
    this.#isCutReported ||= isCut;
    if (this.#clock.monotonic() - this.#failedAt >= STEADY_MS) this.#reported.clear();
  }

  failed({ text, remedy }: Failure): void {
    this.#failedAt = this.#clock.monotonic();
    if (this.#reported.has(text)) return;
    this.#logger.warn(`request failed: ${errorClause(`${text} ${remedy}`)}`);
    this.#isOpen = true;
    // Limits memory if the text of a failure varies each time; it is then logged again.
    if (this.#reported.size >= MAX_REPORTED) this.#reported.clear();
    this.#reported.add(text);
  }
}

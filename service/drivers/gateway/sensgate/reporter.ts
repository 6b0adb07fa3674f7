import type { Clock } from '../../../support/clock.ts';
import { counted } from '../../../support/counted.ts';
import { errorClause } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { Failure } from './failure.ts';

/** How many failures are remembered as told. */
const MAX_REPORTED = 20;

/** After so long without a failure the next one is news, though it was told before: in milliseconds. */
const STEADY_MS = 60_000;

/** Logs what changes: the first failure of a kind and the end of it, not every answer of a gateway that comes and goes. */
export class Reporter {
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #reported = new Set<string>();
  /** What was logged last is not that it answers. */
  #isOpen = true;
  #isCutReported = false;
  /** When it failed last, or was started; on the monotonic clock. */
  #failedAt: number;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
    this.#failedAt = clock.monotonic();
  }

  /** @param instruments how many are there @param isCut parts of the answer were not looked at */
  good(instruments: number, isCut: boolean): void {
    if (this.#isOpen) this.#logger.info(`connected (${counted(instruments, 'device')})`);
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
    // A cause in other words each time must not fill the memory: then it is told again.
    if (this.#reported.size >= MAX_REPORTED) this.#reported.clear();
    this.#reported.add(text);
  }
}

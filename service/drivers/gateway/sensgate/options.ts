import type { Clock } from '../../../support/clock.ts';
import type { Logger } from '../../../support/logger.ts';

/** Times of the adapter, in milliseconds. */
export interface SensgateTiming {
  /** How long a gateway may take to answer at least, 10 or more; 5000. Two sampling periods where they are longer. */
  answerMinMs: number;
  /** How long a gateway may take to answer at most, `answerMinMs` or more; 10000. */
  answerMaxMs: number;
  /** The longest pause after a failure, 10 or more; 30000. Never shorter than the sampling period. */
  retryMaxMs: number;
  /** For how long instruments stay while their gateway does not answer, 10 or more; 10000. Three periods where longer. */
  silenceMs: number;
}

export const DEFAULT_TIMING: SensgateTiming = {
  answerMinMs: 5000,
  answerMaxMs: 10_000,
  retryMaxMs: 30_000,
  silenceMs: 10_000,
};

export interface SensgateOptions {
  clock: Clock;
  logger: Logger;
  timing?: Partial<SensgateTiming>;
  /** A number from 0 to 1; `Math.random` unless given. */
  random?: () => number;
}

/** The largest answer that is read, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

/** The most instruments behind one gateway. */
export const MAX_INSTRUMENTS = 256;

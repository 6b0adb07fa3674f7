/** When a gateway is asked, and for how long it is waited for: pure. All times are milliseconds. */
import { backoffDelay, withJitter } from '../../../support/backoff.ts';
import type { SensgateTiming } from './options.ts';

/** How long the answer to one question may take. */
export function responseTimeout(periodMs: number, { answerMinMs, answerMaxMs }: SensgateTiming): number {
  return Math.min(Math.max(2 * periodMs, answerMinMs), answerMaxMs);
}

/** How long instruments stay while their gateway does not answer. */
export function silenceLimit(periodMs: number, { silenceMs }: SensgateTiming): number {
  return Math.max(3 * periodMs, silenceMs);
}

/**
 * The next moment on the grid of the period. Moments that passed while the last question ran are left out, never made
 * up for.
 * @param due the moment that the last question was due, on the clock of `now`
 */
export function nextPollTime(due: number, now: number, periodMs: number): number {
  const passed = Math.max(0, Math.floor((now - due) / periodMs));
  return due + (passed + 1) * periodMs;
}

/**
 * The pause after a failure: a random moment between half of the step and the whole of it, so that many questions do
 * not come at once. The step is the period first, and doubles with every failure.
 * @param failures in a row, 1 or more
 * @param random a number from 0 to 1
 */
export function retryDelay(periodMs: number, failures: number, random: number, timing: SensgateTiming): number {
  const range = { firstMs: periodMs, longestMs: Math.max(timing.retryMaxMs, periodMs) };
  return withJitter(backoffDelay(range, failures), random);
}

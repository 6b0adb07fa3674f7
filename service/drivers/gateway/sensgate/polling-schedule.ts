/** When a gateway is polled, and the timeouts: pure. All times are milliseconds. */
import { backoffDelay, withJitter } from '../../../support/backoff.ts';
import type { SensgateTiming } from './options.ts';

export function responseTimeout(periodMs: number, { responseMinMs, responseMaxMs }: SensgateTiming): number {
  return Math.min(Math.max(2 * periodMs, responseMinMs), responseMaxMs);
}

/** How long devices stay connected while their gateway does not respond. */
export function silenceLimit(periodMs: number, { silenceMs }: SensgateTiming): number {
  return Math.max(3 * periodMs, silenceMs);
}

/**
 * The next time on the grid of the period. Times that passed during the last request are skipped.
 * @param due when the last request was due, on the clock of `now`
 */
export function nextPollTime(due: number, now: number, periodMs: number): number {
  const passed = Math.max(0, Math.floor((now - due) / periodMs));
  return due + (passed + 1) * periodMs;
}

/**
 * The pause after a failure: random between half of the step and all of it, so that many requests do not come at once.
 * The step starts with the period and doubles with every failure.
 * @param failures in a row, from 1
 * @param random a number from 0 to 1
 */
export function retryDelay(periodMs: number, failures: number, random: number, timing: SensgateTiming): number {
  const range = { firstMs: periodMs, longestMs: Math.max(timing.retryMaxMs, periodMs) };
  return withJitter(backoffDelay(range, failures), random);
}

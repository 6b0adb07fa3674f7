/** What can be typed as a sampling period. */
import { formatCount } from '../../data/format/numbers.ts';

/** The bounds of the service (contract of the app API), in milliseconds. */
export const MIN_PERIOD_MS = 100;
export const MAX_PERIOD_MS = 60_000;

export interface CheckedPeriod {
  /** In milliseconds, null where the text is no period. */
  period: number | null;
  /** Why it is none, empty where it is one. */
  problem: string;
}

/** Reads a period that a user typed, in milliseconds. */
export function checkPeriod(text: string): CheckedPeriod {
  const bounds = `from ${formatCount(MIN_PERIOD_MS)} to ${formatCount(MAX_PERIOD_MS)}`;
  const trimmed = text.trim();
  if (trimmed === '') return { period: null, problem: `Give the period in milliseconds, ${bounds}.` };
  if (!/^\d+$/.test(trimmed))
    return { period: null, problem: `A period is a whole number of milliseconds, ${bounds}.` };
  const period = Number(trimmed);
  if (period < MIN_PERIOD_MS || period > MAX_PERIOD_MS) {
    return { period: null, problem: `A period is ${bounds} milliseconds.` };
  }
  return { period, problem: '' };
}

import { invalidPeriod } from '../../data/devices/labels.ts';
import { formatPeriod } from '../../data/format/numbers.ts';

/** The limits of the app API. */
export const MIN_PERIOD_MS = 100;
export const MAX_PERIOD_MS = 60_000;

export interface CheckedPeriod {
  /** In milliseconds; null for invalid text. */
  period: number | null;
  /** Why the text is invalid; empty otherwise. */
  problem: string;
}

/** Parses a sampling period typed in milliseconds. */
export function checkPeriod(text: string): CheckedPeriod {
  const trimmed = text.trim();
  const period = /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (period >= MIN_PERIOD_MS && period <= MAX_PERIOD_MS) return { period, problem: '' };
  return { period: null, problem: invalidPeriod(`${formatPeriod(MIN_PERIOD_MS)} to ${formatPeriod(MAX_PERIOD_MS)}`) };
}

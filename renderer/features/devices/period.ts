import { PERIOD_MS } from '../../../service/contract/index.ts';
import { invalidPeriod } from '../../data/devices/labels.ts';
import { wholeNumberOf } from '../../data/format/durations.ts';
import { formatPeriod } from '../../data/format/numbers.ts';

/** Of the app API: `100 ms to 60 s`. */
export const PERIOD_RANGE = `${formatPeriod(PERIOD_MS.min)} to ${formatPeriod(PERIOD_MS.max)}`;

export interface CheckedPeriod {
  /** In milliseconds; null for invalid text. */
  period: number | null;
  /** Why the text is invalid; empty otherwise. */
  problem: string;
}

/** Parses a sampling period typed in milliseconds. */
export function checkPeriod(text: string): CheckedPeriod {
  const period = wholeNumberOf(text);
  if (period >= PERIOD_MS.min && period <= PERIOD_MS.max) return { period, problem: '' };
  return { period: null, problem: invalidPeriod(PERIOD_RANGE) };
}

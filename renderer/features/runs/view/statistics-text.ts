/** Figures of a run's channel as texts. */
import type { DisplayUnit, RunChannelStatistics } from '../../../../service/contract/index.ts';
import { formatEntered, formatFixed, NO_VALUE } from '../../../data/format/numbers.ts';
import { formatDelta } from '../../charts/data/measurement.ts';

/** Longer times are shown in whole seconds, in milliseconds. */
const EXACT_MS = 10_000;

/** `2 to 8`, `at least 2`, `at most 8`, in the display unit, without it. */
export function formatLimits({ low, high }: Pick<RunChannelStatistics, 'low' | 'high'>, unit: DisplayUnit): string {
  const text = (limit: number): string => formatEntered(unit.toShown(limit));
  if (low !== null && high !== null) return `${text(low)} to ${text(high)}`;
  if (low !== null) return `at least ${text(low)}`;
  return high === null ? NO_VALUE : `at most ${text(high)}`;
}

/** `3 min 20 s (1.9 %)`, with the share of the time that readings cover. */
export function formatOutside({
  outside_ms: outside,
  covered_ms: covered,
}: Pick<RunChannelStatistics, 'outside_ms' | 'covered_ms'>): string {
  if (outside === null) return NO_VALUE;
  const time = formatDelta(outside < EXACT_MS ? outside : Math.round(outside / 1000) * 1000);
  return covered > 0 ? `${time} (${formatShare((outside / covered) * 100)})` : time;
}

/** @param percent from 0 */
function formatShare(percent: number): string {
  if (percent > 0 && percent < 0.05) return `<${formatFixed(0.1, 1)} %`;
  return `${percent === 0 ? '0' : formatFixed(percent, 1)} %`;
}

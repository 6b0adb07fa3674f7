import type { HistoryStorage, Settings } from '../../../service/contract/index.ts';
import { formatBytes, formatCount, formatDay, formatFixed, plural } from '../format/numbers.ts';

const GIB = 1024 ** 3;

/** Duration in the largest suitable unit: `5 hours`, `41 days`, `2.3 years`. @param days 0 or more */
export function formatDays(days: number): string {
  if (days < 1) return plural(Math.max(1, Math.floor(days * 24)), 'hour');
  if (days < 730) return plural(Math.floor(days), 'day');
  return `${formatFixed(days / 365.25, 1)} years`;
}

/** `80 readings/s`, `30 readings/min` */
export function formatRate(perSecond: number): string {
  if (perSecond >= 9.95) return `${formatCount(perSecond)} readings/s`;
  if (perSecond >= 0.995) return `${formatFixed(perSecond, 1)} readings/s`;
  return `${plural(Math.round(perSecond * 60), 'reading')}/min`;
}

/** Expected size of the history. */
export function describeForecast(storage: HistoryStorage, settings: Pick<Settings, 'history_raw_days'>): string {
  const { readings_per_second: rate, expected_bytes: expected, reaches_days: reaches, limit_bytes: limit } = storage;
  if (storage.state === 'off') return 'The history is not growing.';
  if (rate <= 0) return 'No readings are arriving, so the future size cannot be estimated.';
  if (expected === null || reaches === null) {
    return `Currently ${formatRate(rate)}. The size is estimated once readings are stored.`;
  }
  const now = `At ${formatRate(rate)}`;
  if (expected <= limit) {
    return `${now}, the history levels off at about ${formatBytes(expected)} after ${plural(settings.history_raw_days, 'day')}, within the limit.`;
  }
  return `${now}, the history needs about ${formatBytes(expected)}, more than the limit of ${formatBytes(limit)}. The limit covers about ${formatDays(reaches)}; older readings are deleted before their retention ends.`;
}

export interface Retention {
  history_raw_days: number;
  history_minute_days: number;
  history_max_gib: number;
}

const DAY_MS = 86_400_000;

/** The age limit as a time; undefined if no stored data is older. */
function lossBefore(oldest: string | null, days: number, now: number): number | undefined {
  const limit = now - days * DAY_MS;
  return oldest !== null && Date.parse(oldest) < limit ? limit : undefined;
}

/**
 * What these limits delete; empty if nothing.
 * @param now milliseconds since 1970
 */
export function describeDeletions(storage: HistoryStorage, retention: Retention, now: number): string[] {
  const sentences: string[] = [];
  const raw = lossBefore(storage.oldest_reading, retention.history_raw_days, now);
  if (raw !== undefined) {
    sentences.push(
      `Raw readings before ${formatDay(raw)}; the oldest is from ${formatDay(Date.parse(storage.oldest_reading ?? ''))}. Minute or hour aggregates remain.`,
    );
  }
  const minute = lossBefore(storage.oldest_minute, retention.history_minute_days, now);
  if (minute !== undefined) {
    sentences.push(`Minute aggregates before ${formatDay(minute)}. Hour aggregates remain.`);
  }
  const bytes = retention.history_max_gib * GIB;
  if (storage.bytes > bytes) {
    sentences.push(
      `The oldest data, until the history shrinks from ${formatBytes(storage.bytes)} to ${formatBytes(bytes)}.`,
    );
  }
  return sentences;
}

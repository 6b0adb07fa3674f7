/** What the history takes on disk, and how far it will reach at the present rate (docs/history.md has the formulas). */
import type { HistoryStorage } from '../contract/index.ts';
import type { RecorderCounters } from './recorder/recorder.ts';
import type { Retention, StoreStatus } from './types.ts';

const DAY_S = 86_400;

/** What is said while the store has told nothing yet. */
export const INITIAL_STATUS: StoreStatus = {
  bytes: 0,
  freeBytes: null,
  channels: 0,
  oldest: { raw: null, minute: null, hour: null },
  rawReadings: 0,
  rawBytes: 0,
  sumBytes: 0,
};

/** What the disk takes, as far as it can be told from what is there. */
interface Costs {
  /** Bytes of one reading itself. */
  raw: number;
  /** Bytes of sums that come in a second. */
  sumsPerSecond: number;
  /** Readings that come in a second, over all that is kept of them. */
  readingsPerSecond: number;
}

function secondsSince(moment: number | null, now: number): number {
  // What is younger than a minute says nothing about a rate yet.
  return moment === null ? 0 : Math.max(60, (now - moment) / 1000);
}

function costsOf({ rawReadings, rawBytes, sumBytes, oldest }: StoreStatus, now: number): Costs | undefined {
  const rawSeconds = secondsSince(oldest.raw, now);
  if (rawReadings === 0 || rawSeconds === 0) return undefined;
  const sumSeconds = secondsSince(oldest.minute, now);
  return {
    raw: rawBytes / rawReadings,
    sumsPerSecond: sumSeconds === 0 ? 0 : sumBytes / sumSeconds,
    readingsPerSecond: rawReadings / rawSeconds,
  };
}

/**
 * Everything about the disk, from what the store said last.
 * @param now milliseconds since 1970
 */
export function toStorageInfo(
  status: StoreStatus,
  { state, stored, pending, dropped, lagMs, perSecond }: RecorderCounters,
  { rawDays, minuteDays, maxBytes }: Retention,
  now: number,
): HistoryStorage {
  const costs = costsOf(status, now);
  const rawPerDay = costs && perSecond * DAY_S * costs.raw;
  // Sums come with the readings: as many at the present rate as there were at the former.
  const sumsPerDay = costs && (costs.sumsPerSecond / costs.readingsPerSecond) * perSecond * DAY_S;
  const perDay = (rawPerDay ?? 0) + (sumsPerDay ?? 0);
  return {
    state,
    bytes: status.bytes,
    limit_bytes: maxBytes,
    free_bytes: status.freeBytes,
    channels: status.channels,
    oldest_reading: isoOf(status.oldest.raw),
    oldest_minute: isoOf(status.oldest.minute),
    oldest_hour: isoOf(status.oldest.hour),
    stored_total: stored,
    pending,
    dropped_total: dropped,
    lag_ms: Math.round(lagMs * 10) / 10,
    bytes_per_reading: costs ? costs.raw + costs.sumsPerSecond / costs.readingsPerSecond : null,
    readings_per_second: perSecond,
    expected_bytes:
      rawPerDay === undefined || sumsPerDay === undefined
        ? null
        : Math.round(rawPerDay * rawDays + sumsPerDay * minuteDays),
    reaches_days: perDay > 0 ? maxBytes / perDay : null,
  };
}

function isoOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

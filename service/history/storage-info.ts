/** Size of the history on disk and its reach at the present rate (formulas: docs/history.md). */
import type { HistoryStorage } from '../contract/index.ts';
import type { RecorderCounters } from './recorder/recorder.ts';
import type { Retention, StoreStatus } from './types.ts';

const DAY_S = 86_400;

/** Used until the store has reported its status. */
export const INITIAL_STATUS: StoreStatus = {
  bytes: 0,
  freeBytes: null,
  channels: 0,
  oldest: { raw: null, minute: null, hour: null },
  rawReadings: 0,
  rawBytes: 0,
  sumBytes: 0,
  heldExcess: 0,
};

/** Disk use, as far as stored data shows it. */
interface Costs {
  /** Bytes per raw reading. */
  raw: number;
  /** Bytes of aggregates added per second. */
  aggregatesPerSecond: number;
  /** Readings per second, over all stored ones. */
  readingsPerSecond: number;
}

function secondsSince(timestamp: number | null, now: number): number {
  // Less than a minute of data does not give a rate.
  return timestamp === null ? 0 : Math.max(60, (now - timestamp) / 1000);
}

function costsOf({ rawReadings, rawBytes, sumBytes, oldest }: StoreStatus, now: number): Costs | undefined {
  const rawSeconds = secondsSince(oldest.raw, now);
  if (rawReadings === 0 || rawSeconds === 0) return undefined;
  const sumSeconds = secondsSince(oldest.minute, now);
  return {
    raw: rawBytes / rawReadings,
    aggregatesPerSecond: sumSeconds === 0 ? 0 : sumBytes / sumSeconds,
    readingsPerSecond: rawReadings / rawSeconds,
  };
}

/** @param now milliseconds since 1970 */
export function toStorageInfo(
  status: StoreStatus,
  { state, stored, pending, discarded, lagMs, perSecond }: RecorderCounters,
  { rawDays, minuteDays, maxBytes }: Retention,
  now: number,
): HistoryStorage {
  const costs = costsOf(status, now);
  const rawPerDay = costs && perSecond * DAY_S * costs.raw;
  // Aggregates scale with the readings: their former ratio is applied to the present rate.
  const aggregatesPerDay = costs && (costs.aggregatesPerSecond / costs.readingsPerSecond) * perSecond * DAY_S;
  const perDay = (rawPerDay ?? 0) + (aggregatesPerDay ?? 0);
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
    dropped_total: discarded,
    lag_ms: Math.round(lagMs * 10) / 10,
    bytes_per_reading: costs ? costs.raw + costs.aggregatesPerSecond / costs.readingsPerSecond : null,
    readings_per_second: perSecond,
    expected_bytes:
      rawPerDay === undefined || aggregatesPerDay === undefined
        ? null
        : Math.round(rawPerDay * rawDays + aggregatesPerDay * minuteDays),
    reaches_days: perDay > 0 ? maxBytes / perDay : null,
  };
}

function isoOf(timestamp: number | null): string | null {
  return timestamp === null ? null : new Date(timestamp).toISOString();
}

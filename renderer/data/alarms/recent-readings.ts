import type { HistoryColumns } from '../../../service/contract/history-binary.ts';
import type { PointRing } from '../samples/point-ring.ts';
import { NOISE_WINDOW_MS, type Readings } from './noise.ts';

export const NO_READINGS: Readings = { times: [], values: [] };

/** The readings of the first channel. Buckets, of too many readings for one response, have none. */
export function storedReadings({ channels }: HistoryColumns): Readings {
  const parts = channels[0]?.parts.filter((part) => part.kind === 'readings') ?? [];
  return valid(
    parts.flatMap(({ at }) => Array.from(at)),
    parts.flatMap(({ magnitude }) => Array.from(magnitude)),
  );
}

/**
 * Stored readings followed by live ones of the same channel, as far back as noise is measured.
 * @param live undefined before the first reading
 * @param now milliseconds since 1970
 */
export function recentReadings(stored: Readings, live: PointRing | undefined, now: number): Readings {
  const from = live?.indexFrom(now - NOISE_WINDOW_MS) ?? 0;
  const indexes = Array.from({ length: Math.max(0, (live?.length ?? 0) - from) }, (_, index) => from + index);
  const times = indexes.map((index) => live?.time(index) ?? Number.NaN);
  const first = times[0] ?? Number.POSITIVE_INFINITY;
  const isBefore = stored.times.map((time) => time < first && time >= now - NOISE_WINDOW_MS);
  return valid(
    [...stored.times.filter((_, index) => isBefore[index]), ...times],
    [
      ...stored.values.filter((_, index) => isBefore[index]),
      ...indexes.map((index) => live?.value(index) ?? Number.NaN),
    ],
  );
}

/** Without sensor errors and breaks. */
function valid(times: readonly number[], values: readonly number[]): Readings {
  const isValid = values.map(Number.isFinite);
  return { times: times.filter((_, index) => isValid[index]), values: values.filter((_, index) => isValid[index]) };
}

/** Sample sets as texts, to compare those of the event stream with those of a broker. */
import type { Measurement, ReadingsEvent } from '../../../service/contract/index.ts';

/**
 * A sample set with its valid values, and its timestamp as in `{"timestamp":...}`; undefined without a valid value,
 * since such a set is never published.
 */
export function momentOf({
  serial,
  timestamp,
  values,
}: Measurement | Omit<ReadingsEvent, 'family'>): string | undefined {
  const valid = Object.entries(values).flatMap(([channel, { magnitude }]) =>
    magnitude === null ? [] : [[channel, magnitude] as const],
  );
  if (valid.length === 0) return undefined;
  valid.sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({ serial, timestamp, valid });
}

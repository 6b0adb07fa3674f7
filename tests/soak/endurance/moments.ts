/** Sampling moments as one text each, so that those of the event stream and those of a broker can be compared. */
import type { Measurement, ReadingsEvent } from '../../../service/contract/index.ts';

/**
 * A moment with what was valid in it; undefined where nothing was, which is never published. Its timestamp stands in
 * the text, as in `{"timestamp":...}`.
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

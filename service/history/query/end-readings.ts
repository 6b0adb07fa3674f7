import type { ChannelStatistics } from '../../contract/index.ts';
import type { ChannelReader, RawBlock } from '../types.ts';

const MINUTE_MS = 60_000;

type EndReading = NonNullable<ChannelStatistics['first']>;

/** The first valid raw reading in [from, to), in milliseconds since 1970. Blocks without a valid one are not unpacked. */
export function firstReading(reader: ChannelReader, from: number, to: number): EndReading | null {
  let found: EndReading | null = null;
  for (const block of reader.blocks(from, to)) {
    // Only blocks that overlap, by late readings, may still have an earlier one.
    if (found && block.first >= found.at) break;
    const [reading] = endsOf(block, from, to);
    if (reading && !(found && found.at <= reading.at)) found = reading;
  }
  return found;
}

/** The last one, likewise. @param from a timestamp from which raw readings are complete */
export function lastReading(reader: ChannelReader, from: number, to: number): EndReading | null {
  let end = to;
  for (let length = MINUTE_MS; end > from; length *= 4) {
    const start = Math.max(from, end - length);
    const found = lastOf([...reader.blocks(start, end)], start, end);
    if (found) return found;
    end = start;
  }
  return null;
}

/** @param blocks by first timestamp: of equal timestamps, the later block has the later reading */
function lastOf(blocks: readonly RawBlock[], from: number, to: number): EndReading | null {
  let found: EndReading | null = null;
  const latestFirst = blocks.toReversed().toSorted((a, b) => b.last - a.last);
  for (const block of latestFirst) {
    if (found && block.last <= found.at) break;
    const reading = endsOf(block, from, to)[1];
    if (reading && !(found && found.at >= reading.at)) found = reading;
  }
  return found;
}

/** The first and last valid reading of a block in [from, to); empty without one. */
function endsOf(block: RawBlock, from: number, to: number): [first: EndReading, last: EndReading] | [] {
  if (block.summary.count === 0) return [];
  const { at, value } = block.points();
  const isValid = (reading: number, index: number): boolean =>
    Number.isFinite(reading) && (at[index] ?? to) >= from && (at[index] ?? to) < to;
  const [first, last] = [value.findIndex(isValid), value.findLastIndex(isValid)];
  const reading = (index: number): EndReading => ({ at: at[index] ?? 0, magnitude: value[index] ?? 0 });
  return first < 0 ? [] : [reading(first), reading(last)];
}

/** Age of stored data. Timestamps are milliseconds since 1970. */
import { HISTORY_LEVEL_MS, type StoredChannel } from '../../contract/index.ts';
import { firstComplete } from '../query/time-ranges.ts';
import type { Resolution } from '../types.ts';
import { AGGREGATE_BLOCK_MS } from './blocks.ts';
import type { Channel } from './channel-table.ts';
import type { HistoryDatabase } from './history-database.ts';

/** The oldest timestamp of a channel at a resolution; undefined if there is none. */
function oldestOf(archive: HistoryDatabase, channel: Channel, level: Resolution): number | undefined {
  const block = archive.blocks.oldest(channel.id, level) ?? Number.POSITIVE_INFINITY;
  const recent = channel.recent.first;
  if (level === 'raw') return finite(Math.min(block, recent));
  const width = HISTORY_LEVEL_MS[level];
  const hasBlock = block !== Number.POSITIVE_INFINITY;
  const reader = archive.readerOf(channel);
  // A block may start before its resolution is complete.
  const start = level === 'minute' ? firstComplete(reader, level, block) : Math.max(block, reader.completeFrom(level));
  const stored = hasBlock ? reader.buckets(level, start, block + AGGREGATE_BLOCK_MS[level].joined).at[0] : undefined;
  return finite(Math.min(stored ?? Number.POSITIVE_INFINITY, Math.floor(recent / width) * width));
}

/** The oldest timestamp of all channels at a resolution, without older ranges of runs; null if nothing is stored. */
export function oldestTimestamp(archive: HistoryDatabase, level: Resolution): number | null {
  const oldest = archive.channels.byId(archive.blocks.oldestChannel(level) ?? 0);
  let first = (oldest && oldestOf(archive, oldest, level)) ?? Number.POSITIVE_INFINITY;
  const width = level === 'raw' ? 1 : HISTORY_LEVEL_MS[level];
  for (const { recent } of archive.channels.all) first = Math.min(first, Math.floor(recent.first / width) * width);
  if (first === Number.POSITIVE_INFINITY) return null;
  return archive.runs.held.isEmpty ? first : Math.max(first, archive.completeFrom(level));
}

/** The newest timestamp of a channel, recorded or imported; undefined if there is none. */
export function newestTimestamp({ lines, written }: Channel): number | undefined {
  return finite(Number.isNaN(lines.newest) ? written : Math.max(lines.newest, written));
}

export function storedChannels(archive: HistoryDatabase): StoredChannel[] {
  return archive.channels.shown().flatMap((channel) => {
    const first = firstOf(archive, channel);
    const last = newestTimestamp(channel);
    if (first === undefined || last === undefined) return [];
    const { order: _order, ...about } = channel.about;
    return [{ ...about, first: new Date(first).toISOString(), last: new Date(last).toISOString() }];
  });
}

/** The oldest timestamp of a channel, from the finest resolution stored there. */
function firstOf(archive: HistoryDatabase, channel: Channel): number | undefined {
  let first = oldestOf(archive, channel, 'raw');
  for (const level of ['minute', 'hour'] as const) {
    const oldest = oldestOf(archive, channel, level);
    // A bucket that contains the finer data's start is less exact.
    if (oldest !== undefined && !(first !== undefined && first < oldest + HISTORY_LEVEL_MS[level])) first = oldest;
  }
  return first;
}

function finite(timestamp: number): number | undefined {
  return Number.isFinite(timestamp) ? timestamp : undefined;
}

/** A history in memory, or computed: what exports are made of in tests. */
import type { ChannelRef, StoredChannel } from '../../../../../service/contract/index.ts';
import { channelPath } from '../../../../../service/contract/index.ts';
import type { HistoryStore, Slice } from '../../../../../service/history/types.ts';

export type Source = Pick<HistoryStore, 'read' | 'count' | 'channels'>;

export interface Kept extends ChannelRef {
  unit: string;
  label?: string;
  /** Moment and value; NaN for a reading without a valid one. */
  readings: readonly (readonly [at: number, value: number])[];
}

function stored({ family, serial, channel, unit, label = '' }: Omit<Kept, 'readings'>): StoredChannel {
  const never = new Date(0).toISOString();
  return { family, serial, channel, unit, description: '', label, product: '', first: never, last: never };
}

/** Slices end where a moment does, as the store's do; `limit` is kept to as far as that goes. */
export function memorySource(kept: readonly Kept[]): Source {
  const byPath = new Map(kept.map((entry) => [channelPath(entry), entry.readings]));
  const within = (channel: ChannelRef, from: number, to: number): Kept['readings'] =>
    (byPath.get(channelPath(channel)) ?? []).filter(([at]) => at >= from && at < to);
  return {
    channels: () => Promise.resolve(kept.map(stored)),
    count: (channels, from, to) =>
      Promise.resolve(channels.reduce((sum, channel) => sum + within(channel, from, to).length, 0)),
    read: (channel, from, to, limit) => {
      const all = within(channel, from, to);
      let end = Math.min(limit, all.length);
      while (end > 0 && end < all.length && all[end]?.[0] === all[end - 1]?.[0]) end += 1;
      const slice = all.slice(0, end);
      return Promise.resolve({
        at: Float64Array.from(slice, ([at]) => at),
        value: Float64Array.from(slice, ([, value]) => value),
        next: all[end]?.[0] ?? null,
      });
    },
  };
}

export interface Computed {
  channels: readonly (ChannelRef & { unit: string })[];
  /** Readings of each channel: one at every `stepMs` from `from` on. */
  perChannel: number;
  from: number;
  stepMs: number;
  valueOf(index: number, channel: number): number;
}

/** As many readings as one likes, none of them kept: they are computed when they are asked for. */
export function computedSource({ channels, perChannel, from: begin, stepMs, valueOf }: Computed): Source {
  const end = begin + perChannel * stepMs;
  const indexAt = (at: number): number => Math.ceil((Math.min(Math.max(at, begin), end) - begin) / stepMs);
  return {
    channels: () => Promise.resolve(channels.map(stored)),
    count: (asked, from, to) => Promise.resolve(asked.length * (indexAt(to) - indexAt(from))),
    read: (channel, from, to, limit): Promise<Slice> => {
      const place = channels.findIndex((known) => channelPath(known) === channelPath(channel));
      const first = indexAt(from);
      const last = indexAt(to);
      const size = Math.min(limit, last - first);
      const at = Float64Array.from({ length: size }, (_, offset) => begin + (first + offset) * stepMs);
      const value = Float64Array.from({ length: size }, (_, offset) => valueOf(first + offset, place));
      return Promise.resolve({ at, value, next: first + size < last ? begin + (first + size) * stepMs : null });
    },
  };
}

/** Answers of the history by the plainest reckoning there is: what charts and their tests are compared with. */
import {
  bucketWidth,
  type ChannelHistory,
  type ChannelRef,
  channelPath,
  type HistoryPart,
  type HistoryResult,
} from '../../service/contract/index.ts';

/** A reading: when, and what; null where the instrument gave no valid value. `true`: the line is broken just after the one before. */
export type Kept = readonly [at: number, magnitude: number | null, isBroken?: boolean];

export interface KeptChannel {
  readonly ref: ChannelRef;
  readonly unit: string;
  /** In order of time. */
  readonly readings: Kept[];
}

export interface PlayedQuestion {
  readonly paths: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/** @param until up to which moment everything is known; later readings are left out */
export function playedAnswer(
  channels: ReadonlyMap<string, KeptChannel>,
  { paths, from, to, points }: PlayedQuestion,
  until: number,
): HistoryResult {
  const iso = (at: number): string => new Date(at).toISOString();
  return {
    from: iso(from),
    to: iso(to),
    until: iso(until),
    channels: paths.map((path) =>
      channelAnswer(path, channels.get(path), { from, to: Math.min(to, until), points }, to),
    ),
  };
}

function channelAnswer(
  path: string,
  channel: KeptChannel | undefined,
  { from, to, points }: Omit<PlayedQuestion, 'paths'>,
  askedTo: number,
): ChannelHistory {
  const [family = '', serial = '', name = ''] = path.split('/').map(decodeURIComponent);
  const ref = channel?.ref ?? ({ family, serial, channel: name } as ChannelRef);
  if (!channel || channelPath(ref) !== path) return { ...ref, unit: '', parts: [] };
  const inside = channel.readings.filter(([at]) => at >= from && at < to);
  const part = inside.length <= points ? readings(inside) : buckets(inside, bucketWidth(from, askedTo, points));
  return { ...ref, unit: channel.unit, parts: inside.length === 0 ? [] : [part] };
}

function readings(inside: readonly Kept[]): HistoryPart {
  return {
    kind: 'readings',
    at: inside.map(([at]) => at),
    magnitude: inside.map(([, magnitude]) => magnitude),
    broken: inside.flatMap(([, , isBroken], index) => (isBroken ? [index] : [])),
  };
}

function buckets(inside: readonly Kept[], width: number): HistoryPart {
  const groups = [...Map.groupBy(inside, ([at]) => Math.floor(at / width))];
  const valid = (group: readonly Kept[]): number[] => group.flatMap(([, magnitude]) => magnitude ?? []);
  return {
    kind: 'buckets',
    width_ms: width,
    at: groups.map(([bucket]) => bucket * width),
    count: groups.map(([, group]) => valid(group).length),
    min: groups.map(([, group]) => (valid(group).length > 0 ? Math.min(...valid(group)) : null)),
    max: groups.map(([, group]) => (valid(group).length > 0 ? Math.max(...valid(group)) : null)),
    mean: groups.map(([, group]) => mean(valid(group))),
    broken: groups.map(([, group]) => broken(group)),
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function broken(group: readonly Kept[]): number {
  const first = group.findIndex(([, magnitude]) => magnitude !== null);
  if (first < 0) return 5;
  const last = group.findLastIndex(([, magnitude]) => magnitude !== null);
  const isBroken = ([, magnitude, mark]: Kept): boolean => magnitude === null || mark === true;
  const before = group.slice(0, first + 1).some(isBroken) ? 1 : 0;
  const within = group.slice(first + 1, last + 1).some(isBroken) ? 2 : 0;
  return before + within + (group.slice(last + 1).some(isBroken) ? 4 : 0);
}

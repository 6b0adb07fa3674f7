import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLive } from '../../../data/react.ts';
import type { ChartChannel } from '../../charts/channels.ts';
import { ChannelSource } from '../../charts/data/channel-source.ts';
import type { View } from '../../charts/view/view.ts';

/** Pause between two readings of the data, in milliseconds. */
const UPDATE_MS = 1000;

/**
 * What `read` finds in the last readings of channels, live and stored ones; undefined at first.
 * @param channels must keep its identity
 * @param spanMs time window, in milliseconds
 * @param width resolution, in points
 */
export function useRecent<Result>(
  channels: readonly ChartChannel[],
  spanMs: number,
  width: number,
  read: (sources: readonly ChannelSource[], view: View) => Result,
): Result | undefined {
  const { samples, past, clock } = useLive();
  const [result, setResult] = useState<Result>();
  const sources = useMemo(
    () => channels.map((channel) => new ChannelSource(channel, samples, past)),
    [channels, samples, past],
  );
  const update = useEffectEvent((view: View) => setResult(read(sources, view)));
  useEffect(() => {
    const claim = past.loader.claim();
    const keys = sources.map(({ channel }) => channel.key);
    const refresh = (): void => {
      const to = clock.now();
      const view = { from: to - spanMs, to };
      past.stored.ensureLoaded(keys);
      claim.set(sources.flatMap((source) => source.wants(view, width, to)));
      update(view);
    };
    const first = setTimeout(refresh);
    const timer = setInterval(refresh, UPDATE_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      claim.end();
    };
  }, [past, clock, sources, spanMs, width]);
  return result;
}

import type { PastStore } from '../../../data/past/index.ts';
import type { ChannelSource } from '../source/channel-source.ts';
import type { View } from '../view/view.ts';

/** What there is to say where the view goes back further than the readings; empty: nothing. */
export function pastNote(past: PastStore, sources: Iterable<ChannelSource>, view: View, isLive: boolean): string {
  const all = [...sources];
  const isPast = all.some(({ isKept, ringFrom }) => isKept && view.from < ringFrom);
  if (isPast && past.loader.trouble.get() !== null) return 'Past readings cannot be loaded at the moment; trying again';
  const first = Math.min(...all.map(({ firstTime }) => firstTime).filter((time) => !Number.isNaN(time)));
  if (isLive || view.from >= first || !past.kept.isKnown || all.some(({ isKept }) => isKept)) return '';
  return all.every(({ channel }) => channel.simulated)
    ? 'Simulated readings are not kept'
    : 'Nothing older is kept of these channels';
}

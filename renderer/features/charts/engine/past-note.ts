import type { PastStore } from '../../../data/past/index.ts';
import type { ChannelSource } from '../source/channel-source.ts';
import type { Navigator } from '../view/navigator.ts';

/**
 * What there is to say where the view goes back further than the readings; empty: nothing.
 * @param isAtLimit the user has just tried to go back further
 */
export function pastNote(
  past: PastStore,
  sources: Iterable<ChannelSource>,
  { view, isLive, isAtLimit }: Pick<Navigator, 'view' | 'isLive' | 'isAtLimit'>,
): string {
  const all = [...sources];
  const isPast = all.some(({ isKept, ringFrom }) => isKept && view.from < ringFrom);
  if (isPast && past.loader.trouble.get() !== null) return 'Past readings cannot be loaded at the moment; trying again';
  const first = Math.min(...all.map(({ firstTime }) => firstTime).filter((time) => !Number.isNaN(time)));
  if ((isLive && !isAtLimit) || view.from >= first || !past.kept.isKnown) return '';
  if (all.some(({ isKept }) => isKept)) return isAtLimit ? 'No older readings' : '';
  return all.every(({ channel }) => channel.simulated)
    ? 'Simulated readings are not stored'
    : 'No older readings of these channels are stored';
}

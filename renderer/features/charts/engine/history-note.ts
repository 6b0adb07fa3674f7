import type { PastStore } from '../../../data/history-tiles/past-store.ts';
import type { ChannelSource } from '../data-source/channel-source.ts';
import type { ViewController } from '../view/view-controller.ts';

/**
 * Explains missing readings at the start of the view; empty if none are missing.
 * @param isAtLimit the user has just tried to go back further
 */
export function historyNote(
  past: PastStore,
  sources: Iterable<ChannelSource>,
  { view, isLive, isAtLimit }: Pick<ViewController, 'view' | 'isLive' | 'isAtLimit'>,
): string {
  const all = [...sources];
  const isPast = all.some(({ isKept, ringFrom }) => isKept && view.from < ringFrom);
  if (isPast && past.loader.problem.get() !== null) return 'Cannot load stored readings. Retrying…';
  const first = Math.min(...all.map(({ firstTime }) => firstTime).filter((time) => !Number.isNaN(time)));
  if ((isLive && !isAtLimit) || view.from >= first || !past.kept.isKnown) return '';
  if (all.some(({ isKept }) => isKept)) return isAtLimit ? 'No older readings' : '';
  return all.every(({ channel }) => channel.simulated)
    ? 'Simulated readings are not stored'
    : 'No older readings stored for these channels';
}

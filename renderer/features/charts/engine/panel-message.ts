import type { Panel } from '../panels.ts';
import type { ChannelSource } from '../source/channel-source.ts';

/** What a panel without any value in view says instead. */
export function panelMessage(
  { channels }: Panel,
  sources: ReadonlyMap<string, ChannelSource>,
  hidden: ReadonlySet<string>,
): string {
  if (channels.every(({ key }) => hidden.has(key))) return 'All channels are switched off';
  const own = channels.flatMap(({ key }) => sources.get(key) ?? []);
  if (own.some(({ isKept }) => isKept)) return 'No readings in this time';
  if (own.every(({ ring }) => ring === undefined)) return 'Waiting for a reading';
  return own.some(({ ring }) => ring && !Number.isNaN(ring.firstTime))
    ? 'No readings in this time'
    : 'No valid reading yet';
}

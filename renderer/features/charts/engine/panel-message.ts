import type { ChannelSource } from '../data-source/channel-source.ts';
import type { Panel } from '../panels.ts';

/** The text of a panel without a value in the time window. */
export function panelMessage(
  { channels }: Panel,
  sources: ReadonlyMap<string, ChannelSource>,
  hidden: ReadonlySet<string>,
): string {
  if (channels.every(({ key }) => hidden.has(key))) return 'All channels hidden';
  const own = channels.flatMap(({ key }) => sources.get(key) ?? []);
  if (own.some(({ isKept }) => isKept)) return 'No readings in this time window';
  if (own.every(({ ring }) => ring === undefined)) return 'Waiting for readings…';
  return own.some(({ ring }) => ring && !Number.isNaN(ring.firstTime))
    ? 'No readings in this time window'
    : 'No valid readings yet';
}

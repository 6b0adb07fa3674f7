/** The chosen channels, as the charts draw them. */
import type { KnownChannel } from '../../data/compare/known-channels.ts';
import { chartChannel } from '../charts/channel.ts';
import { looksOf } from '../charts/looks.ts';
import type { ChartChannel } from '../charts/types.ts';

/** Each with its device's name, where there are several. */
export function compareChannels(shown: readonly KnownChannel[]): ChartChannel[] {
  const looks = looksOf(shown.map(({ ref, unit }) => ({ label: ref.channel, unit })));
  const isOneDevice = new Set(shown.map(({ ref }) => `${ref.family}/${ref.serial}`)).size === 1;
  const names = Map.groupBy(shown, ({ device }) => device);
  return shown.map(({ ref, name, device, unit, simulated }, index) => {
    const { colour = 0, dash = [] } = looks[index] ?? {};
    // Two devices of one name are told apart by their serials.
    const serials = new Set(names.get(device)?.map((channel) => channel.ref.serial));
    const title = serials.size > 1 ? `${device} ${ref.serial}` : device;
    const look = { description: name, unit, colour, dash, simulated };
    return chartChannel(ref, isOneDevice ? look : { ...look, device: title });
  });
}

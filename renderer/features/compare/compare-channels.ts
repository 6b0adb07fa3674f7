/** The chosen channels, as the charts draw them. */
import type { KnownChannel } from '../../data/compare/known-channels.ts';
import { chartChannel } from '../charts/channel.ts';
import { type Look, looksOf } from '../charts/looks.ts';
import type { ChartChannel } from '../charts/types.ts';

/** How each is drawn, in their order. */
function looks(shown: readonly KnownChannel[]): Look[] {
  return looksOf(shown.map(({ ref, unit }) => ({ label: ref.channel, unit })));
}

/** How each is drawn, by its path: the list shows it beside the tick. */
export function looksByPath(shown: readonly KnownChannel[]): ReadonlyMap<string, Look> {
  const each = looks(shown);
  return new Map(shown.flatMap(({ path }, index) => (each[index] ? [[path, each[index]]] : [])));
}

/** Each with its device's name, where there are several. */
export function compareChannels(shown: readonly KnownChannel[]): ChartChannel[] {
  const each = looks(shown);
  const isOneDevice = new Set(shown.map(({ ref }) => `${ref.family}/${ref.serial}`)).size === 1;
  const names = Map.groupBy(shown, ({ device }) => device);
  return shown.map(({ ref, name, device, unit, simulated }, index) => {
    const { colour = 0, dash = [] } = each[index] ?? {};
    // Two devices of one name are told apart by their serials.
    const serials = new Set(names.get(device)?.map((channel) => channel.ref.serial));
    const title = serials.size > 1 ? `${device} ${ref.serial}` : device;
    const look = { description: name, unit, colour, dash, simulated };
    return chartChannel(ref, isOneDevice ? look : { ...look, device: title });
  });
}

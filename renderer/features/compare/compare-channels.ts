import type { SelectableChannel } from '../../data/compare/selectable-channels.ts';
import type { ChartChannel } from '../charts/channels.ts';
import { chartChannel } from '../charts/channels.ts';
import { type SeriesStyle, seriesStyles } from '../charts/series-styles.tsx';

function looks(shown: readonly SelectableChannel[]): SeriesStyle[] {
  return seriesStyles(shown.map(({ ref, unit }) => ({ label: ref.channel, unit })));
}

/** Line styles by path. */
export function looksByPath(shown: readonly SelectableChannel[]): ReadonlyMap<string, SeriesStyle> {
  const each = looks(shown);
  return new Map(shown.flatMap(({ path }, index) => (each[index] ? [[path, each[index]]] : [])));
}

/** The channels as series, with device names if there are several devices. */
export function compareChannels(shown: readonly SelectableChannel[]): ChartChannel[] {
  const each = looks(shown);
  const isOneDevice = new Set(shown.map(({ ref }) => `${ref.family}/${ref.serial}`)).size === 1;
  const names = Map.groupBy(shown, ({ device }) => device);
  return shown.map(({ ref, name, device, unit, simulated }, index) => {
    const { colour = 0, dash = [] } = each[index] ?? {};
    // Serial numbers distinguish devices of the same name.
    const serials = new Set(names.get(device)?.map((channel) => channel.ref.serial));
    const title = serials.size > 1 ? `${device} ${ref.serial}` : device;
    const look = { description: name, unit, colour, dash, simulated };
    return chartChannel(ref, isOneDevice ? look : { ...look, device: title });
  });
}

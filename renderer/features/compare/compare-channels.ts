import type { SelectableChannel } from '../../data/compare/selectable-channels.ts';
import type { ChartChannel } from '../charts/channels.ts';
import { chartChannel } from '../charts/channels.ts';
import { type SeriesStyle, seriesStyles } from '../charts/series-styles.tsx';

function styles(shown: readonly SelectableChannel[]): SeriesStyle[] {
  return seriesStyles(shown.map(({ ref, unit }) => ({ label: ref.channel, unit })));
}

/** Line styles by path. */
export function stylesByPath(shown: readonly SelectableChannel[]): ReadonlyMap<string, SeriesStyle> {
  const each = styles(shown);
  return new Map(shown.flatMap(({ path }, index) => (each[index] ? [[path, each[index]]] : [])));
}

/** The channels as series, with device names if there are several devices. */
export function compareChannels(shown: readonly SelectableChannel[]): ChartChannel[] {
  const each = styles(shown);
  const isOneDevice = new Set(shown.map(({ ref }) => `${ref.family}/${ref.serial}`)).size === 1;
  const names = Map.groupBy(shown, ({ device }) => device);
  return shown.map(({ ref, name, device, unit, simulated }, index) => {
    const { color = 0, dash = [] } = each[index] ?? {};
    // Serial numbers distinguish devices of the same name.
    const serials = new Set(names.get(device)?.map((channel) => channel.ref.serial));
    const title = serials.size > 1 ? `${device} ${ref.serial}` : device;
    const style = { description: name, unit, color, dash, simulated };
    return chartChannel(ref, isOneDevice ? style : { ...style, device: title });
  });
}

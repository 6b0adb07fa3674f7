import { type ChannelRef, channelPath, deviceKey } from '../../../service/contract/index.ts';
import { type ChannelGroup, groupChannels, type SelectableChannel } from '../../data/compare/selectable-channels.ts';
import { type ChartChannel, chartChannel } from '../charts/channels.ts';
import { type SeriesStyle, seriesStyles } from '../charts/series-styles.tsx';

/** The selected channels in the order of selection. An unavailable one has its contract name. */
export function channelsToShow(chosen: readonly ChannelRef[], groups: readonly ChannelGroup[]): SelectableChannel[] {
  const known = new Map(groups.flatMap(({ channels }) => channels).map((channel) => [channel.path, channel]));
  return chosen.map((ref) => {
    const path = channelPath(ref);
    const unknown = { path, ref, name: ref.channel, device: ref.serial, unit: '', simulated: false, attached: false };
    return known.get(path) ?? unknown;
  });
}

/** The selected channels that are unavailable; listed so that each can be deselected. */
export function groupsNotKnown(shown: readonly SelectableChannel[], groups: readonly ChannelGroup[]): ChannelGroup[] {
  const known = new Set(groups.flatMap(({ channels }) => channels).map(({ path }) => path));
  const unknown = shown.filter(({ path }) => !known.has(path));
  return groupChannels(unknown, 'unknown ');
}

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
  const isOneDevice = new Set(shown.map(({ ref }) => deviceKey(ref))).size === 1;
  const names = Map.groupBy(shown, ({ device }) => device);
  return shown.map(({ ref, name, device, unit, decimals, simulated }, index) => {
    const { color = 0, dash = [] } = each[index] ?? {};
    // Serial numbers distinguish devices of the same name.
    const serials = new Set(names.get(device)?.map((channel) => channel.ref.serial));
    const title = serials.size > 1 && ref.family !== 'computed' ? `${device} ${ref.serial}` : device;
    const style = { description: name, unit, color, dash, simulated, ...(decimals !== undefined && { decimals }) };
    return chartChannel(ref, isOneDevice ? style : { ...style, device: title });
  });
}

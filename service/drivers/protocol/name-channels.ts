/** Names for what an instrument measures that the catalogue does not know, and the virtual channels of it. */
import type { ChannelDefinition, ChannelLabels } from '../../contract/index.ts';
import { withVirtualChannels } from '../../devices/catalogue.ts';
import { channelLabels } from '../../devices/labels.ts';
import type { QuantityName } from '../../devices/quantities.ts';
import { channelOf } from '../../devices/quantities.ts';
import type { Chip } from './chips.ts';
import type { LineColumn } from './line.ts';
import { ownChannel } from './own-channels.ts';
import { contractUnit } from './units.ts';

/** One thing that an instrument measures: what the instrument calls it, and the unit it writes, both of which may be empty. */
export interface MeasuredQuantity extends LineColumn {
  /** `raw` where it is not known. */
  quantity: QuantityName;
  /** The chip that is known to measure it. */
  chip: Chip | undefined;
}

export interface GenericChannels {
  /** One for each thing measured, in that order. */
  channels: ChannelDefinition[];
  /** Those, and the virtual ones that they make possible. */
  all: ChannelDefinition[];
  labels: ChannelLabels;
}

/** What is a channel of the case itself, or of atmospheric pressure: enough for a virtual channel without a pair. */
const MAKES_VIRTUAL: ReadonlySet<QuantityName> = new Set([
  'atmospheric_pressure',
  'internal_temperature',
  'internal_relative_humidity',
]);

/** The first temperature and humidity that sense the same air. */
function climatePair(items: readonly MeasuredQuantity[]): readonly MeasuredQuantity[] {
  for (const humidity of items) {
    const { chip } = humidity;
    if (humidity.quantity !== 'relative_humidity' || !chip?.pair) continue;
    const temperature = items.find((other) => other.quantity === 'temperature' && other.chip?.pair === chip.pair);
    if (temperature) return [temperature, humidity];
  }
  return [];
}

/** Channel names: the quantity's own for the first of its kind, `_2` for the second. */
function nameAll(
  items: readonly MeasuredQuantity[],
  order: readonly MeasuredQuantity[],
): Map<MeasuredQuantity, ChannelDefinition> {
  const taken = new Set<string>();
  const counts = new Map<QuantityName, number>();
  const named = new Map<MeasuredQuantity, ChannelDefinition>();
  for (const item of order) {
    const { quantity } = item;
    if (quantity === 'raw') {
      named.set(item, ownChannel(item, items.indexOf(item), taken));
      continue;
    }
    const count = (counts.get(quantity) ?? 0) + 1;
    counts.set(quantity, count);
    named.set(item, channelOf(quantity, false, count > 1 ? `${quantity}_${count}` : quantity));
  }
  return named;
}

/** What a channel is called by its device. A unit that is not known is told beside it: the channel itself is raw. */
export function deviceText({ title, unit }: LineColumn): string {
  return title !== '' && unit !== '' && contractUnit(unit) === undefined ? `${title} (${unit})` : title;
}

/** Names the channels. Only certain chips create virtual ones (docs/hardware.md#virtual-channels). */
export function nameChannels(items: readonly MeasuredQuantity[]): GenericChannels {
  const pair = climatePair(items);
  // The pair is named first: the dew point is computed from the channels called temperature and relative_humidity.
  const named = nameAll(items, [...pair, ...items.filter((item) => !pair.includes(item))]);
  const channels = items.flatMap((item) => named.get(item) ?? []);
  const makers = items.filter((item) => pair.includes(item) || MAKES_VIRTUAL.has(item.quantity));
  const virtual = withVirtualChannels(makers.flatMap((item) => named.get(item) ?? [])).filter(
    ({ details }) => details.virtual,
  );
  const labels = channelLabels(items.map((item) => [named.get(item)?.label ?? '', deviceText(item)]));
  return { channels, all: [...channels, ...virtual], labels };
}

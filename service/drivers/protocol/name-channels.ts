/** Names the channels of a device that is not in the catalog, and adds the virtual ones. */
import type { ChannelDefinition, ChannelLabels } from '../../contract/index.ts';
import { withVirtualChannels } from '../../devices/catalogue.ts';
import { channelLabels } from '../../devices/labels.ts';
import type { QuantityName } from '../../devices/quantities.ts';
import { channelOf } from '../../devices/quantities.ts';
import type { Chip } from './chips.ts';
import type { LineColumn } from './line.ts';
import { ownChannel } from './own-channels.ts';
import { contractUnit } from './units.ts';

/** A measured quantity, with the device's own title and unit, which may be empty. */
export interface MeasuredQuantity extends LineColumn {
  /** `raw` if unknown. */
  quantity: QuantityName;
  /** The chip that measures it, if known. */
  chip: Chip | undefined;
}

export interface GenericChannels {
  /** One for each measured quantity, in the same order. */
  channels: ChannelDefinition[];
  /** Those, and the virtual ones that they allow. */
  all: ChannelDefinition[];
  labels: ChannelLabels;
}

/** Quantities of the case itself, and atmospheric pressure: they need no pair for a virtual channel. */
const MAKES_VIRTUAL: ReadonlySet<QuantityName> = new Set([
  'atmospheric_pressure',
  'internal_temperature',
  'internal_relative_humidity',
]);

/** The first temperature and humidity of the same air. */
function climatePair(items: readonly MeasuredQuantity[]): readonly MeasuredQuantity[] {
  for (const humidity of items) {
    const { chip } = humidity;
    if (humidity.quantity !== 'relative_humidity' || !chip?.pair) continue;
    const temperature = items.find((other) => other.quantity === 'temperature' && other.chip?.pair === chip.pair);
    if (temperature) return [temperature, humidity];
  }
  return [];
}

/** Channel names: the quantity's own for the first, `_2` for the second. */
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

/** The device's own name for a channel. Includes an unknown unit, because the channel itself is raw. */
export function deviceText({ title, unit }: LineColumn): string {
  return title !== '' && unit !== '' && contractUnit(unit) === undefined ? `${title} (${unit})` : title;
}

/** Only certain chips create virtual channels (docs/hardware.md#virtual-channels). */
export function nameChannels(items: readonly MeasuredQuantity[]): GenericChannels {
  const pair = climatePair(items);
  // The pair comes first, because the dew point uses the channels named temperature and relative_humidity.
  const named = nameAll(items, [...pair, ...items.filter((item) => !pair.includes(item))]);
  const channels = items.flatMap((item) => named.get(item) ?? []);
  const makers = items.filter((item) => pair.includes(item) || MAKES_VIRTUAL.has(item.quantity));
  const virtual = withVirtualChannels(makers.flatMap((item) => named.get(item) ?? [])).filter(
    ({ details }) => details.virtual,
  );
  const labels = channelLabels(items.map((item) => [named.get(item)?.label ?? '', deviceText(item)]));
  return { channels, all: [...channels, ...virtual], labels };
}

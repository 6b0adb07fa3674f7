/** Names for what an instrument measures that the catalogue does not know, and the virtual channels of it. */
import type { ChannelDefinition } from '../../contract/index.ts';
import { withVirtualChannels } from '../../devices/catalogue.ts';
import type { QuantityName } from '../../devices/quantities.ts';
import { channelOf } from '../../devices/quantities.ts';
import type { Chip } from './chips.ts';

/** One thing that an instrument measures. */
export interface Measured {
  quantity: QuantityName;
  /** The chip that is known to measure it. */
  chip: Chip | undefined;
  /** What the instrument calls it: the description of a raw channel. May be empty. */
  title: string;
}

export interface GenericChannels {
  /** One for each thing measured, in that order. */
  channels: ChannelDefinition[];
  /** Those, and the virtual ones that they make possible. */
  all: ChannelDefinition[];
}

/** What is a channel of the case itself, or of atmospheric pressure: enough for a virtual channel without a pair. */
const MAKES_VIRTUAL: ReadonlySet<QuantityName> = new Set([
  'atmospheric_pressure',
  'internal_temperature',
  'internal_relative_humidity',
]);

/** The first temperature and humidity that sense the same air. */
function climatePair(items: readonly Measured[]): readonly Measured[] {
  for (const humidity of items) {
    const { chip } = humidity;
    if (humidity.quantity !== 'relative_humidity' || !chip?.pair) continue;
    const temperature = items.find((other) => other.quantity === 'temperature' && other.chip?.pair === chip.pair);
    if (temperature) return [temperature, humidity];
  }
  return [];
}

/** Channel names: the quantity's own for the first of its kind, `_2` for the second; raw ones are numbered from 1. */
function nameAll(items: readonly Measured[]): Map<Measured, ChannelDefinition> {
  const counts = new Map<QuantityName, number>();
  const named = new Map<Measured, ChannelDefinition>();
  for (const item of items) {
    const { quantity, title } = item;
    const count = (counts.get(quantity) ?? 0) + 1;
    counts.set(quantity, count);
    const definition = channelOf(quantity, false, count > 1 || quantity === 'raw' ? `${quantity}_${count}` : quantity);
    const description = quantity === 'raw' && title !== '' ? title : definition.description;
    named.set(item, { ...definition, description });
  }
  return named;
}

/** The channels of what is measured. Virtual ones only where chips are known to make them (hardware facts, 3.7). */
export function nameChannels(items: readonly Measured[]): GenericChannels {
  const pair = climatePair(items);
  // The pair is named first: the dew point is computed from the channels called temperature and relative_humidity.
  const named = nameAll([...pair, ...items.filter((item) => !pair.includes(item))]);
  const channels = items.flatMap((item) => named.get(item) ?? []);
  const makers = items.filter((item) => pair.includes(item) || MAKES_VIRTUAL.has(item.quantity));
  const virtual = withVirtualChannels(makers.flatMap((item) => named.get(item) ?? [])).filter(
    ({ details }) => details.virtual,
  );
  return { channels, all: [...channels, ...virtual] };
}

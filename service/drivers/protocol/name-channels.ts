/** Names the channels of a device that is not in the catalog, and adds the virtual ones. */
import { type ChannelDefinition, type ChannelLabels, identifierError } from '../../contract/index.ts';
import { channelLabels, labelText } from '../../devices/labels.ts';
import { channelOf, QUANTITIES, type QuantityName } from '../../devices/quantities.ts';
import { virtualChannelsOf } from '../../devices/virtual-channels.ts';
import type { Chip } from './chips.ts';
import { plainHeading, quantityOfUnit } from './headings.ts';
import type { LineColumn } from './line.ts';
import { contractUnit } from './units.ts';

/** Longest name from a heading, in characters. */
const MAX_NAME = 40;

/**
 * The channel of a column with an unknown meaning. Its name is the heading in snake_case; without a heading, or with
 * one that is the name of a known quantity, the column's number. With an unknown unit it is a raw channel.
 * @param place of the column, from 0
 * @param taken the names of the device's other channels; its own is added
 */
export function ownChannel({ title, unit }: LineColumn, place: number, taken: Set<string>): ChannelDefinition {
  const description = labelText(title);
  const definition = definitionOf({ title, unit }, nameOfHeading(title) ?? `column_${place + 1}`, taken);
  taken.add(definition.label);
  return { ...definition, description: description || definition.description };
}

function definitionOf(column: LineColumn, name: string, taken: ReadonlySet<string>): ChannelDefinition {
  const unit = contractUnit(column.unit);
  if (unit === undefined) return channelOf('raw', false, numbered('raw', 1, taken));
  const quantity = quantityOfUnit(column);
  return {
    description: name.replace('column_', 'Column '),
    details: { virtual: false },
    label: freeName(name, taken),
    type: quantity ? QUANTITIES[quantity].type : pascalCase(name),
    unit,
  };
}

/** The name itself, or `illuminance_2` if another channel has it. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? numbered(name, 2, taken) : name;
}

function numbered(name: string, first: number, taken: ReadonlySet<string>): string {
  let count = first;
  while (taken.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}

function nameOfHeading(title: string): string | undefined {
  const name = plainHeading(title.normalize('NFKD'))
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_NAME)
    .replaceAll(/^_+|_+$/g, '');
  // `temperature_2` belongs to a quantity as `temperature` does, and `column_2` to the second column.
  const base = name.replace(/(_\d+)+$/, '');
  const isTaken = Object.hasOwn(QUANTITIES, base) || base === 'column';
  return /^[a-z]/.test(name) && !isTaken && !identifierError(name) ? name : undefined;
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

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
  const virtual = virtualChannelsOf(makers.flatMap((item) => named.get(item) ?? []));
  const labels = channelLabels(items.map((item) => [named.get(item)?.label ?? '', deviceText(item)]));
  return { channels, all: [...channels, ...virtual], labels };
}

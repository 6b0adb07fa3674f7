/** The channels of an instrument that the catalogue does not know, made of what its columns say. */
import type { ChannelDefinition } from '../../contract/index.ts';
import { withVirtualChannels } from '../../devices/catalogue.ts';
import type { QuantityName } from '../../devices/quantities.ts';
import { channelOf, QUANTITIES } from '../../devices/quantities.ts';
import type { Chip } from './chips.ts';
import { chipsTitled } from './chips.ts';
import type { Column } from './line.ts';
import { converter } from './units.ts';

/** What a column measures when its unit is all that is known of it. A unit that several quantities have is not here. */
const BY_UNIT: Readonly<Record<string, QuantityName>> = {
  C: 'temperature',
  F: 'temperature',
  K: 'temperature',
  '%': 'relative_humidity',
  Pa: 'pressure',
  hPa: 'pressure',
  kPa: 'pressure',
  bar: 'pressure',
  psi: 'pressure',
  ppm: 'co2',
  lx: 'illuminance',
  V: 'voltage',
  mV: 'voltage',
  A: 'current',
  mA: 'current',
  W: 'power',
  mW: 'power',
  Hz: 'frequency',
  kHz: 'frequency',
  'm/s': 'air_speed',
  'm/sec': 'air_speed',
};

/** A percentage of a CO2 instrument (the DXC family) may be CO2 by volume: its unit alone tells nothing. */
const CO2_WORDS = /CO2|-DXC/i;

interface Guess {
  column: Column;
  quantity: QuantityName;
  chip: Chip | undefined;
}

function guess(product: string, column: Column): Guess {
  const chip = chipsTitled(column.title)[0];
  if (chip && converter(column.unit, QUANTITIES[chip.quantity].unit)) return { column, quantity: chip.quantity, chip };
  const ambiguous = column.unit === '%' && CO2_WORDS.test(`${product} ${column.title}`);
  const known = !ambiguous && Object.hasOwn(BY_UNIT, column.unit) ? BY_UNIT[column.unit] : undefined;
  return { column, quantity: known ?? 'raw', chip: undefined };
}

/** The first temperature and humidity that sense the same air. */
function climatePair(guesses: readonly Guess[]): readonly Guess[] {
  for (const humidity of guesses) {
    const { chip } = humidity;
    if (humidity.quantity !== 'relative_humidity' || !chip?.pair) continue;
    const temperature = guesses.find((other) => other.quantity === 'temperature' && other.chip?.pair === chip.pair);
    if (temperature) return [temperature, humidity];
  }
  return [];
}

/** Channel names: the quantity's own for the first of its kind, `_2` for the second; raw ones are numbered from 1. */
function nameAll(guesses: readonly Guess[]): Map<Guess, ChannelDefinition> {
  const counts = new Map<QuantityName, number>();
  const named = new Map<Guess, ChannelDefinition>();
  for (const item of guesses) {
    const { quantity, column } = item;
    const count = (counts.get(quantity) ?? 0) + 1;
    counts.set(quantity, count);
    const definition = channelOf(quantity, false, count > 1 || quantity === 'raw' ? `${quantity}_${count}` : quantity);
    const description = quantity === 'raw' && column.title !== '' ? column.title : definition.description;
    named.set(item, { ...definition, description });
  }
  return named;
}

export interface GenericChannels {
  /** One per column, in the order of the columns. */
  channels: ChannelDefinition[];
  /** Those, and the virtual ones that they make possible. */
  all: ChannelDefinition[];
}

/**
 * Channels by the chip that goes by a column's title, else by the column's unit, else raw. Virtual channels only where
 * the chips are known to make them (hardware facts, 3.7).
 */
export function genericChannels(product: string, columns: readonly Column[]): GenericChannels {
  const guesses = columns.map((column) => guess(product, column));
  const pair = climatePair(guesses);
  // The pair is named first: the dew point is computed from the channels called temperature and relative_humidity.
  const named = nameAll([...pair, ...guesses.filter((item) => !pair.includes(item))]);
  const channels = guesses.flatMap((item) => named.get(item) ?? []);
  const makers = guesses.filter((item) => pair.includes(item) || item.quantity === 'atmospheric_pressure');
  const virtual = withVirtualChannels(makers.flatMap((item) => named.get(item) ?? [])).filter(
    ({ details }) => details.virtual,
  );
  return { channels, all: [...channels, ...virtual] };
}

/** The channels of an instrument that the catalogue does not know, made of what its columns say. */
import type { QuantityName } from '../../devices/quantities.ts';
import { QUANTITIES } from '../../devices/quantities.ts';
import { chipsTitled } from './chips.ts';
import type { Column } from './line.ts';
import type { GenericChannels, Measured } from './name-channels.ts';
import { nameChannels } from './name-channels.ts';
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

function guess(product: string, { title, unit }: Column): Measured {
  const chip = chipsTitled(title)[0];
  // A chip that has no formula of ours may still send a line whose unit says what it is.
  if (chip && chip.quantity !== 'raw' && converter(unit, QUANTITIES[chip.quantity].unit)) {
    return { quantity: chip.quantity, chip, title };
  }
  const ambiguous = unit === '%' && CO2_WORDS.test(`${product} ${title}`);
  const known = !ambiguous && Object.hasOwn(BY_UNIT, unit) ? BY_UNIT[unit] : undefined;
  return { quantity: known ?? 'raw', chip: undefined, title };
}

/** Channels by the chip that goes by a column's title, else by the column's unit, else raw. */
export function genericChannels(product: string, columns: readonly Column[]): GenericChannels {
  return nameChannels(columns.map((column) => guess(product, column)));
}

/** The channels of an instrument that the catalogue does not know, made of what its columns say. */
import { QUANTITIES } from '../../devices/quantities.ts';
import { chipsTitled } from './chips.ts';
import { meaningOf, quantityOfUnit } from './headings.ts';
import type { LineColumn } from './line.ts';
import type { GenericChannels, MeasuredQuantity } from './name-channels.ts';
import { nameChannels } from './name-channels.ts';
import { converter } from './units.ts';

/** What a column measures: by the chip that goes by its title, else by its words, else by its unit. */
export function measuredBy(column: LineColumn): MeasuredQuantity {
  const chip = chipsTitled(column.title)[0];
  // A chip that has no formula of ours may still send a line whose unit says what it is.
  if (chip && chip.quantity !== 'raw' && converter(column.unit, QUANTITIES[chip.quantity].unit)) {
    return { ...column, quantity: chip.quantity, chip };
  }
  return { ...column, quantity: meaningOf(column)?.quantity ?? quantityOfUnit(column) ?? 'raw', chip: undefined };
}

/** Channels by what each column is known to measure; what is not known is shown under its own heading. */
export function genericChannels(columns: readonly LineColumn[]): GenericChannels {
  return nameChannels(columns.map(measuredBy));
}

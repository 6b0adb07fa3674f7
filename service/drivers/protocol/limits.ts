/** Between which values a reading is believed: what the chips can measure, as their conversions have it. */
import type { ChannelDefinition } from '../../contract/index.ts';
import { QUANTITIES } from '../../devices/quantities.ts';
import type { Range } from './chips/conversion.ts';
import { conversionOf } from './chips/index.ts';
import { CHIPS } from './chips.ts';
import { contractUnit } from './units.ts';

/** Relative humidity in %, over the serial line: a calibration moves a good value a little beyond what there is. */
const LINE_HUMIDITY: Range = { low: -5, high: 105 };

/**
 * The limits of a column's channel, in the channel's unit: the widest of the chips that can measure it; where none is
 * known, of all chips that measure something of its type. Undefined where one of them has no limits, or counts in another
 * unit than the column or the channel.
 */
export function limitsOf(
  chips: readonly number[],
  channel: ChannelDefinition | undefined,
  columnUnit: string,
): Range | undefined {
  if (channel?.unit === '%rh') return LINE_HUMIDITY;
  if (contractUnit(columnUnit) !== channel?.unit) return undefined;
  if (chips.length > 0) return widest(chips);
  const ofType = CHIPS.filter(({ quantity }) => QUANTITIES[quantity].type === channel?.type);
  if (ofType.some(({ quantity }) => QUANTITIES[quantity].unit !== channel?.unit)) return undefined;
  return widest(ofType.map(({ id }) => id));
}

function widest(chips: readonly number[]): Range | undefined {
  const ranges = chips.map((chip) => conversionOf(chip)?.range);
  let limits = ranges[0];
  for (const range of ranges) {
    if (!limits || !range) return undefined;
    limits = { low: Math.min(limits.low, range.low), high: Math.max(limits.high, range.high) };
  }
  return limits;
}

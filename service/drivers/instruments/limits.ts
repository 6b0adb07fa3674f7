/** Between which values a reading is believed: what the chips can measure, as their conversions have it. */
import type { ChannelDefinition } from '../../contract/index.ts';
import { QUANTITIES } from '../../devices/quantities.ts';
import { CHIPS } from './chips.ts';
import type { Range } from './raw/conversion.ts';
import { conversionOf } from './raw/index.ts';

/**
 * The limits of a channel, in its unit: the widest of the chips that can measure it; where none is known, of all chips
 * that measure something of its type. Undefined where one of them has no limits.
 */
export function limitsOf(chips: readonly number[], channel: ChannelDefinition | undefined): Range | undefined {
  if (chips.length > 0) return widest(chips);
  const ofType = CHIPS.filter(({ quantity }) => {
    const { type, unit } = QUANTITIES[quantity];
    return type === channel?.type && unit === channel.unit;
  });
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

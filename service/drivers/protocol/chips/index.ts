import { CLIMATE } from './climate.ts';
import type { ChipConversion } from './conversion.ts';
import { ELECTRICAL } from './electrical.ts';
import { GAS } from './gas.ts';
import { LIGHT } from './light.ts';
import { MS5611 } from './ms5611.ts';
import { RESISTANCE } from './resistance.ts';
import { THERMOCOUPLES } from './thermocouples/index.ts';

export { rawNumber } from './bytes.ts';

const CONVERSIONS = new Map<number, ChipConversion>([
  ...CLIMATE,
  ...MS5611,
  ...RESISTANCE,
  ...THERMOCOUPLES,
  ...GAS,
  ...LIGHT,
  ...ELECTRICAL,
]);

/** Undefined for a chip without a formula, whose value is `rawNumber` (docs/hardware.md#conversion-formulas). */
export function conversionOf(chip: number): ChipConversion | undefined {
  return CONVERSIONS.get(chip);
}

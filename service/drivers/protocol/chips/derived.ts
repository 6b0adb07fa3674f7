/**
 * Virtual channels from raw numbers of several chips (docs/hardware.md#virtual-channels). Those from magnitudes, such
 * as the dew point, are in `devices/virtual-channels.ts`.
 */
import type { QuantityName } from '../../../devices/quantities.ts';
import { noValue, toDataView } from './bytes.ts';
import { clampHumidity, sht7xHumidity } from './climate.ts';
import type { ReadingError } from './conversion.ts';
import { conversionOf } from './index.ts';

/** Illuminance from the wide and the infrared count of a TSL2561 or TSL2568 (docs/hardware.md#virtual-channels). */

/** A linear formula of both counts, valid while infrared is below a share of the wide count. */
interface Line {
  below: number;
  wide: number;
  infrared: number;
}

const TSL2568_LINES: readonly Line[] = [
  { below: 0.35, wide: 0.00763, infrared: 0.01031 },
  { below: 0.5, wide: 0.00817, infrared: 0.01188 },
  { below: 0.6, wide: 0.00723, infrared: 0.01 },
  { below: 0.72, wide: 0.00573, infrared: 0.0075 },
  { below: 0.85, wide: 0.00216, infrared: 0.00254 },
];

const TSL2561_LINES: readonly Line[] = [
  { below: 0.61, wide: 0.0224, infrared: 0.031 },
  { below: 0.8, wide: 0.0128, infrared: 0.0153 },
];

/** Undefined beyond the last line, and without light. */
function fromLines(lines: readonly Line[], wide: number, infrared: number): number | undefined {
  const line = lines.find(({ below }) => infrared / wide < below);
  return line && line.wide * wide - line.infrared * infrared;
}

/** Lux from a TSL2568's counts. With more infrared than its lines cover, the result is 0. */
export function tsl2568Lux(wide: number, infrared: number): number {
  return fromLines(TSL2568_LINES, wide, infrared) ?? 0;
}

/** Lux from a TSL2561's counts. */
export function tsl2561Lux(wide: number, infrared: number): number {
  const ratio = infrared / wide;
  if (ratio < 0.5) return 0.0304 * wide - 0.062 * wide * ratio ** 1.4;
  // The last line is in the sensor's data sheet, and missing in the manufacturer's library.
  return fromLines(TSL2561_LINES, wide, infrared) ?? (ratio <= 1.3 ? 0.00146 * wide - 0.00112 * infrared : 0);
}

export interface DerivedValue {
  quantity: QuantityName;
  /** Channel numbers of `compute`'s inputs, in its order. */
  inputs: readonly number[];
  /**
   * @param raws the data bytes of the inputs; undefined for one that was not read
   * @returns never NaN
   */
  compute(raws: readonly (Uint8Array | undefined)[]): number | ReadingError;
}

interface Rule {
  quantity: QuantityName;
  /** Required chips; without a value of each there is no result. */
  needs: readonly number[];
  /** Optional chips. */
  uses: readonly number[];
  /** @param numbers the converted values of `needs`, then of `uses`; those of `needs` are never undefined */
  compute(numbers: readonly (number | undefined)[], raws: readonly (Uint8Array | undefined)[]): number;
}

/** Below this count, the pair with 16 times the gain is more precise. */
const DIM = 3000;

/** Lux from a pair of counts, or in dim light from the pair with 16 times the gain. */
function luxOf(formula: (wide: number, infrared: number) => number): Rule['compute'] {
  return ([wide = 0, infrared = 0, finerWide, finerInfrared]) => {
    const isDim = wide < DIM && infrared < DIM;
    // A saturated count is undefined here.
    if (!isDim || finerWide === undefined || finerInfrared === undefined) return formula(wide, infrared);
    return formula(finerWide / 16, finerInfrared / 16);
  };
}

const RULES: readonly Rule[] = [
  { quantity: 'illuminance', needs: [0x05, 0x06], uses: [0x09, 0x0a], compute: luxOf(tsl2561Lux) },
  { quantity: 'illuminance', needs: [0x0b, 0x0d], uses: [0x0c, 0x0e], compute: luxOf(tsl2568Lux) },
  {
    quantity: 'compensated_relative_humidity',
    needs: [0x03, 0x04],
    uses: [],
    compute: ([celsius = 25], [, raw = new Uint8Array(2)]) => {
      // The sensor's own number, because the converted humidity is clamped.
      const number = toDataView(raw).getUint16(0);
      return clampHumidity((celsius - 25) * (0.01 + 0.000_08 * number) + sht7xHumidity(number));
    },
  },
];

/** Applies a rule to a device's chips; undefined if a required one is missing. */
function apply({ quantity, needs, uses, compute }: Rule, chips: readonly number[]): DerivedValue | undefined {
  const wanted = [...needs, ...uses].filter((chip) => chips.includes(chip));
  if (!needs.every((chip) => wanted.includes(chip))) return undefined;
  return {
    quantity,
    inputs: wanted.map((chip) => chips.indexOf(chip)),
    compute: (raws) => {
      const values = wanted.map((chip, place) => valueOf(chip, raws[place]));
      const missing = values.slice(0, needs.length).find((value) => typeof value !== 'number');
      if (missing !== undefined) return missing;
      return compute(
        values.map((value) => (typeof value === 'number' ? value : undefined)),
        raws,
      );
    },
  };
}

function valueOf(chip: number, raw: Uint8Array | undefined): number | ReadingError {
  if (!raw) return noValue('source reading missing');
  return conversionOf(chip)?.convert(raw, []) ?? noValue('source reading not supported');
}

/**
 * The derived values of a device.
 * @param chips the chip IDs, by channel number
 */
export function derivedValues(chips: readonly number[]): DerivedValue[] {
  return RULES.flatMap((rule) => apply(rule, chips) ?? []);
}

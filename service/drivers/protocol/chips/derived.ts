/**
 * Virtual channels computed from raw numbers of several chips (docs/hardware.md#virtual-channels). Those computed from
 * magnitudes, such as the dew point, are in `devices/virtual-channels.ts`.
 */
import type { QuantityName } from '../../../devices/quantities.ts';
import { noValue, toDataView } from './bytes.ts';
import { clampHumidity, sht7xHumidity } from './climate.ts';
import type { ReadingError } from './conversion.ts';
import { conversionOf } from './index.ts';

/** Illuminance from the wide and the infrared count of a TSL2561 or TSL2568 (docs/hardware.md#virtual-channels). */

/** A straight line of the two counts, where infrared is less than a part of the wide one. */
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

/** Undefined beyond the last line, and where there is no light at all. */
function fromLines(lines: readonly Line[], wide: number, infrared: number): number | undefined {
  const line = lines.find(({ below }) => infrared / wide < below);
  return line && line.wide * wide - line.infrared * infrared;
}

/** Lux of a TSL2568's counts. With more infrared than its lines know, nothing of the light is seen. */
export function tsl2568Lux(wide: number, infrared: number): number {
  return fromLines(TSL2568_LINES, wide, infrared) ?? 0;
}

/** Lux of a TSL2561's counts. */
export function tsl2561Lux(wide: number, infrared: number): number {
  const ratio = infrared / wide;
  if (ratio < 0.5) return 0.0304 * wide - 0.062 * wide * ratio ** 1.4;
  // The last line is in the sensor's data sheet, and missing in the maker's library.
  return fromLines(TSL2561_LINES, wide, infrared) ?? (ratio <= 1.3 ? 0.00146 * wide - 0.00112 * infrared : 0);
}

export interface DerivedValue {
  quantity: QuantityName;
  /** The numbers of the instrument's channels that `compute` wants, in its order. */
  inputs: readonly number[];
  /**
   * @param raws the data bytes of the inputs; undefined for one that was not read
   * @returns never NaN
   */
  compute(raws: readonly (Uint8Array | undefined)[]): number | ReadingError;
}

type Numbers = readonly (number | undefined)[];

interface Rule {
  quantity: QuantityName;
  /** The chips without which there is nothing, and without whose values there is no value. */
  needs: readonly number[];
  /** Further chips that it can use, where the instrument has them. */
  uses: readonly number[];
  /** @param numbers what the conversions of `needs` and then of `uses` give; of `needs` none is undefined */
  compute(numbers: Numbers, raws: readonly (Uint8Array | undefined)[]): number;
}

/** Below so many counts the pair with 16 times the gain is finer. */
const DIM = 3000;

/** Lux of a pair of counts, or of the pair with 16 times the gain where there is little light. */
function luxOf(formula: (wide: number, infrared: number) => number): Rule['compute'] {
  return ([wide = 0, infrared = 0, finerWide, finerInfrared]) => {
    const isDim = wide < DIM && infrared < DIM;
    // A finer count that is saturated is undefined here.
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
      // The sensor's own number, not the humidity that was clamped.
      const number = toDataView(raw).getUint16(0);
      return clampHumidity((celsius - 25) * (0.01 + 0.000_08 * number) + sht7xHumidity(number));
    },
  },
];

/** What a rule makes of an instrument's chips; undefined where one that it needs is missing. */
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
 * What the chips of an instrument make together.
 * @param chips the chip ids, by channel number
 */
export function derivedValues(chips: readonly number[]): DerivedValue[] {
  return RULES.flatMap((rule) => apply(rule, chips) ?? []);
}

/**
 * Virtual channels computed from raw numbers of several chips (docs/hardware.md#virtual-channels). Those computed from
 * magnitudes, such as the dew point, are in `devices/virtual-channels.ts`.
 */
import type { QuantityName } from '../../../devices/quantities.ts';
import { noValue, toDataView } from './bytes.ts';
import { clampHumidity, sht7xHumidity } from './climate.ts';
import type { ReadingError } from './conversion.ts';
import { tsl2561Lux, tsl2568Lux } from './illuminance.ts';
import { conversionOf } from './index.ts';

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

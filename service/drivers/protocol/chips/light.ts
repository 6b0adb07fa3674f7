/** Light sensors (docs/hardware.md#conversion-formulas). Most send counts without a unit, which become raw channels. */

import { noValue, u24le } from './bytes.ts';
import type { ChipConversion } from './conversion.ts';
import { conversion } from './define.ts';

/** The highest count of 16 bits: there may have been more light. */
const FULL = 0xffff;

const TOO_BRIGHT = noValue('sensor saturated: too much light');

/** A count of 16 bits, the least significant byte first, times the weight of one. */
function count16(weight: number, bytes: number | readonly number[] = 2): ChipConversion {
  return conversion({
    origin: 'maker',
    bytes,
    read: (view) => {
      const count = view.getUint16(0, true);
      return count === FULL ? TOO_BRIGHT : count * weight;
    },
  });
}

const COUNT = count16(1);

/** A count of 24 bits of the colour sensor. */
const COLOUR = conversion({ origin: 'maker', bytes: 3, read: (view) => u24le(view, 0) });

/** VEML6030: lux of a count with the highest gain and the longest time (its data sheet). */
const FINEST_LUX = 0.0036;

/** How much more a count is worth with another gain, by the gain's code: 1, 2, 1/8 and 1/4 (the sensor's data sheet). */
const GAIN_WEIGHTS: Readonly<Record<number, number>> = { 0: 2, 1: 1, 2: 16, 3: 8 };

/** And with a shorter time of integration than 800 ms, by its code. */
const TIME_WEIGHTS: Readonly<Record<number, number>> = { 3: 1, 2: 2, 1: 4, 0: 8, 8: 16, 0x0c: 32 };

const VEML6030_ALS = conversion({
  origin: 'sensor',
  bytes: 4,
  read: (view) => {
    const [count, gain, time] = [view.getUint16(0, true), view.getUint8(2), view.getUint8(3)];
    const [gainWeight, timeWeight] = [GAIN_WEIGHTS[gain], TIME_WEIGHTS[time]];
    if (gainWeight === undefined || timeWeight === undefined) {
      return noValue(`unknown sensor settings: gain ${gain}, time ${time}`);
    }
    return count === FULL ? TOO_BRIGHT : count * FINEST_LUX * gainWeight * timeWeight;
  },
});

/** TSL2561, TSL2568: wide and infrared, plain and with 16 times the gain. */
const TSL_CHIPS = [0x05, 0x06, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e];

export const LIGHT: readonly (readonly [number, ChipConversion])[] = [
  ...TSL_CHIPS.map((chip) => [chip, COUNT] as const),
  // VEML6075: µW/cm² of UV-A and UV-B, and what compensates them.
  [0x2a, count16(0.93)],
  [0x2b, count16(2.1)],
  [0x2c, COUNT],
  [0x2d, COUNT],
  [0x2e, VEML6030_ALS],
  // VEML6030 white light; the settings may follow as they do for the ambient light.
  [0x2f, count16(1, [2, 4])],
  [0x43, COLOUR],
  [0x44, COLOUR],
  [0x45, COLOUR],
  [0x46, COLOUR],
];

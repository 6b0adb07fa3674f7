/** Light sensors (docs/hardware.md#conversion-formulas). Most send counts without a unit, which become raw channels. */

import { noValue, u24le } from './bytes.ts';
import type { ChipConversion } from './conversion.ts';
import { conversion } from './define.ts';

/** The highest 16-bit count means saturation. */
const FULL = 0xffff;

const TOO_BRIGHT = noValue('sensor saturated: too much light');

/** A 16-bit count, least significant byte first, times the weight of one. */
function count16(weight: number, bytes: number | readonly number[] = 2): ChipConversion {
  return conversion({
    bytes,
    read: (view) => {
      const count = view.getUint16(0, true);
      return count === FULL ? TOO_BRIGHT : count * weight;
    },
  });
}

const COUNT = count16(1);

/** A 24-bit count of the color sensor. */
const COLOR = conversion({ bytes: 3, read: (view) => u24le(view, 0) });

/** VEML6030: lux per count with the highest gain and the longest integration time (its data sheet). */
const FINEST_LUX = 0.0036;

/** Weight of a count at other gains, by the gain's code: 1, 2, 1/8 and 1/4 (the sensor's data sheet). */
const GAIN_WEIGHTS: Readonly<Record<number, number>> = { 0: 2, 1: 1, 2: 16, 3: 8 };

/** Weight at integration times shorter than 800 ms, by code. */
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
  // VEML6075: µW/cm² of UV-A and UV-B, and their compensation channels.
  [0x2a, count16(0.93)],
  [0x2b, count16(2.1)],
  [0x2c, COUNT],
  [0x2d, COUNT],
  [0x2e, VEML6030_ALS],
  // VEML6030 white light; the settings may follow as for the ambient light.
  [0x2f, count16(1, [2, 4])],
  [0x43, COLOR],
  [0x44, COLOR],
  [0x45, COLOR],
  [0x46, COLOR],
];

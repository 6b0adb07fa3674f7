/** Temperature and humidity sensors that send one integer (docs/hardware.md#conversion-formulas). */

import { noValue, signed } from './bytes.ts';
import type { ChipConversion, Range } from './conversion.ts';
import { conversion } from './define.ts';

/** Relative humidity in %. */
export const HUMIDITY_RANGE: Range = { low: 0, high: 100 };

/** Relative humidity in %: the sensors' formulas exceed the physical range. */
export function clampHumidity(humidity: number): number {
  return Math.min(HUMIDITY_RANGE.high, Math.max(HUMIDITY_RANGE.low, humidity));
}

/** An SHT1x/7x sends 14 bits for temperature and 12 for humidity (its data sheet); a larger number is invalid. */
const SHT7X_TEMPERATURE_MAX = 0x3fff;
const SHT7X_HUMIDITY_MAX = 0xfff;

/** The formulas of the BS02 are for 12 and 8 bits; above, the humidity would decrease again. */
const BS02_TEMPERATURE_MAX = 0xfff;
const BS02_HUMIDITY_MAX = 0xff;

/** MLX90614: the number of -70.01 °C; the highest number is 452.20 °C. */
const MLX_LOWEST = 0x27ad;
const MLX_HIGHEST = 0x7fff;

/** Relative humidity in %, not yet clamped, of an SHT1x/7x at 25 °C. */
export function sht7xHumidity(number: number): number {
  return -2.0468 + 0.0367 * number - 1.5955e-6 * number ** 2;
}

/** A formula for an unsigned 16-bit number, most significant byte first, that may use fewer bits. */
function ofNumber(
  max: number,
  formula: (number: number) => number,
  range = { low: formula(0), high: formula(max) },
): ChipConversion {
  return conversion({
    bytes: 2,
    range,
    read: (view) => {
      const number = view.getUint16(0);
      return number > max ? noValue(`sensor value ${number} out of range`) : formula(number);
    },
  });
}

const SHT_TEMPERATURE = ofNumber(0xffff, (number) => -45 + (175 * number) / 65_535);
const SHT_HUMIDITY = ofNumber(0xffff, (number) => (100 * number) / 65_535, HUMIDITY_RANGE);

/** Temperature in °C of an MLX90614. */
function mlxTemperature(number: number): number {
  return -70.01 + (number - MLX_LOWEST) * (452.2 / (MLX_HIGHEST - MLX_LOWEST));
}

const MLX90614 = conversion({
  bytes: 2,
  range: { low: mlxTemperature(MLX_LOWEST), high: mlxTemperature(MLX_HIGHEST) },
  read: (view) => {
    const number = view.getUint16(0, true);
    if (number < MLX_LOWEST || number > MLX_HIGHEST) return noValue('sensor error or out of range');
    return mlxTemperature(number);
  },
});

export const CLIMATE: readonly (readonly [number, ChipConversion])[] = [
  // MCP980x, 12 bits.
  [
    0x00,
    conversion({ bytes: 2, range: { low: -128, high: 128 }, read: (view) => signed(view.getUint16(0) >> 4, 12) / 16 }),
  ],
  // LM75, 9 bits. The manufacturer's library reads it as unsigned; the sensor's data sheet has a sign.
  [
    0x01,
    conversion({
      origin: 'sensor',
      bytes: 2,
      range: { low: -128, high: 128 },
      read: (view) => signed(view.getUint16(0) >> 7, 9) * 0.5,
    }),
  ],
  [0x03, ofNumber(SHT7X_TEMPERATURE_MAX, (number) => -40 + 0.01 * number)],
  [0x04, ofNumber(SHT7X_HUMIDITY_MAX, (number) => clampHumidity(sht7xHumidity(number)), HUMIDITY_RANGE)],
  [0x07, ofNumber(BS02_TEMPERATURE_MAX, (number) => -40 + 0.04 * number)],
  [
    0x08,
    ofNumber(BS02_HUMIDITY_MAX, (number) => clampHumidity(-4 + 0.648 * number - 7.2e-4 * number ** 2), HUMIDITY_RANGE),
  ],
  // SE95, 13 bits.
  [
    0x0f,
    conversion({ bytes: 2, range: { low: -128, high: 128 }, read: (view) => signed(view.getUint16(0) >> 3, 13) / 32 }),
  ],
  // ADT7410, 16 bits.
  [0x11, conversion({ bytes: 2, range: { low: -256, high: 256 }, read: (view) => view.getInt16(0) / 128 })],
  [0x13, MLX90614],
  [0x14, MLX90614],
  // CC2: the two highest bits of the humidity and the two lowest of the temperature are not part of the number.
  [
    0x17,
    conversion({ bytes: 2, range: HUMIDITY_RANGE, read: (view) => ((view.getUint16(0) & 0x3fff) / 16_384) * 100 }),
  ],
  [
    0x18,
    conversion({
      bytes: 2,
      range: { low: -40, high: 125 },
      read: (view) => ((view.getUint16(0) >> 2) / 16_384) * 165 - 40,
    }),
  ],
  // SHT31, SHT35, and the SHT31 inside and outside of a case.
  [0x19, SHT_HUMIDITY],
  [0x20, SHT_TEMPERATURE],
  [0x1a, SHT_HUMIDITY],
  [0x1b, SHT_TEMPERATURE],
  [0xb0, SHT_TEMPERATURE],
  [0xb1, SHT_HUMIDITY],
  [0xb2, SHT_TEMPERATURE],
  [0xb3, SHT_HUMIDITY],
];

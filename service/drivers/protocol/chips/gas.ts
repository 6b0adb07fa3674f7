/** Gas sensors and particle counters (docs/hardware.md#conversion-formulas). */

import { noValue } from './bytes.ts';
import { clampHumidity, HUMIDITY_RANGE } from './climate.ts';
import type { ChipConversion, Range } from './conversion.ts';
import { conversion } from './define.ts';

/** A float32, most significant byte first: readings of the SCD30 and the SPS30. */
function float32(range: Range, read = (value: number): number => value): ChipConversion {
  return conversion({ bytes: 4, range, read: (view) => read(view.getFloat32(0)) });
}

/** SCD30: CO2 in ppm and temperature in °C, in the ranges of its data sheet. */
const SCD30_CO2 = float32({ low: 0, high: 40_000 });
const SCD30_TEMPERATURE = float32({ low: -40, high: 70 });

/** SCD30: humidity in %. Infinity is invalid, and must not be clamped. */
const SCD30_HUMIDITY = float32(HUMIDITY_RANGE, (value) => (Number.isFinite(value) ? clampHumidity(value) : Number.NaN));

/** SPS30: a concentration or a size. The sensor counts beyond the range of its data sheet. */
const AMOUNT = float32({ low: 0, high: Number.MAX_VALUE });

/** The range of a 16-bit count. */
const COUNT_RANGE = { low: 0, high: 0xffff };

/** Each of these status bits is an error of the CO2 sensor. */
const CO2_ERRORS = 0x7;

const CO2_PPM = conversion({
  // A fifth byte describes its automatic calibration.
  bytes: [4, 5],
  range: COUNT_RANGE,
  read: (view) => {
    const status = view.getUint16(0);
    return (status & CO2_ERRORS) === 0 ? view.getUint16(2) : noValue(`sensor error ${status & CO2_ERRORS}`);
  },
});

/** CCS811: gas in ppb, or carbon dioxide equivalent in ppm. */
const CCS811 = conversion({
  bytes: 3,
  range: COUNT_RANGE,
  read: (view) => (view.getUint8(0) === 0 ? noValue('no valid reading yet') : view.getUint16(1)),
});

/** DXC200: % by volume. */
const DXC200 = conversion({
  bytes: 5,
  range: { low: 0, high: 0xffff ** 2 / 10_000 },
  read: (view) => {
    const [status, value, multiplier] = [view.getUint8(0), view.getUint16(1), view.getUint16(3)];
    if (status !== 1) return noValue(`sensor status ${status}`);
    return multiplier === 0 ? noValue('sensor scale unknown') : (value * multiplier) / 10_000;
  },
});

/** SPS30: mass concentrations, number concentrations, typical size. */
const SPS30_CHIPS = [0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59];

export const GAS: readonly (readonly [number, ChipConversion])[] = [
  [0x40, CO2_PPM],
  [0x41, CCS811],
  [0x42, CCS811],
  // SCD30: CO2, temperature, humidity.
  [0x47, SCD30_CO2],
  [0x48, SCD30_TEMPERATURE],
  [0x49, SCD30_HUMIDITY],
  ...SPS30_CHIPS.map((chip) => [chip, AMOUNT] as const),
  [0x5a, DXC200],
  [0x5b, DXC200],
];

/** The MS5611 barometer in doubles, with second-order compensation (docs/hardware.md#ms5611). */

import { noValue, toDataView, u24le } from './bytes.ts';
import { type ChipConversion, isWithin, type Range, type ReadingError } from './conversion.ts';
import { wrongLength } from './define.ts';

const PRESSURE_CHIP = 0x15;

/** The sensor's range (its data sheet): 10 to 1200 mbar, here in kPa, and -40 to 85 °C. */
const PRESSURE_RANGE: Range = { low: 1, high: 120 };
const TEMPERATURE_RANGE: Range = { low: -40, high: 85 };

type Coefficients = readonly [c1: number, c2: number, c3: number, c4: number, c5: number, c6: number];

/** C1 to C6 from the two calibration blocks; undefined unless they are two blocks of 6 bytes. */
function coefficientsOf([first, second]: readonly Uint8Array[]): Coefficients | undefined {
  if (first?.length !== 6 || second?.length !== 6) return undefined;
  const [one, two] = [toDataView(first), toDataView(second)];
  return [
    one.getUint16(0, true),
    one.getUint16(2, true),
    one.getUint16(4, true),
    two.getUint16(0, true),
    two.getUint16(2, true),
    two.getUint16(4, true),
  ];
}

/** The difference to the reference temperature, and the temperature in 0.01 °C before second-order compensation. */
function firstOrder(d2: number, [, , , , c5, c6]: Coefficients): { dT: number; temp: number } {
  const dT = d2 - c5 * 2 ** 8;
  return { dT, temp: 2000 + (dT * c6) / 2 ** 23 };
}

/** Temperature in °C. */
function temperature(d2: number, coefficients: Coefficients): number {
  const { dT, temp } = firstOrder(d2, coefficients);
  return (temp < 2000 ? temp - dT ** 2 / 2 ** 31 : temp) / 100;
}

/** Pressure in Pa. */
function pressure(d1: number, d2: number, coefficients: Coefficients): number {
  const [c1, c2, c3, c4] = coefficients;
  const { dT, temp } = firstOrder(d2, coefficients);
  let offset = c2 * 2 ** 16 + (c4 * dT) / 2 ** 7;
  let sensitivity = c1 * 2 ** 15 + (c3 * dT) / 2 ** 8;
  if (temp < 2000) {
    offset -= (5 * (temp - 2000) ** 2) / 2;
    sensitivity -= (5 * (temp - 2000) ** 2) / 4;
  }
  if (temp < -1500) {
    offset -= 7 * (temp + 1500) ** 2;
    sensitivity -= (11 * (temp + 1500) ** 2) / 2;
  }
  return ((d1 * sensitivity) / 2 ** 21 - offset) / 2 ** 15;
}

/** The temperature, checked: outside the sensor's range the pressure is invalid too. */
function checkedTemperature(d2: number, coefficients: Coefficients): number | ReadingError {
  // The sensor replies 0 when it has not measured (its data sheet, "ADC read").
  if (d2 === 0) return noValue('no reading from the sensor');
  const celsius = temperature(d2, coefficients);
  const { low, high } = TEMPERATURE_RANGE;
  return isWithin(celsius, TEMPERATURE_RANGE) ? celsius : noValue(`out of sensor range, ${low} to ${high} °C`);
}

const NO_CALIBRATION = noValue('sensor calibration not read');

/** The blocks of a pressure chip's channel: its own number and the next. */
function calibrationBlocks(pressureChannel: number): readonly number[] {
  return [pressureChannel, pressureChannel + 1];
}

const PRESSURE: ChipConversion = {
  origin: 'maker',
  range: PRESSURE_RANGE,
  calibrationBlocks: calibrationBlocks,
  convert: (raw, calibration) => {
    const wrong = wrongLength(raw, [6]);
    if (wrong) return wrong;
    const coefficients = coefficientsOf(calibration);
    if (!coefficients) return NO_CALIBRATION;
    const [d1, d2] = [u24le(toDataView(raw), 0), u24le(toDataView(raw), 3)];
    const celsius = checkedTemperature(d2, coefficients);
    if (typeof celsius !== 'number') return celsius;
    if (d1 === 0) return noValue('no reading from the sensor');
    const kilopascals = pressure(d1, d2, coefficients) / 1000;
    const { low, high } = PRESSURE_RANGE;
    if (!isWithin(kilopascals, PRESSURE_RANGE)) return noValue(`out of sensor range, ${low} to ${high} kPa`);
    return kilopascals;
  },
};

const TEMPERATURE: ChipConversion = {
  // The second-order compensation of the temperature is from the data sheet: the manufacturer's library omits it.
  origin: 'sensor',
  range: TEMPERATURE_RANGE,
  calibrationBlocks: (channel, chips) => {
    const beside = [channel - 1, channel + 1].find((other) => chips[other] === PRESSURE_CHIP);
    const pressureChannel = beside ?? chips.indexOf(PRESSURE_CHIP);
    return pressureChannel === -1 ? [] : calibrationBlocks(pressureChannel);
  },
  convert: (raw, calibration) => {
    const wrong = wrongLength(raw, [3]);
    if (wrong) return wrong;
    const coefficients = coefficientsOf(calibration);
    return coefficients ? checkedTemperature(u24le(toDataView(raw), 0), coefficients) : NO_CALIBRATION;
  },
};

export const MS5611: readonly (readonly [number, ChipConversion])[] = [
  [PRESSURE_CHIP, PRESSURE],
  [0x16, TEMPERATURE],
];

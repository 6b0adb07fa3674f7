/** Devices that measure the resistance of a platinum probe (docs/hardware.md#conversion-formulas). */

import { noValue, readUint24BE, signed, toDataView } from './bytes.ts';
import { bisect, type ChipConversion, isWithin, type Range, type ReadingError } from './conversion.ts';
import { conversion, wrongLength } from './define.ts';
import { currentOf, FULL_SCALE, gainOf, isSaturated, REFERENCE_VOLTS } from './electrical.ts';

/** Coefficients of DIN 43760, which the devices use, per °C, °C² and °C⁴. */
const A = 3.908e-3;
const B = -5.8019e-7;
const C = -4.2735e-12;

/** The standard's range, in °C. */
const PLATINUM_RANGE: Range = { low: -200, high: 850 };

/** The resistance at a temperature in °C as a multiple of that at 0 °C; the c-term is the standard's. */
function ratioAt(celsius: number): number {
  const cold = celsius < 0 ? C * (celsius - 100) * celsius ** 3 : 0;
  return 1 + A * celsius + B * celsius ** 2 + cold;
}

const LOWEST_RATIO = ratioAt(PLATINUM_RANGE.low);
const HIGHEST_RATIO = ratioAt(PLATINUM_RANGE.high);

/**
 * Temperature in °C of a platinum resistance, by Callendar and Van Dusen (docs/hardware.md#platinum-resistance).
 * @param nominal its resistance at 0 °C in the same unit, 100 or 1000 ohms
 */
export function platinumCelsius(resistance: number, nominal: number): number | ReadingError {
  const ratio = resistance / nominal;
  if (!(ratio >= LOWEST_RATIO && ratio <= HIGHEST_RATIO)) {
    const { low, high } = PLATINUM_RANGE;
    return noValue(`probe disconnected, or temperature outside ${low} to ${high} °C`);
  }
  if (ratio < 1) return bisect(ratioAt, ratio, PLATINUM_RANGE.low, 0);
  // The form of the quadratic solution without a difference of two close numbers.
  return (2 * (ratio - 1)) / (A + Math.sqrt(A ** 2 - 4 * B * (1 - ratio)));
}

export const SATURATED = noValue('signal out of range; the probe may be disconnected');

/** Bytes of the TMC200's cold junction, with which its thermocouple readings start. */
export const COLD_JUNCTION_BYTES = 9;

/** Range of the TMC200's cold junction, in °C. */
const COLD_JUNCTION = { low: -40, high: 90 };

/** An RTD300 with a reference resistor: three wires. */
function threeWire(nominal: number, origin: ChipConversion['origin']): ChipConversion {
  return conversion({
    origin,
    bytes: 8,
    range: PLATINUM_RANGE,
    read: (view) => {
      const code = readUint24BE(view, 0);
      if (isSaturated(code)) return SATURATED;
      const reference = view.getUint16(3) + view.getInt16(6) / 8192;
      return platinumCelsius((reference * code) / (FULL_SCALE * gainOf(view.getUint8(5))), nominal);
    },
  });
}

/** An RTD300 with a known current: two wires. */
const TWO_WIRE = conversion({
  // The formula needs 6; the same device sends 8 for three wires.
  bytes: [6, 8],
  range: PLATINUM_RANGE,
  read: (view) => throughCurrent(readUint24BE(view, 0), view.getUint8(5), 0),
});

/** Temperature in °C of a PT100 with a known current; `trim` is added to its resistance, in ohms. */
function throughCurrent(code: number, settings: number, trim: number): number | ReadingError {
  const current = currentOf(settings);
  if (current === 0) return noValue('no current through the probe');
  if (isSaturated(code)) return SATURATED;
  return platinumCelsius(((code / FULL_SCALE / gainOf(settings)) * REFERENCE_VOLTS) / current + trim, 100);
}

/** The TMC200's cold junction in °C, from the first 9 bytes of a reading. */
export function tmc200ColdJunction(view: DataView): number | ReadingError {
  const celsius = throughCurrent(readUint24BE(view, 1), view.getUint8(6), view.getInt16(7) / 1000);
  if (typeof celsius !== 'number') return celsius;
  const { low, high } = COLD_JUNCTION;
  return isWithin(celsius, COLD_JUNCTION) ? celsius : noValue(`cold junction outside ${low} to ${high} °C`);
}

/** The first PT100 device: two 18-bit codes of 15.625 µV at gains of 2 and 8, and about 1 mA. */
const OLD_PT100: ChipConversion = {
  origin: 'maker',
  range: PLATINUM_RANGE,
  calibrationBlocks: (channel) => [channel],
  convert: (raw, [calibration]) => {
    const wrong = wrongLength(raw, [6]);
    if (wrong) return wrong;
    if (!calibration || calibration.length < 2) return noValue('device calibration not read');
    const codes = [readUint24BE(toDataView(raw), 0), readUint24BE(toDataView(raw), 3)].map((word) =>
      signed(word & 0x3ffff, 18),
    );
    if (codes.some((code) => code === 0x1ffff || code === -0x20000)) return SATURATED;
    const [probe = 0, lead = 0] = codes;
    const current = 1e-3 + toDataView(calibration).getInt16(0, true) / 1e7;
    if (current <= 0) return noValue('device calibration invalid');
    const volts = (probe * 15.625e-6) / 2 - 2 * ((lead * 15.625e-6) / 8);
    return platinumCelsius(volts / current, 100);
  },
};

export const RESISTANCE: readonly (readonly [number, ChipConversion])[] = [
  [0x12, OLD_PT100],
  [0x34, threeWire(100, 'maker')],
  [0x35, TWO_WIRE],
  // The manufacturer's library returns ohms here; the standard with 1000 ohms at 0 °C converts them to a temperature.
  [0x36, threeWire(1000, 'standard')],
  [0x37, conversion({ bytes: COLD_JUNCTION_BYTES, range: COLD_JUNCTION, read: tmc200ColdJunction })],
];

/** Voltage, current, power, and sensors that send a voltage (docs/hardware.md#conversion-formulas). */

import { noValue } from './bytes.ts';
import type { ChipConversion, ReadingError } from './conversion.ts';
import { conversion } from './define.ts';

/** Full scale of its positive codes. */
export const FULL_SCALE = 2 ** 23;

export const REFERENCE_VOLTS = 2.5;

/** This code and higher ones mean that the signal is outside the converter's range, or negative. */
const SATURATED = FULL_SCALE - 1;

/** Currents of its source in µA, by the lower half of the settings byte; 0 is off. */
const MICROAMPERES = [0, 10, 50, 100, 250, 500, 750, 1000, 1500, 2000];

/** Whether the code is invalid for a resistance. */
export function isSaturated(code: number): boolean {
  return code >= SATURATED;
}

/** The gain of the upper half of the settings byte: 1, 2, 4 ... 32768. */
export function gainOf(settings: number): number {
  return 2 ** (settings >> 4);
}

/** The current in A of the lower half of the settings byte; 0 if off. */
export function currentOf(settings: number): number {
  return (MICROAMPERES[settings & 0xf] ?? 0) / 1e6;
}

/** Pascals per psi, rounded as by the manufacturer (docs/hardware.md#units). */
const PSI_PASCALS = 6894.76;

/** Volts of a number that is a share of the 5 V supply. */
function ratiometric(number: number): number {
  return (number * 5) / 65_535;
}

/** Absolute pressure in kPa of an MPX4115 or MP3H6115A. */
const ABSOLUTE_PRESSURE = conversion({ bytes: 2, read: (view) => (view.getUint16(0) / 65_535 + 0.095) / 0.009 });

/** MPXV7002: the current voltage, and that at zero differential pressure. */
const DIFFERENTIAL_PRESSURE = conversion({
  bytes: 4,
  read: (view) => {
    const [now, zero] = [ratiometric(view.getUint16(0)), ratiometric(view.getUint16(2))];
    return ((now - (zero - 2.5)) / 5 - 0.5) / 0.2;
  },
});

const MLH150 = conversion({
  bytes: 2,
  read: (view) => {
    const psi = (Math.max(0, ratiometric(view.getUint16(0)) - 0.5) * 150) / 4;
    return (psi * PSI_PASCALS) / 1000;
  },
});

/** D6F-V03A1: volts and their air speed in m/s, with linear interpolation. */
const AIR_SPEEDS = [
  { volts: 0.5, speed: 0 },
  { volts: 0.7, speed: 0.75 },
  { volts: 1.11, speed: 1.5 },
  { volts: 1.58, speed: 2.25 },
  { volts: 2, speed: 3 },
] as const;

/** Air speed in m/s, 0 to 3. */
function airSpeed(volts: number): number {
  let [lower] = AIR_SPEEDS as readonly [{ volts: number; speed: number }, ...unknown[]];
  if (volts <= lower.volts) return lower.speed;
  for (const upper of AIR_SPEEDS) {
    if (volts < upper.volts) {
      return lower.speed + ((volts - lower.volts) / (upper.volts - lower.volts)) * (upper.speed - lower.speed);
    }
    lower = upper;
  }
  return lower.speed;
}

/** EM1: a fifth byte may contain the full-scale current in A; current and power need it. */
const EM1_BYTES = 5;

/** The number of an EM1 times the current of one step, in A. */
function em1Steps(view: DataView): number | ReadingError {
  const fullScale = view.getUint8(4);
  return fullScale === 0 ? noValue('full-scale current not set') : (view.getInt16(0) * fullScale) / 2 ** 15;
}

/** A tachometer counts its 12 MHz clock divided by 1024, truncated, between two pulses. */
const TACHOMETER_HZ = Math.trunc(12e6 / 1024);

export const ELECTRICAL: readonly (readonly [number, ChipConversion])[] = [
  [0x10, conversion({ bytes: 2, read: (view) => airSpeed(ratiometric(view.getUint16(0))) })],
  [0x30, conversion({ bytes: [2, EM1_BYTES], read: (view) => view.getInt16(0) * 1.25e-3 })],
  [0x31, conversion({ bytes: [2, EM1_BYTES], read: (view) => view.getInt16(0) * 2.5e-6 })],
  [
    0x32,
    conversion({
      bytes: EM1_BYTES,
      read: (view) => {
        const steps = em1Steps(view);
        return typeof steps === 'number' ? steps * 25 : steps;
      },
    }),
  ],
  [0x33, conversion({ bytes: EM1_BYTES, read: em1Steps })],
  // The converter inside the device's processor: raw.
  ...[0x80, 0x81, 0x82, 0x83, 0x84, 0x85].map(
    (chip) => [chip, conversion({ bytes: 2, read: (view) => view.getUint16(0, true) })] as const,
  ),
  [0x90, ABSOLUTE_PRESSURE],
  [0x91, conversion({ bytes: 2, read: (view) => ratiometric(view.getUint16(0)) })],
  [0x92, conversion({ bytes: 2, read: (view) => ratiometric(view.getUint16(0) ^ 0xffff) })],
  [0x93, ABSOLUTE_PRESSURE],
  [0x94, DIFFERENTIAL_PRESSURE],
  [0x95, MLH150],
  [0xa0, conversion({ bytes: 2, read: (view) => (view.getUint16(0) === 0 ? 0 : TACHOMETER_HZ / view.getUint16(0)) })],
];

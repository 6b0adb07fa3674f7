/** The analog-to-digital converter of the RTD300 and the TMC200: 24 bits, a gain, a current source. */

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

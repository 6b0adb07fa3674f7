/** Raw bytes as people write them, and what the conversion of a chip makes of them. */
import type { ReadingError } from '../../../../../service/drivers/protocol/chips/conversion.ts';
import { conversionOf } from '../../../../../service/drivers/protocol/chips/index.ts';

/** `12 A0` as bytes. */
export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.split(' ').filter(Boolean), (byte) => Number.parseInt(byte, 16));
}

/** What a chip's raw bytes are, with its calibration blocks. */
export function convert(chip: number, hex: string, ...calibration: string[]): number | ReadingError | undefined {
  return conversionOf(chip)?.convert(bytes(hex), calibration.map(bytes));
}

/** The value; NaN where there is none. */
export function valueOf(chip: number, hex: string, ...calibration: string[]): number {
  const value = convert(chip, hex, ...calibration);
  return typeof value === 'number' ? value : Number.NaN;
}

/** Why there is no value; empty where there is one. */
export function reasonOf(chip: number, hex: string, ...calibration: string[]): string {
  const value = convert(chip, hex, ...calibration);
  return typeof value === 'object' ? value.reason : '';
}

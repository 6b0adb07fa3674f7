/** A fault deep in nested conditions: a frame with a length, a kind, a serial number and a value that only one way leads to. */
import type { Target } from '../engine/target.ts';

const DIGITS = /^\d$/;

function isDigit(code: number | undefined): boolean {
  return code !== undefined && DIGITS.test(String.fromCharCode(code));
}

function parse(input: Uint8Array): void {
  if (input[0] !== 0x4d) return;
  if (input[1] !== 0x45) return;
  if (input[2] !== 0x4e) return;
  if (!isDigit(input[3])) return;
  if ((input[4] ?? 0) < 0xf0) return;
  if (input[5] === 0x53) {
    if (input[6] === 0x55) {
      if (input[7] === 0x52) throw new Error('The planted fault was met.');
    }
  }
}

export const target: Target = {
  covers: ['tests/fuzz/support/'],
  words: ['MEN', 'SUR'],
  maxBytes: 64,
  seeds: ['--------'],
  open: () => ({ run: parse }),
};

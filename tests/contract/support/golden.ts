/** Answers written by hand from the contract, and how an answer of the service is laid beside one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A moment as the contract writes it. */
export const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Channels that the service computes: their last digits may differ, up to this fraction. */
const VIRTUAL_CHANNELS = ['altitude', 'dew_point', 'heat_index', 'humidex'];
const TOLERANCE = 1e-9;

/** The text of a golden answer, with the values of this run in the places meant for them. */
export function golden(name: string, places: Record<string, string> = {}): string {
  const text = readFileSync(join(import.meta.dirname, '../golden', name), 'utf8').replace(/\n$/, '');
  return Object.entries(places).reduce((filled, [place, value]) => filled.replaceAll(`<${place}>`, value), text);
}

/**
 * Expects an answer to be the golden one byte by byte. Every timestamp must be the same well-formed moment; magnitudes
 * of virtual channels are compared with a tolerance, everything else exactly.
 */
export function expectGolden(actual: string, expected: string): void {
  const moments = new Set(actual.match(TIMESTAMP));
  expect(moments.size).toBe(expected.includes('<timestamp>') ? 1 : 0);
  let comparable = actual.replace(TIMESTAMP, '<timestamp>');
  for (const channel of VIRTUAL_CHANNELS) {
    // From the channel's name to its magnitude, in the full and in the compact form; product definitions have none.
    const pattern = new RegExp(`("${channel}":\\s*\\{[^{}]*(?:"value":\\s*\\{\\s*)?"magnitude":\\s*)(-?[0-9.e+-]+)`);
    const wanted = Number(pattern.exec(expected)?.[2]);
    comparable = comparable.replace(pattern, (_whole, before: string, digits: string) => {
      const difference = Math.abs(Number(digits) - wanted);
      expect(difference, `${channel} is ${digits}, not ${wanted}`).toBeLessThanOrEqual(Math.abs(wanted) * TOLERANCE);
      return `${before}${wanted}`;
    });
  }
  expect(comparable).toBe(expected);
}

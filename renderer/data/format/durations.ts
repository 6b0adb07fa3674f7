/** Durations: seconds in forms, whole milliseconds in the API. */

import { DECIMAL } from './number-input.ts';

/** Seconds, to the millisecond: `1`, `0.25`. */
export function secondsText(ms: number): string {
  const [whole = '0', fraction = ''] = (ms / 1000).toFixed(3).split('.');
  const digits = fraction.replace(/0+$/, '');
  return digits ? `${whole}${DECIMAL}${digits}` : whole;
}

/**
 * Parses seconds, or a value with a unit: `1.5`, `1.5 s`, `250 ms`, `2 min`.
 * @returns NaN for anything but whole milliseconds
 */
export function millisecondsOf(text: string): number {
  const normal = text.trim().replace(DECIMAL, '.');
  const [, whole = '', fraction = '', unit = 's'] = /^(\d+)(?:\.(\d+))?\s*(ms|s|min)?$/.exec(normal) ?? [];
  if (whole === '') return Number.NaN;
  if (unit === 'ms') return fraction ? Number.NaN : Number(whole);
  // As text: 1.001 s are 1001 ms, not 1000.9999 ms.
  if (fraction.length > 3) return Number.NaN;
  const ms = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'));
  return unit === 'min' ? ms * 60 : ms;
}

/** Undefined for an invalid port. */
export function portOf(text: string): number | undefined {
  const port = wholeNumberOf(text);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** A unit may follow; NaN for anything else. */
export function wholeNumberOf(text: string, unit = ''): number {
  const digits = text.trim().replace(new RegExp(`\\s*${unit}$`), '');
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

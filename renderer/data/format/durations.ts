/** Durations in forms and texts. The API has whole milliseconds, alarm rules have seconds. */

import { DECIMAL, formatNumberInput, parseNumberInput } from './numbers.ts';

/** Largest first. */
const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

const SECONDS_BY_UNIT: Readonly<Record<string, number>> = { s: 1, ...Object.fromEntries(UNITS) };

/** In the largest unit with a whole number. */
export function formatDuration(seconds: number): string {
  const [word, length] = UNITS.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['s', 1];
  return `${formatNumberInput(seconds / length)} ${word}`;
}

/** In seconds; NaN for an invalid text. */
export function parseDurationInput(text: string): number {
  const [, number = '', unit = 's'] = /^(.*?)\s*(s|min|h|d)?$/.exec(text.trim()) ?? [];
  const value = parseNumberInput(number) * (SECONDS_BY_UNIT[unit] ?? Number.NaN);
  return value >= 0 ? value : Number.NaN;
}

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

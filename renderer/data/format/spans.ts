/** Durations from seconds to days in forms: `45 s`, `10 min`, `1.5 h`, `2 d`. */

import { formatNumberInput, parseNumberInput } from './number-input.ts';
import { formatCount } from './numbers.ts';

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

/** `12 s`, `3 min`, `2 h 5 min`, `4 d 3 h` @param ms negative values count as 0 */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) return `${formatCount(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${formatCount(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined(`${formatCount(hours)} h`, minutes % 60, 'min');
  return joined(`${formatCount(Math.floor(hours / 24))} d`, hours % 24, 'h');
}

function joined(first: string, rest: number, unit: string): string {
  return rest === 0 ? first : `${first} ${formatCount(rest)} ${unit}`;
}

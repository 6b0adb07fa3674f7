/** Parses numbers with the decimal sign of the user's locale, or a point. */
import { decimalSign } from './numbers.ts';

/** The user's own decimal sign. */
export const DECIMAL = decimalSign();

/** A number as a field shows it, with all its digits. */
export function formatNumberInput(value: number): string {
  return String(value).replace('.', DECIMAL);
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A number as it is typed, its unit tolerated; NaN for anything else. */
export function parseNumberInput(text: string, unit = ''): number {
  const trimmed = text.trim();
  const bare = unit && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trim() : trimmed;
  // Typographers' minus is what a figure copied from this window has.
  const normal = bare.replace('−', '-').replace(DECIMAL, '.');
  return NUMBER.test(normal) ? Number(normal) : Number.NaN;
}

/** Parses numbers with the decimal sign of the user's locale, or a point. */
import { decimalSign } from './numbers.ts';

/** Of the user's locale. */
export const DECIMAL = decimalSign();

/** With all digits. */
export function formatNumberInput(value: number): string {
  return String(value).replace('.', DECIMAL);
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A unit may follow; NaN for anything else. */
export function parseNumberInput(text: string, unit = ''): number {
  const trimmed = text.trim();
  const bare = unit && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trim() : trimmed;
  // Values copied from this window have a true minus sign.
  const normal = bare.replace('−', '-').replace(DECIMAL, '.');
  return NUMBER.test(normal) ? Number(normal) : Number.NaN;
}

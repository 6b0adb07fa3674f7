/** Numbers and durations in the user's locale, for window, notifications and desktop shell. The only place that does. */

/** Cached: creating a format takes longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();

let usersLocale: string | undefined;

/** For numbers in a process whose own locale is not the user's, such as Electron's main process. @param locale a language tag */
export function setUsersLocale(locale: string | undefined): void {
  usersLocale = locale;
}

function numberFormat(kind: string, given: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = given ?? usersLocale;
  const key = `${kind} ${locale ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** The sign of negative numbers that are shown. Text fields, copied tables, files and code have the hyphen. */
const MINUS = '−';

/** `format` with the true minus sign, in every locale. */
function written(format: Intl.NumberFormat, value: number): string {
  return format.format(value).replaceAll('-', MINUS);
}

/** A shown number for other programs, which read only the hyphen as a sign. */
export function withHyphens(text: string): string {
  return text.replaceAll(MINUS, '-');
}

/** @param locale a language tag; undefined for the user's own */
export function formatFixed(value: number, decimals: number, locale?: string): string {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = numberFormat(`fixed ${decimals}`, locale, options);
  // No sign for a value that rounds to zero: "-0.00" would flicker.
  return written(format, Number(value.toFixed(decimals)) === 0 ? 0 : value);
}

/** `4.15E12`, `1E−6` @param digits maximum number of decimals */
export function formatScientific(value: number, digits: number, locale?: string): string {
  const options = { notation: 'scientific', maximumFractionDigits: digits } as const;
  return written(numberFormat(`scientific ${digits}`, locale, options), value);
}

/** As entered: up to six decimals, or six significant digits. */
export function formatEntered(value: number): string {
  const options = { maximumFractionDigits: 6, maximumSignificantDigits: 6, roundingPriority: 'morePrecision' } as const;
  return written(numberFormat('entered', undefined, options), value);
}

/** @param locale a language tag; undefined for the user's own */
export function decimalSign(locale?: string): string {
  return formatFixed(0.5, 1, locale).charAt(1);
}

/** With all digits; small numbers without an exponent, which fields do not accept. */
export function formatNumberInput(value: number): string {
  const text = String(value);
  const [digits = '', power] = text.split('e-');
  const decimals = Number(power) + (digits.split('.')[1]?.length ?? 0);
  return (power === undefined ? text : value.toFixed(Math.min(100, decimals))).replace('.', decimalSign());
}

/** `1,284,100` */
export function formatCount(value: number): string {
  return formatFixed(value, 0);
}

/** `1 reading`, `1,500 readings` */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Shown without a value. */
export const NO_VALUE = '–';

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

/** `12.5 s`, `1 h 0 min 12 s`: to the millisecond below a minute, then to the second. @param ms at least 0 */
export function formatExactDuration(ms: number): string {
  const total = Math.round(ms / 1000);
  if (total < 60) return `${formatEntered(ms / 1000)} s`;
  const parts: (readonly [count: number, unit: string])[] = [
    [Math.floor(total / 86_400), 'd'],
    [Math.floor(total / 3600) % 24, 'h'],
    [Math.floor(total / 60) % 60, 'min'],
    [total % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  const last = parts.findLastIndex(([count]) => count > 0);
  return parts
    .slice(first, last + 1)
    .map(([count, unit]) => `${formatCount(count)} ${unit}`)
    .join(' ');
}

function joined(first: string, rest: number, unit: string): string {
  return rest === 0 ? first : `${first} ${formatCount(rest)} ${unit}`;
}

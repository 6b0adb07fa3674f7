/** Texts of cells as times and numbers. */
import type { TimeZone } from '../../support/local-time.ts';
import { timeOfWall } from './time-zone.ts';

const DAY_MS = 86_400_000;

/** 1970-01-01 in days since 1899-12-30. */
const SERIAL_OF_1970 = 25_569;

/** Cells without a value in files of other programs. */
const EMPTY: ReadonlySet<string> = new Set(['', '-', '--', 'nan', 'n/a', 'na', 'null', 'none', 'error', 'err']);

const POINT_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const COMMA_NUMBER = /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/;

export type DecimalMark = 'point' | 'comma';

/** Whether a cell stands for a missing value. */
export function isEmptyCell(text: string): boolean {
  return text === '' || (text.length <= 5 && EMPTY.has(text.toLowerCase()));
}

/** Undefined for another text. @param mark undefined: either one */
export function numberOf(text: string, mark: DecimalMark | undefined): number | undefined {
  if (mark !== 'comma' && POINT_NUMBER.test(text)) return finite(Number(text));
  if (mark !== 'point' && COMMA_NUMBER.test(text)) return finite(Number(text.replace(',', '.')));
  return undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** `text`: a date and a time, with a zone or without. Serial: days since 1899-12-30, local. */
export type TimeKind = 'text' | 'serial' | 'unix_ms' | 'unix_s';

export type DateOrder = 'dmy' | 'mdy';

export interface TimeRules {
  readonly kind: TimeKind;
  readonly zone: TimeZone;
  readonly dateOrder: DateOrder | undefined;
  readonly mark: DecimalMark | undefined;
}

const TIME = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*([AaPp][Mm])?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:T|,?\s+)${TIME})?$`);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:(?:T|,?\s+)${TIME})?$`);

/** Longer than any time: patterns are slow on long cells, which the longest line may consist of. */
const MAX_TIME_TEXT = 64;

function yearFirst(text: string): RegExpExecArray | null {
  return text.length > MAX_TIME_TEXT ? null : YEAR_FIRST.exec(text);
}

function yearLast(text: string): RegExpExecArray | null {
  return text.length > MAX_TIME_TEXT ? null : YEAR_LAST.exec(text);
}

/** The days of a date with the year at its end: which of both is the day cannot be seen up to 12. */
export function unorderedDate(text: string): [first: number, second: number] | undefined {
  const found = yearLast(text);
  return found && found[2] !== '.' ? [Number(found[1]), Number(found[3])] : undefined;
}

/** Whether a text can be a date, or a date and a time. */
export function isDate(text: string): boolean {
  return yearFirst(text) !== null || yearLast(text) !== null;
}

/**
 * A time in milliseconds since 1970, or why it is none.
 * @param before that of the row before
 */
export function timeOf(text: string, { kind, zone, dateOrder, mark }: TimeRules, before: number): number | string {
  if (kind === 'text') return textTime(text, zone, dateOrder, before);
  const number = numberOf(text, mark);
  if (number === undefined) return `the time "${text}" is not a number`;
  if (kind === 'serial') return localTime(Math.round((number - SERIAL_OF_1970) * DAY_MS), zone, text, before);
  return Math.round(kind === 'unix_s' ? number * 1000 : number);
}

function textTime(text: string, zone: TimeZone, dateOrder: DateOrder | undefined, before: number): number | string {
  const iso = yearFirst(text);
  const other = iso ? null : yearLast(text);
  if (!iso && !other) return `"${text}" is not a date and a time`;
  const parts = iso ? iso.slice(1, 4) : dayOrder(other ?? [], dateOrder);
  if (typeof parts === 'string') return parts;
  const [year, month, day] = parts.map(Number);
  const [hours = '0', minutes = '0', seconds = '0', fraction = '', half, shift] = (iso ?? other ?? []).slice(
    iso ? 4 : 5,
  );
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  const ms = Math.floor(Number(`${fraction}000`.slice(0, 3)));
  const wall = Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0, hour, Number(minutes), Number(seconds), ms);
  const date = new Date(wall);
  const isReal = date.getUTCMonth() + 1 === month && date.getUTCDate() === day && hour < 24;
  if (!isReal || Number(minutes) > 59 || Number(seconds) > 59) return `there is no time "${text}"`;
  return shift === undefined ? localTime(wall, zone, text, before) : wall - shiftMs(shift);
}

/** Year, month and day. */
function dayOrder(found: readonly (string | undefined)[], order: DateOrder | undefined): string[] | string {
  const [text = '', first = '', sign, second = '', year = ''] = found;
  const [one, two] = [Number(first), Number(second)];
  const known = sign === '.' || one > 12 ? 'dmy' : two > 12 ? 'mdy' : order;
  if (!known) return `the order of day and month in "${text}" is unclear; set the date order`;
  return known === 'dmy' ? [year, second, first] : [year, first, second];
}

function shiftMs(shift: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(shift) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

function localTime(wall: number, zone: TimeZone, text: string, before: number): number | string {
  const at = timeOfWall(wall, zone, before);
  return Number.isNaN(at) ? `"${text}" does not exist in ${zone.name}: daylight saving time skips it` : at;
}

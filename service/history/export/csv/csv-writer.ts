/** Format of numbers, timestamps and headings, for exports and day files. */
import {
  type ChannelRef,
  type CsvOptions,
  knownDecimalsOf,
  roundTo,
  type TimeFormat,
} from '../../../contract/index.ts';
import { textCell } from '../../../support/csv.ts';
import { localTime, type TimeZone } from './time-zone.ts';

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

const DAY_MS = 86_400_000;

/** 1970-01-01 in days since 1899-12-30. */
const SERIAL_OF_1970 = 25_569;

export interface CsvWriter {
  readonly separator: string;
  /** Heading of the timestamp column, with its zone or unit. */
  readonly timeHeading: string;
  text(text: string): string;
  /**
   * The shortest text that reads back as the same double, rounded unless the options want all decimals; empty for a
   * non-finite number.
   * @param decimals of the channel; undefined: all
   */
  reading(magnitude: number, decimals: number | undefined): string;
  /** @param at milliseconds since 1970 */
  timestamp(at: number): string;
}

/** The decimals of a computed channel, by its ID; undefined for an unknown one. */
export type ComputedDecimals = (id: string) => number | undefined;

/** The decimals of a channel, unless the options want all; undefined if nothing says how much its unit resolves. */
export function csvDecimals(
  { family, serial, channel }: ChannelRef,
  unit: string,
  ofComputed?: ComputedDecimals,
): number | undefined {
  return (family === 'computed' ? ofComputed?.(serial) : undefined) ?? knownDecimalsOf(channel, unit);
}

/**
 * `E24638 temperature (°C)`, with a label `E24638 temperature_2 [Tank B] (°C)`.
 * @param value of an interval, as in `E24638 temperature mean (°C)`
 */
export function channelHeading(name: string, unit: string, label: string, value = ''): string {
  return [name, label && `[${label}]`, value, unit && `(${unit})`].filter(Boolean).join(' ');
}

/** Heading of the timestamps, with their zone or unit. */
export function timeHeadingOf(time: TimeFormat, zone: TimeZone): string {
  const units: Record<TimeFormat, string> = {
    iso: 'UTC',
    local: zone.name,
    serial: `days, ${zone.name}`,
    unix_ms: 'ms since 1970',
  };
  return `time (${units[time]})`;
}

/** Days since 1899-12-30 in local time, as spreadsheets count. @param at milliseconds since 1970 */
export function serialDate(at: number, zone: TimeZone): number {
  return localTime(at, zone) / DAY_MS + SERIAL_OF_1970;
}

/** @param decimals undefined: all */
export function roundedTo(magnitude: number, decimals: number | undefined): number {
  return decimals === undefined ? magnitude : roundTo(magnitude, decimals);
}

export function createCsvWriter(options: CsvOptions, zone: TimeZone): CsvWriter {
  const { separator: name, decimal_mark, time, decimals: wanted } = options;
  const separator = SEPARATORS[name];
  const number =
    decimal_mark === 'comma'
      ? (value: number) => (Number.isFinite(value) ? String(value).replace('.', ',') : '')
      : (value: number) => (Number.isFinite(value) ? String(value) : '');
  // With a decimal comma, spreadsheets read a timestamp with a fractional point as text.
  const local = decimal_mark === 'comma' ? (text: string) => text.replace('.', ',') : (text: string) => text;
  const timestampFormats: Record<TimeFormat, (at: number) => string> = {
    iso: (at) => new Date(at).toISOString(),
    local: (at) => local(new Date(localTime(at, zone)).toISOString().replace('T', ' ').slice(0, -1)),
    serial: (at) => number(serialDate(at, zone)),
    unix_ms: number,
  };
  return {
    separator,
    timeHeading: textCell(timeHeadingOf(time, zone), separator),
    text: (text) => textCell(text, separator),
    reading: (magnitude, decimals) => number(roundedTo(magnitude, wanted === 'all' ? undefined : decimals)),
    timestamp: timestampFormats[time],
  };
}

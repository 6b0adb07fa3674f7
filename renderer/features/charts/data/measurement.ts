/** Figures between the two measuring cursors, and their text for a spreadsheet. */

import type { DisplayUnit } from '../../../../service/contract/index.ts';
import { secondsText } from '../../../data/format/durations.ts';
import { formatEntered, formatNumberInput, localFieldText, NO_VALUE } from '../../../data/format/numbers.ts';
import type { View } from '../view/view.ts';
import type { RangeStatistics } from './statistics.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A value with its unit. */
export interface Quantity {
  readonly value: number;
  readonly unit: string;
}

/** The readings from cursor A to cursor B, both included: [from, to) in whole milliseconds, as readings are stamped. */
export function measuredRange({ from, to }: View): View {
  return { from: Math.floor(from), to: Math.floor(to) + 1 };
}

/** `12.345 s`, `1 min 2.5 s`, `2 d 3 h` @param ms from 0 */
export function formatDelta(ms: number): string {
  const all = Math.round(ms);
  const minutes = Math.floor(all / MINUTE_MS);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const rest = all % MINUTE_MS;
  return rest > 0 || words.length === 0 ? [...words, `${secondsText(rest)} s`].join(' ') : words.join(' ');
}

/** Δvalue: the last reading minus the first, in the contract's unit; null without a reading. */
export function difference({ first, last }: RangeStatistics): number | null {
  return first && last ? last.magnitude - first.magnitude : null;
}

/**
 * Mean slope, Δvalue / Δt, between the first and the last reading at their own times: per second up to 2 min, per minute
 * up to 2 h, else per hour. Null without two readings of different times.
 */
export function slope({ first, last }: RangeStatistics, unit: DisplayUnit): Quantity | null {
  if (!first || !last || last.at <= first.at) return null;
  const ms = last.at - first.at;
  const [length, word] = ms <= 2 * MINUTE_MS ? [1000, 's'] : ms <= 2 * HOUR_MS ? [MINUTE_MS, 'min'] : [HOUR_MS, 'h'];
  const value = unit.toShownDifference(((last.magnitude - first.magnitude) * length) / ms);
  return { value, unit: `${unit.unit}/${word}` };
}

/**
 * Area under the line in the display unit: times seconds up to 10 min, else hours. A unit with another zero adds its
 * offset for the time covered: ∫(a·v + b) dt = a·∫v dt + b·t.
 */
export function shownArea({ area, covered_ms: covered }: RangeStatistics, unit: DisplayUnit): Quantity | null {
  if (area === null) return null;
  const perSecond = unit.toShownDifference(area) + (unit.toShown(0) * covered) / 1000;
  const [seconds, word] = covered <= 10 * MINUTE_MS ? [1, 's'] : [3600, 'h'];
  return { value: perSecond / seconds, unit: unit.unit ? `${unit.unit}·${word}` : word };
}

/** Digits of a calculated value: more would be finer than the readings. */
const SIGNIFICANT_DIGITS = 4;

/** Four significant digits, and no whole digit less: `0.25 °C/min`, `60,042 °C·s` */
export function formatQuantity(quantity: Quantity | null): string {
  if (!quantity) return NO_VALUE;
  const { value, unit } = quantity;
  const rounded =
    Math.abs(value) < 10 ** SIGNIFICANT_DIGITS ? value.toPrecision(SIGNIFICANT_DIGITS) : Math.round(value);
  return `${formatEntered(Number(rounded))} ${unit}`;
}

/** `0.0811 Hz`; no value for 0. @param ms Δt */
export function formatFrequency(ms: number): string {
  return ms > 0 ? `${formatEntered(Number((1000 / ms).toPrecision(5)))} Hz` : NO_VALUE;
}

/** A row of the copied table. */
export interface MeasuredChannel {
  readonly title: string;
  readonly unit: DisplayUnit;
  readonly statistics: RangeStatistics;
}

const COLUMNS = [
  'Channel',
  'Unit',
  'Time A',
  'Value A',
  'Time B',
  'Value B',
  'Difference',
  'Slope',
  'Slope unit',
  'Minimum',
  'Maximum',
  'Mean',
  'Std. deviation',
  'Area',
  'Area unit',
  'Readings',
  'Gaps',
];

/** Separated by tabs, with all digits and hyphens as minus signs, so that spreadsheets read the numbers. */
export function measurementText({ from, to }: View, channels: readonly MeasuredChannel[]): string {
  const time = (at: number): string => localFieldText(at).replace('T', ' ');
  const head = [
    ['A', time(from)],
    ['B', time(to)],
    ['Δt (s)', formatNumberInput(Math.round(to - from) / 1000)],
    [],
    COLUMNS,
  ];
  return [...head, ...channels.map(copiedRow)].map((cells) => cells.map(cellText).join('\t')).join('\n');
}

function copiedRow({ title, unit, statistics }: MeasuredChannel): string[] {
  const number = (value: number | null = null): string => (value === null ? '' : formatNumberInput(value));
  const shown = (value: number | null = null): string => number(value === null ? value : unit.toShown(value));
  const apart = (value: number | null): string => number(value === null ? value : unit.toShownDifference(value));
  const time = (at: number | undefined): string => (at === undefined ? '' : localFieldText(at).replace('T', ' '));
  const { first, last, min, max, mean, standard_deviation: deviation, count, gaps } = statistics;
  const [rising, area] = [slope(statistics, unit), shownArea(statistics, unit)];
  return [
    title,
    unit.unit,
    time(first?.at),
    shown(first?.magnitude),
    time(last?.at),
    shown(last?.magnitude),
    apart(difference(statistics)),
    number(rising?.value),
    rising?.unit ?? '',
    shown(min),
    shown(max),
    shown(mean),
    apart(deviation),
    number(area?.value),
    area?.unit ?? '',
    String(count),
    String(gaps),
  ];
}

/** Names may contain any character. */
function cellText(text: string): string {
  return text.replace(/[\t\r\n]/g, ' ');
}

import { formatDuration, parseDurationInput } from '../../../data/format/durations.ts';
import type { ShownView, View } from './view.ts';

/** A range to show: the newest readings of this length in milliseconds, live, or a fixed range. */
export type ChartRange = { readonly last: number } | View;

/** Longest range in a link or a form, in milliseconds: 100 years. */
export const LONGEST_MS = 36_525 * 86_400_000;

const SECOND_MS = 1000;

/** Why a range cannot be shown; empty if it can. */
export function rangeError(range: ChartRange): string {
  if ('last' in range) {
    const isValid = range.last >= SECOND_MS && range.last <= LONGEST_MS;
    return isValid ? '' : 'The length must be at least 1 s and at most 100 years.';
  }
  const { from, to } = range;
  if (Number.isNaN(from) || Number.isNaN(to)) return 'Enter both times.';
  if (from >= to) return 'The start must be before the end.';
  return to - from > LONGEST_MS ? 'The range must be at most 100 years long.' : '';
}

/** The part of a route that holds the range, and the route without it. */
export interface RangeRoute {
  readonly base: string;
  /** `last=5min`, `from=…&to=…`; empty without one. */
  readonly text: string;
}

/** Splits `/devices/usb/E1/last=5min`. */
export function splitRoute(route: string): RangeRoute {
  const end = route.lastIndexOf('/');
  const text = route.slice(end + 1);
  return text.includes('=') ? { base: route.slice(0, end), text } : { base: route, text: '' };
}

/** As in a route: whole seconds, or times to the millisecond in UTC. */
export function formatRange(range: ChartRange): string {
  if ('last' in range) return `last=${formatDuration(Math.round(range.last / SECOND_MS)).replace(' ', '')}`;
  const time = (at: number): string => new Date(at).toISOString();
  return `from=${time(Math.floor(range.from))}&to=${time(Math.ceil(range.to))}`;
}

/** The range of a route; undefined if it has none, or an invalid one. */
export function parseRange(text: string): ChartRange | undefined {
  const query = new URLSearchParams(text);
  const last = query.get('last');
  const time = (name: string): number => Date.parse(query.get(name) ?? '');
  const range = last === null ? { from: time('from'), to: time('to') } : { last: parseDurationInput(last) * SECOND_MS };
  return rangeError(range) === '' ? range : undefined;
}

/** What is shown, as a range. */
export function rangeOf({ ms, fixed }: ShownView): ChartRange {
  return fixed ?? { last: ms };
}

export interface DayRange extends View {
  readonly word: string;
}

/**
 * Today up to now, yesterday, and the last calendar week, in local time.
 * @param firstDay of a week: 1 (Monday) to 7 (Sunday)
 */
export function dayRanges(now: number, firstDay: number): DayRange[] {
  const date = new Date(now);
  // By calendar days: a day with a clock change has 23 or 25 hours.
  const midnight = (daysAgo: number): number =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysAgo).getTime();
  const intoWeek = (date.getDay() - firstDay + 7) % 7;
  return [
    { word: 'Today', from: midnight(0), to: Math.max(now, midnight(0) + SECOND_MS) },
    { word: 'Yesterday', from: midnight(1), to: midnight(0) },
    { word: 'Last week', from: midnight(intoWeek + 7), to: midnight(intoWeek) },
  ];
}

/** The word of the day range that is shown, if any; of today, also one that ended earlier today. */
export function shownDayRange({ fixed }: ShownView, ranges: readonly DayRange[]): string | undefined {
  if (!fixed) return undefined;
  const [today, ...past] = ranges;
  if (today && fixed.from === today.from && fixed.to <= today.to) return today.word;
  return past.find(({ from, to }) => fixed.from === from && fixed.to === to)?.word;
}

/** The user's first day of the week: 1 (Monday) to 7 (Sunday). */
export function firstDayOfWeek(locale = navigator.language): number {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return known.getWeekInfo?.().firstDay ?? 1;
}

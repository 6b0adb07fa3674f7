const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const DURATION = /^(\d{1,9}(?:\.\d{1,3})?)(ms|[smhdw])$/;

/** The accepted form, for messages. */
export const DURATION_TEXT = 'a number with ms, s, m, h, d or w, such as 10s or 24h';

/** Milliseconds; undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = ''] = DURATION.exec(text) ?? [];
  const factor = UNITS[unit];
  return number === undefined || factor === undefined ? undefined : Math.round(Number(number) * factor);
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** The accepted form, for messages. */
export const TIMESTAMP_HELP =
  'now, an offset such as -24h, or a date or time such as 2026-11-20 or 2026-11-20T14:45 (local time unless it ends in Z or +01:00)';

/** Without a time zone it is local time. */
function parseIso(text: string): number | undefined {
  const [whole, ...fields] = ISO.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const zone = fields[7];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields
    .slice(0, 6)
    .map((part) => Number(part ?? 0));
  const ms = Number((fields[6] ?? '').padEnd(3, '0'));
  // `Date` would turn 30 February into 2 March, 24:00 into the next day, and the year 99 into 1999.
  const isDay = month >= 1 && month <= 12 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  if (!isDay || year < 100 || hour > 23 || minute > 59 || second > 59) return undefined;
  if (zone) return Date.UTC(year, month - 1, day, hour, minute, second, ms) - offsetOf(zone);
  return new Date(year, month - 1, day, hour, minute, second, ms).getTime();
}

/** Offset from UTC in milliseconds. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * Milliseconds since 1970; undefined if the text is not a time.
 * @param now milliseconds since 1970
 */
export function parseTimestamp(text: string, now: number): number | undefined {
  if (text === 'now') return now;
  if (!text.startsWith('-')) return parseIso(text);
  const ago = parseDuration(text.slice(1));
  return ago === undefined ? undefined : now - ago;
}

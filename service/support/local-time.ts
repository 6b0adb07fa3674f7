/** Minutes of the local time ahead of UTC at a time in milliseconds since 1970. */
export type ZoneOffset = (at: number) => number;

/** Of this computer. */
export const localOffset: ZoneOffset = (at) => -new Date(at).getTimezoneOffset();

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A time zone with its name, such as `Europe/Zurich`. */
export interface TimeZone {
  readonly name: string;
  readonly offsetOf: ZoneOffset;
}

/** Of this computer, now. */
export function localZone(): TimeZone {
  return { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, offsetOf: localOffset };
}

/** A local date and time as a time in UTC. */
function wallTime(at: number, offsetOf: ZoneOffset): number {
  return at + offsetOf(at) * MINUTE_MS;
}

/** `2026-11-29` @param at in milliseconds since 1970 */
export function localDate(at: number, offsetOf: ZoneOffset): string {
  return new Date(wallTime(at, offsetOf)).toISOString().slice(0, 10);
}

/** `14:02` @param at in milliseconds since 1970 */
export function localMinute(at: number, offsetOf: ZoneOffset): string {
  return new Date(wallTime(at, offsetOf)).toISOString().slice(11, 16);
}

/** Days since 1970 of the local date. */
function localDay(at: number, offsetOf: ZoneOffset): number {
  return Math.floor(wallTime(at, offsetOf) / DAY_MS);
}

/** Day of the week, 0 on Monday. @param at in milliseconds since 1970 @param days added to its local date */
export function localWeekday(at: number, days: number, offsetOf: ZoneOffset): number {
  // 1970-01-01 was a Thursday.
  return (localDay(at, offsetOf) + days + 3) % 7;
}

/**
 * A local time of day on the local date of a time, in milliseconds since 1970. Of one that exists twice, when daylight
 * saving time ends, it is the first; instead of one that is skipped, the first after it.
 * @param time as in `22:00`
 * @param days added to the date
 */
export function timeOfDay(at: number, time: string, days: number, offsetOf: ZoneOffset): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const wall = (localDay(at, offsetOf) + days) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
  const offsets = [offsetOf(wall - DAY_MS), offsetOf(wall + DAY_MS)].toSorted((a, b) => b - a);
  const candidates = offsets.map((offset) => wall - offset * MINUTE_MS);
  const existing = candidates.find((candidate) => wallTime(candidate, offsetOf) === wall);
  if (existing !== undefined) return existing;
  let skipped = Math.min(...candidates);
  while (wallTime(skipped, offsetOf) < wall) skipped += MINUTE_MS;
  return skipped;
}

/** `2026-11-29 14:02:10 +01:00` @param at in milliseconds since 1970 */
export function formatLocalTime(at: number, offsetOf: ZoneOffset): string {
  const offset = offsetOf(at);
  const text = new Date(at + offset * MINUTE_MS).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} ${formatOffset(offset)}`;
}

/** `13:02 to 14:02 +01:00`, with the later offset. */
export function formatLocalRange(from: number, to: number, offsetOf: ZoneOffset): string {
  return `${localMinute(from, offsetOf)} to ${localMinute(to, offsetOf)} ${formatOffset(offsetOf(to))}`;
}

function formatOffset(offset: number): string {
  const minutes = Math.abs(offset);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

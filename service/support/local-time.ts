/** Minutes of the local time ahead of UTC at a time in milliseconds since 1970. */
export type ZoneOffset = (at: number) => number;

/** Of this computer. */
export const localOffset: ZoneOffset = (at) => -new Date(at).getTimezoneOffset();

/** A time zone with its name, such as `Europe/Zurich`. */
export interface TimeZone {
  readonly name: string;
  readonly offsetOf: ZoneOffset;
}

/** Of this computer, now. */
export function localZone(): TimeZone {
  return { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, offsetOf: localOffset };
}

/** `2026-11-29 14:02:10 +01:00` @param at in milliseconds since 1970 */
export function formatLocalTime(at: number, offsetOf: ZoneOffset): string {
  const offset = offsetOf(at);
  const text = new Date(at + offset * 60_000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} ${formatOffset(offset)}`;
}

/** `13:02 to 14:02 +01:00`, with the later offset. */
export function formatLocalRange(from: number, to: number, offsetOf: ZoneOffset): string {
  const minute = (at: number): string => new Date(at + offsetOf(at) * 60_000).toISOString().slice(11, 16);
  return `${minute(from)} to ${minute(to)} ${formatOffset(offsetOf(to))}`;
}

function formatOffset(offset: number): string {
  const minutes = Math.abs(offset);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

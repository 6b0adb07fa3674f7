/** Local times of the files that are imported. */
import { localOffset, type TimeZone } from '../../support/local-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Offsets remembered of a zone: of a year of hours and more. */
const MAX_REMEMBERED = 10_000;

/** Offsets change at multiples of a quarter of an hour. */
const STEP_MS = HOUR_MS / 4;

const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::\d\d)?)?$/;

/** The zone of an IANA name; of this computer without a name. Undefined for an unknown name. */
export function zoneNamed(name: string | undefined): TimeZone | undefined {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (name === undefined || name === own) return { name: own, offsetOf: localOffset };
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  const remembered = new Map<number, number>();
  const offsetOf = (at: number): number => {
    const step = Math.floor(at / STEP_MS);
    const known = remembered.get(step);
    if (known !== undefined) return known;
    const [, sign, hours, minutes] = OFFSET.exec(format.format(step * STEP_MS)) ?? [];
    const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(step, offset);
    return offset;
  };
  return { name, offsetOf };
}

/**
 * The time of a local time, in milliseconds since 1970. When daylight saving time ends, an hour occurs twice: the first
 * one counts, unless the time of the row before is later. NaN for a time that is skipped when it begins.
 * @param wall the local time as if it were UTC
 * @param before time of the row before; -Infinity for the first one
 */
export function timeOfWall(wall: number, { offsetOf }: TimeZone, before: number): number {
  const [earlier, later] = [offsetOf(wall - DAY_MS), offsetOf(wall + DAY_MS)];
  if (earlier === later) return wall - earlier * MINUTE_MS;
  const exists = (at: number): boolean => at + offsetOf(at) * MINUTE_MS === wall;
  const found = [earlier, later].map((offset) => wall - offset * MINUTE_MS).filter(exists);
  const ordered = found.toSorted((a, b) => a - b);
  return ordered.find((at) => at >= before) ?? ordered.at(-1) ?? Number.NaN;
}

/** What a local time needs to know of its zone. */

export interface TimeZone {
  /** Its name by IANA: `Europe/Berlin`. */
  readonly name: string;
  /** Minutes that local time is ahead of UTC at a moment (milliseconds since 1970). */
  offsetAt(at: number): number;
}

const MINUTE_MS = 60_000;

/** The zone of this computer. Asking costs: the answer is kept for moments of the same minute. */
export function systemTimeZone(): TimeZone {
  let minute = Number.NaN;
  let offset = 0;
  return {
    name: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    offsetAt: (at) => {
      const asked = Math.floor(at / MINUTE_MS);
      if (asked !== minute) {
        minute = asked;
        offset = -new Date(at).getTimezoneOffset();
      }
      return offset;
    },
  };
}

/** A moment moved so that its UTC reading is its local time; for showing alone. */
export function localTime(at: number, zone: TimeZone): number {
  return at + zone.offsetAt(at) * MINUTE_MS;
}

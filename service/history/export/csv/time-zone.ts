export interface TimeZone {
  /** IANA name: `Europe/Berlin`. */
  readonly name: string;
  /** Minutes that local time is ahead of UTC at a timestamp (milliseconds since 1970). */
  offsetAt(at: number): number;
}

const MINUTE_MS = 60_000;

/** The zone of this computer. The lookup is slow, so its result is cached for timestamps of the same minute. */
export function systemTimeZone(): TimeZone {
  let minute = Number.NaN;
  let offset = 0;
  return {
    name: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    offsetAt: (at) => {
      const current = Math.floor(at / MINUTE_MS);
      if (current !== minute) {
        minute = current;
        offset = -new Date(at).getTimezoneOffset();
      }
      return offset;
    },
  };
}

/** A timestamp shifted so that its UTC fields show local time; only for formatting. */
export function localTime(at: number, zone: TimeZone): number {
  return at + zone.offsetAt(at) * MINUTE_MS;
}

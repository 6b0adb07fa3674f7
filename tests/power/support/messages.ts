/** What the guest writes to its answer port, a line of JSON each. */

/** What the event stream has told of one instrument so far. */
export interface Seen {
  /** The channel that stands for the instrument. */
  channel: string;
  /** Valid ones. */
  readings: number;
  /** Milliseconds since 1970, by the guest's clock: of the first and of the newest. */
  first: number;
  last: number;
}

/** Between two reports of a guest that measures, in milliseconds. */
export const REPORT_MS = 100;

/** Each `REPORT_MS`, while it measures. */
export interface MeasureReport {
  now: number;
  seen: Record<string, Seen>;
}

/** A question about what is left after the cut: how many readings an instrument has in a stretch. */
export interface Ask {
  serial: string;
  channel: string;
  from: number;
  /** Inclusive. */
  last: number;
}

/** What can be wrong with an emulated instrument, while it lasts. One-off faults are methods of the emulator. */
export interface Faults {
  /** This many of the next D lines carry a wrong check sum; Infinity until set to 0. */
  wrongCrc: number;
  /** Nothing is sent at all, also no answers. */
  silent: boolean;
  /** No D line is sent; commands are answered. */
  noData: boolean;
  /** Columns, counted from 1, that show ERROR. */
  errorColumns: Set<number>;
  /** Lines end with LF alone. */
  bareLineFeed: boolean;
  /** Check sums in upper case. */
  upperCaseCrc: boolean;
  /** The answer to INFO: `given`, `missing`, or the milliseconds by which it is late. */
  info: 'given' | 'missing' | number;
  /** The answers to POLL and FRAC are left out; the commands still work. */
  noEcho: boolean;
  /** The first line after the port is opened lacks its beginning. */
  partialFirstLine: boolean;
  /** A command that comes sooner than this many milliseconds after the one before is lost. */
  commandGapMs: number;
  /** PROTOCOL USB is not obeyed: after a RESET the instrument is back with its port. */
  keepsProtocol: boolean;
}

/** Nothing wrong. */
export function noFaults(): Faults {
  return {
    wrongCrc: 0,
    silent: false,
    noData: false,
    errorColumns: new Set(),
    bareLineFeed: false,
    upperCaseCrc: false,
    info: 'given',
    noEcho: false,
    partialFirstLine: false,
    commandGapMs: 0,
    keepsProtocol: false,
  };
}

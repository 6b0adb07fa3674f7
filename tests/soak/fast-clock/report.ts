/** What the program with the fast clock is told, and what it tells. */
import type { Held, Resident } from './held.ts';

export interface ProgramTask {
  hours: number;
  /** How much faster than real time, at most. */
  factor: number;
  /** Of the broker. */
  port: number;
  dataDir: string;
  /** Gets every moment that is to be published, one a line. */
  truthFile: string;
}

/** What there is at the end of an hour. */
export interface HourLook extends Resident {
  hour: number;
  main: Held;
  /** The history's own. */
  thread: Held;
  /** In the data folder, CSV files apart. */
  files: number;
  /** What the history takes, and may take. */
  bytes: number;
  limitBytes: number;
  /** How old the oldest reading is that is kept as such. */
  oldestReadingDays: number;
  timers: number;
  handles: number;
  /** Messages that wait for the broker. */
  queued: number;
}

/** By device, as in `usb/SIM00001`. */
type Counts = Record<string, number>;

export interface ProgramReport {
  looks: HourLook[];
  /** Readings (single channels) and moments that the registry told. */
  readings: Counts;
  moments: Counts;
  /** Moments with at least one valid value. */
  published: number;
  /** Readings in the history, by its sums. */
  kept: Counts;
  /** Rows in CSV files. */
  rows: Counts;
  /** Those files, and the local days that they are of. */
  csv: { files: number; days: number };
  /** Alarms that were raised, and that stand in the log. */
  alarms: number;
  alarmsLogged: number;
  /** What history, registry and MQTT client count themselves. */
  stored: number;
  registry: number;
  dropped: number;
  mqttDropped: number;
  /** What was logged as an error. */
  failed: string[];
  timerRuns: number;
}

/** From the program to its parent, and back. */
export type Wish = 'broker on' | 'broker off';
export type ToParent = { wish: Wish } | { report: ProgramReport };
export type ToProgram = { task: ProgramTask } | { done: Wish };

/** Messages between the program with the fast clock and its parent. */
import type { Held, Resident } from './held.ts';

export interface ProgramTask {
  hours: number;
  /** Maximum speed relative to real time. */
  factor: number;
  /** Port of the broker. */
  port: number;
  dataDir: string;
  /** Receives every sample set to be published, one per line. */
  truthFile: string;
}

/** The check at the end of an hour. */
export interface HourLook extends Resident {
  hour: number;
  main: Held;
  /** The history's thread. */
  thread: Held;
  /** In the data folder, without CSV files. */
  files: number;
  /** Size of the history, and its limit. */
  bytes: number;
  limitBytes: number;
  /** Age of the oldest raw reading. */
  oldestReadingDays: number;
  timers: number;
  handles: number;
  /** Messages queued for the broker. */
  queued: number;
}

/** By device, as in `usb/SIM00001`. */
type Counts = Record<string, number>;

export interface ProgramReport {
  looks: HourLook[];
  /** Channel readings and sample sets reported by the registry. */
  readings: Counts;
  moments: Counts;
  /** Sample sets with at least one valid value. */
  published: number;
  /** Readings in the history, by its hour aggregates. */
  kept: Counts;
  /** Rows in CSV files. */
  rows: Counts;
  /** CSV files, and their local days. */
  csv: { files: number; days: number };
  /** Alarms raised, and in the log. */
  alarms: number;
  alarmsLogged: number;
  /** Counters of history, registry and MQTT client. */
  stored: number;
  registry: number;
  dropped: number;
  mqttDropped: number;
  /** Logged errors. */
  failed: string[];
  timerRuns: number;
}

/** From the program to its parent, and back. */
export type Wish = 'broker on' | 'broker off';
export type ToParent = { wish: Wish } | { report: ProgramReport };
export type ToProgram = { task: ProgramTask } | { done: Wish };

/** What is wrong just now: one entry per code and subject. */
import type { Problem } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';

/** The stable words for the kinds of problem. docs/problems.md explains each. */
export type ProblemCode =
  /** A serial port is held by another program. */
  | 'port-busy'
  /** A serial port may not be opened by this user. */
  | 'port-permission'
  /** A port added by hand does not exist. */
  | 'port-missing'
  /** A port opened, but no instrument spoke on it. */
  | 'port-silent'
  /** A port failed in another way. */
  | 'port-failed'
  /** An instrument in USB mode may not be opened by this user. */
  | 'usb-permission'
  /** An instrument in USB mode is held by another program. */
  | 'usb-busy'
  /** An instrument in USB mode does not answer, or not in a way that can be understood. */
  | 'usb-silent'
  /** An instrument in USB mode failed in another way. */
  | 'usb-failed'
  /** Two instruments of one family carry the same serial number. */
  | 'duplicate-serial'
  /** An instrument of a known product has headings that fit none of its channels for certain. */
  | 'unclear-heading'
  /** A driver could not start, or crashed. */
  | 'driver-failed'
  /** A file of the service's own cannot be written to the data folder. */
  | 'data-folder-failed'
  /** Other users of the computer may read the data folder. */
  | 'data-folder-open'
  /** A file of settings was damaged and set aside. */
  | 'settings-damaged'
  /** The end of the program had cut a restore or a reset short. */
  | 'restore-interrupted'
  /** An MQTT broker refuses a client, or cannot be trusted: something must be changed. */
  | 'broker-refused'
  /** Readings for a broker that is away cannot be kept on disk. */
  | 'outbox-unusable'
  /** A gateway does not answer as one, or cannot be reached as it is configured: something must be changed. */
  | 'gateway-failed'
  /** The disk has no room for what is measured. */
  | 'history-full'
  /** What is measured cannot be kept for another reason. */
  | 'history-failed'
  /** The disk takes what is measured more slowly than it comes. */
  | 'history-slow'
  /** The file of the history was damaged and set aside. */
  | 'history-damaged'
  /** CSV files cannot be written day by day. */
  | 'csv-log-failed';

/** What a part of the service reports as wrong. */
export interface ProblemReport {
  code: ProblemCode;
  /** What it is about: a port, a serial number. */
  subject: string;
  text: string;
  remedy: string;
}

/** Most problems that are kept at a time: a bound against a driver gone wild. */
const MAX_PROBLEMS = 200;

/** The open problems, in the order they began. */
export class ActiveProblems {
  readonly #open = new Map<string, Problem>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds or replaces; answers the problem, or undefined when nothing is new or the list is full. */
  raise(report: ProblemReport): Problem | undefined {
    const id = `${report.code} ${report.subject}`;
    const known = this.#open.get(id);
    if (known?.text === report.text && known.remedy === report.remedy) return undefined;
    if (!known && this.#open.size >= MAX_PROBLEMS) return undefined;
    const problem = { ...report, since: known?.since ?? new Date(this.#clock.now()).toISOString() };
    this.#open.set(id, problem);
    return problem;
  }

  /** Removes; answers what was removed, if it was there. */
  clear({ code, subject }: Pick<ProblemReport, 'code' | 'subject'>): Problem | undefined {
    const id = `${code} ${subject}`;
    const problem = this.#open.get(id);
    this.#open.delete(id);
    return problem;
  }

  all(): Problem[] {
    return [...this.#open.values()];
  }
}

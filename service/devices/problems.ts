import type { Problem } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';

/** Stable codes; docs/problems.md explains each. */
export type ProblemCode =
  /** Another program uses a serial port. */
  | 'port-busy'
  /** This user may not open a serial port. */
  | 'port-permission'
  /** A port added by hand does not exist. */
  | 'port-missing'
  /** A port opened, but no device replied on it. */
  | 'port-silent'
  | 'port-failed'
  /** This user may not open a device in USB mode. */
  | 'usb-permission'
  /** Another program uses a device in USB mode. */
  | 'usb-busy'
  /** A device in USB mode does not reply, or not in a known form. */
  | 'usb-silent'
  /** A device in USB mode failed in another way. */
  | 'usb-failed'
  /** Two devices of one family have the same serial number. */
  | 'duplicate-serial'
  /** A device of a known product has headings that match none of its channels with certainty. */
  | 'unclear-heading'
  /** A driver could not start, or crashed. */
  | 'driver-failed'
  /** The service cannot write one of its files to the data folder. */
  | 'data-folder-failed'
  /** Other accounts of the computer can read the data folder. */
  | 'data-folder-open'
  /** A settings file was damaged and set aside. */
  | 'settings-damaged'
  /** A restore or a reset was interrupted by the end of the program. */
  | 'restore-interrupted'
  /** An MQTT broker refuses a client, or cannot be trusted, until something is changed. */
  | 'broker-refused'
  /** The outbox of a disconnected broker cannot be stored on disk. */
  | 'outbox-unusable'
  /** A gateway sends invalid responses, or cannot be reached until its configuration is changed. */
  | 'gateway-failed'
  /** The disk has no room for readings. */
  | 'history-full'
  /** Readings cannot be stored for another reason. */
  | 'history-failed'
  /** The disk stores readings more slowly than they arrive. */
  | 'history-slow'
  /** The history file was damaged and set aside. */
  | 'history-damaged'
  /** The daily CSV files cannot be written. */
  | 'csv-log-failed';

export interface ProblemReport {
  code: ProblemCode;
  /** Such as a port or a serial number. */
  subject: string;
  text: string;
  remedy: string;
}

/** Limits the problems of a faulty driver. */
const MAX_PROBLEMS = 200;

/** One problem per code and subject, in the order in which they began. */
export class ActiveProblems {
  readonly #open = new Map<string, Problem>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Adds or replaces a problem.
   * @returns the problem; undefined when nothing changed or the list is full
   */
  raise(report: ProblemReport): Problem | undefined {
    const id = `${report.code} ${report.subject}`;
    const known = this.#open.get(id);
    if (known?.text === report.text && known.remedy === report.remedy) return undefined;
    if (!known && this.#open.size >= MAX_PROBLEMS) return undefined;
    const problem = { ...report, since: known?.since ?? new Date(this.#clock.now()).toISOString() };
    this.#open.set(id, problem);
    return problem;
  }

  /** @returns the removed problem, if there was one */
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

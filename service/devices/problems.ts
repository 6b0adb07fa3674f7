import type { Problem } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';

/** Stable codes; docs/problems.md explains each. */
export type ProblemCode =
  | 'port-busy'
  | 'port-permission'
  | 'port-missing'
  | 'port-silent'
  | 'port-failed'
  | 'usb-permission'
  | 'usb-busy'
  | 'usb-silent'
  | 'usb-failed'
  | 'duplicate-serial'
  | 'unclear-heading'
  | 'correction-due'
  | 'alarm-rule-units'
  | 'alarm-rules-over-limit'
  | 'driver-failed'
  | 'data-folder-failed'
  | 'data-folder-open'
  | 'settings-damaged'
  | 'restore-interrupted'
  | 'broker-refused'
  | 'database-refused'
  | 'notification-failed'
  | 'outbox-unusable'
  | 'gateway-failed'
  | 'history-full'
  | 'history-failed'
  | 'history-slow'
  | 'history-damaged'
  | 'history-over-limit'
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

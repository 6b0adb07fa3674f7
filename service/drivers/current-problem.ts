import type { ProblemReport } from '../devices/problems.ts';
import type { Emitter } from '../support/emitter.ts';
import { errorClause } from '../support/errors.ts';
import type { DriverEvents } from './driver.ts';

/** The single problem of a port or USB device, if any. */
export class CurrentProblem {
  readonly #events: Emitter<DriverEvents>;
  #open: ProblemReport | undefined;

  constructor(events: Emitter<DriverEvents>) {
    this.#events = events;
  }

  get code(): ProblemReport['code'] | undefined {
    return this.#open?.code;
  }

  set(report: ProblemReport | undefined): void {
    const before = this.#open;
    this.#open = report;
    if (before && before.code !== report?.code) {
      this.#events.emit('cleared', { code: before.code, subject: before.subject });
    }
    const same = before?.code === report?.code && before?.text === report?.text && before?.remedy === report?.remedy;
    if (report && !same) this.#events.emit('problem', report);
  }
}

export function driverProblem(name: string, error: unknown): ProblemReport {
  return {
    code: 'driver-failed',
    subject: name,
    text: `Cannot start the ${name} driver: ${errorClause(error)}.`,
    remedy: 'Other devices are not affected. See the log for details.',
  };
}

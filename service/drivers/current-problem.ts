import type { DeviceClaims } from '../devices/ownership.ts';
import type { ProblemReport } from '../devices/problems.ts';
import { errorClause } from '../support/errors.ts';

export type ProblemListener = Pick<DeviceClaims, 'raise' | 'clear'>;

/** The single problem of a port or USB device, if any. */
export class CurrentProblem {
  readonly #listener: ProblemListener;
  #open: ProblemReport | undefined;

  constructor(listener: ProblemListener) {
    this.#listener = listener;
  }

  get code(): ProblemReport['code'] | undefined {
    return this.#open?.code;
  }

  set(report: ProblemReport | undefined): void {
    const before = this.#open;
    this.#open = report;
    if (before && before.code !== report?.code) {
      this.#listener.clear({ code: before.code, subject: before.subject });
    }
    const same = before?.code === report?.code && before?.text === report?.text && before?.remedy === report?.remedy;
    if (report && !same) this.#listener.raise(report);
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

import type { ProblemReport } from '../devices/problems.ts';
import { errorClause } from '../support/errors.ts';

/** The problem of a driver that could not start. */
export function driverProblem(name: string, error: unknown): ProblemReport {
  return {
    code: 'driver-failed',
    subject: name,
    text: `Cannot start the ${name} driver: ${errorClause(error)}.`,
    remedy: 'Other devices are not affected. See the log for details.',
  };
}

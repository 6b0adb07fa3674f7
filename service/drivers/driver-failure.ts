import type { TroubleReport } from '../devices/troubles.ts';
import { errorWords } from '../support/errors.ts';

/** The trouble of a driver that could not start. */
export function driverFailure(name: string, error: unknown): TroubleReport {
  return {
    code: 'driver-failed',
    subject: name,
    text: `The ${name} driver could not start: ${errorWords(error)}.`,
    remedy: 'The other instruments go on. The log has the details.',
  };
}

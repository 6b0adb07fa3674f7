/** What is told of a restore or a reset that the end of the program had cut short. */
import type { RestoreResult } from '../contract/index.ts';
import type { ProblemReport } from '../devices/problems.ts';
import { errorClause } from '../support/errors.ts';
import type { RestoreJob } from './restore-journal.ts';

const CODE = 'restore-interrupted';
const SUBJECT = 'restore';

const began = ({ what }: RestoreJob): string => `A ${what} was interrupted`;

/** @param parts what was replaced, as a sentence names it */
export function completedProblem(
  work: RestoreJob,
  parts: string,
  { passwords_needed: clients, notes }: RestoreResult,
): ProblemReport {
  const passwords = clients.length === 0 ? '' : ` Enter the passwords of these MQTT clients: ${clients.join(', ')}.`;
  return {
    code: CODE,
    subject: SUBJECT,
    text: `${began(work)} and was completed at this start: ${parts}.`,
    remedy: [`The previous state is saved in ${work.kept}.${passwords}`, ...notes].join(' '),
  };
}

/** @param cause undefined where it was not tried again */
export function incompleteProblem(work: RestoreJob, parts: string, cause?: unknown): ProblemReport {
  const why = cause === undefined ? 'too many attempts' : errorClause(cause);
  return {
    code: CODE,
    subject: SUBJECT,
    text: `${began(work)} and could not be completed: ${why}. These may be only partly replaced: ${parts}.`,
    remedy: `Check these settings and ${work.what === 'reset' ? 'reset' : 'restore the backup'} again. The previous state is saved in ${work.kept}; restore that file to return to it.`,
  };
}

/** Nobody knows any more what it was. @param damage what was wrong with the journal */
export function unreadableProblem(damage: string): ProblemReport {
  return {
    code: CODE,
    subject: SUBJECT,
    text: `A restore or reset was interrupted, and its record cannot be read: ${damage}`,
    remedy: 'Check the settings, then restore the backup again, or the newest file in the "backups" folder.',
  };
}

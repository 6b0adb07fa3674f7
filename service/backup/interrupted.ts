/** What is told of a restore or a reset that the end of the program had cut short. */
import type { RestoreResult } from '../contract/index.ts';
import type { ProblemReport } from '../devices/problems.ts';
import { errorClause } from '../support/errors.ts';
import type { RestoreJob } from './restore-journal.ts';

const CODE = 'restore-interrupted';
const SUBJECT = 'restore';

const began = ({ what }: RestoreJob): string => `A ${what} was cut short by the end of the program`;

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
    text: `${began(work)}, and was completed at this start: ${parts}.`,
    remedy: [`Everything as it was before is in ${work.kept}.${passwords}`, ...notes].join(' '),
  };
}

/** @param cause undefined where it was not tried again */
export function incompleteProblem(work: RestoreJob, parts: string, cause?: unknown): ProblemReport {
  const why = cause === undefined ? 'it was begun too often' : errorClause(cause);
  return {
    code: CODE,
    subject: SUBJECT,
    text: `${began(work)}, and could not be completed: ${why}. Some of this may be replaced, some not: ${parts}.`,
    remedy: `Look through it, and ${work.what === 'reset' ? 'reset' : 'restore the backup'} once more. Everything as it was before is in ${work.kept}: restore that file to have it back.`,
  };
}

/** Nobody knows any more what it was. @param damage what was wrong with the journal */
export function unreadableProblem(damage: string): ProblemReport {
  return {
    code: CODE,
    subject: SUBJECT,
    text: `A restore or a reset was cut short by the end of the program, and what it was cannot be read: ${damage}`,
    remedy:
      'Look through the settings, and restore the backup once more, or the newest file in the folder "backups"../maintenance',
  };
}

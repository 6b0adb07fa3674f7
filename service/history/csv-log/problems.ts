import type { ProblemReport } from '../../devices/problems.ts';
import { errorClause } from '../../support/errors.ts';

/** The error of a hanging folder, for example of an unreachable network drive. */
export const UNRESPONSIVE_ERROR: NodeJS.ErrnoException = Object.assign(new Error('it does not respond'), {
  code: 'ETIMEDOUT',
});

/** Without a cause: that of the error's text. */
const KNOWN: Readonly<Record<string, { cause?: string; remedy: string }>> = {
  ERR_NOT_REGULAR: {
    remedy: 'Delete the file of that name from the folder, or choose another folder under History > Daily CSV files.',
  },
  ENOSPC: { cause: 'the disk is full', remedy: 'Free up disk space.' },
  EDQUOT: { cause: 'the disk quota is exceeded', remedy: 'Free up disk space.' },
  ENOENT: { cause: 'the folder does not exist', remedy: 'Create the folder, or connect the disk that holds it.' },
  ENOTDIR: { cause: 'it is not a folder', remedy: 'Choose another folder under History > Daily CSV files.' },
  EACCES: {
    cause: 'access denied',
    remedy: 'Make the folder writable, or choose another under History > Daily CSV files.',
  },
  EPERM: {
    cause: 'access denied, or a file is open in another program',
    remedy: 'Close the file in other programs, or make the folder writable.',
  },
  EBUSY: { cause: 'a file is open in another program', remedy: 'Close the file in other programs.' },
  ETIMEDOUT: {
    cause: 'it does not respond',
    remedy:
      'Check the disk or network drive that holds the folder, or choose another folder under History > Daily CSV files.',
  },
  EROFS: { cause: 'the disk is read-only', remedy: 'Choose another folder under History > Daily CSV files.' },
};

/** @param isLosing rows are being discarded for lack of memory */
export function csvLogProblem(folder: string, error: unknown, isLosing: boolean): ProblemReport {
  const { code = '' } = error as NodeJS.ErrnoException;
  const { cause = errorClause(error), remedy } = KNOWN[code] ?? { remedy: 'See the log for details.' };
  const fate = isLosing
    ? 'The memory buffer is full; new rows are discarded.'
    : 'Rows are held in memory until they can be written.';
  return {
    code: 'csv-log-failed',
    subject: folder,
    text: `Cannot write CSV files to ${folder}: ${cause}. ${fate}`,
    remedy: `${remedy} Mensura retries automatically.`,
  };
}

/** Why CSV files cannot be written, in plain words. */
import type { ProblemReport } from '../../devices/problems.ts';
import { errorClause } from '../../support/errors.ts';

interface Words {
  /** Undefined: what the error says. */
  cause?: string;
  remedy: string;
}

/** How a folder fails that hangs: a network drive whose server is away, say. */
export const NO_ANSWER: NodeJS.ErrnoException = Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' });

const KNOWN: Readonly<Record<string, Words>> = {
  ERR_NOT_REGULAR: { remedy: 'Remove it from the folder, or choose another folder in the settings.' },
  ENOSPC: { cause: 'the disk is full', remedy: 'Make room on the disk.' },
  EDQUOT: { cause: 'the quota of this user is used up', remedy: 'Make room on the disk.' },
  ENOENT: { cause: 'the folder does not exist', remedy: 'Make the folder, or plug in the disk it is on.' },
  ENOTDIR: { cause: 'it is no folder', remedy: 'Choose another folder in the settings.' },
  EACCES: { cause: 'this user may not write there', remedy: 'Make the folder writable, or choose another.' },
  EPERM: {
    cause: 'this user may not write there, or another program holds a file',
    remedy: 'Close the file in other programs, or make the folder writable.',
  },
  EBUSY: { cause: 'another program holds a file', remedy: 'Close the file in other programs.' },
  ETIMEDOUT: {
    cause: 'it does not answer',
    remedy: 'Check the disk or the network drive it is on, or choose another folder in the settings.',
  },
  EROFS: { cause: 'the disk can only be read', remedy: 'Choose another folder in the settings.' },
};

/** @param isLosing rows are dropped because no more fit in memory */
export function csvLogProblem(folder: string, error: unknown, isLosing: boolean): ProblemReport {
  const { code = '' } = error as NodeJS.ErrnoException;
  const { cause = errorClause(error), remedy } = KNOWN[code] ?? { remedy: 'The log has the details.' };
  const fate = isLosing
    ? 'No more rows fit in memory: those that come now are lost.'
    : 'Rows wait in memory until it is possible.';
  return {
    code: 'csv-log-failed',
    subject: folder,
    text: `CSV files cannot be written in ${folder}: ${cause}. ${fate}`,
    remedy: `${remedy} Mensura tries again by itself.`,
  };
}

/** Why CSV files cannot be written, in plain words. */
import type { TroubleReport } from '../../devices/troubles.ts';
import { errorWords } from '../../support/errors.ts';

interface Words {
  cause: string;
  remedy: string;
}

const KNOWN: Readonly<Record<string, Words>> = {
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
  EROFS: { cause: 'the disk can only be read', remedy: 'Choose another folder in the settings.' },
};

/** @param isLosing rows are dropped because no more fit in memory */
export function csvLogFailure(folder: string, error: unknown, isLosing: boolean): TroubleReport {
  const { cause, remedy } = KNOWN[(error as NodeJS.ErrnoException).code ?? ''] ?? {
    cause: errorWords(error),
    remedy: 'The log has the details.',
  };
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

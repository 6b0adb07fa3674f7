/** Appends rows to files, in the process that writes them: what is asked for, and what is answered. */
import { errorText } from '../../support/errors.ts';
import { makeFolder } from '../../support/make-folder.ts';
import { DayFile } from './day-file.ts';

/** Files whose ends are remembered; of others the end is found again. */
const MAX_FILES = 1000;

/** A file of a device and day. */
export interface RowFile {
  folder: string;
  /** Whether the folder is made where it does not exist. */
  makesFolder: boolean;
  stem: string;
  /** 2026-11-20 */
  day: string;
  /** With its line end. */
  heading: string;
  separator: string;
  /** The decimal mark that is not used: rows that have it were written in another way. */
  otherMark: string;
  /** Permissions of a new file. */
  mode: number;
}

export interface RowRequest {
  id: number;
  /** The same number for the same file. */
  number: number;
  file: RowFile;
  rows: string;
  /** Whether these rows were sent to an earlier process, which did not answer. */
  isRepeated: boolean;
}

export interface RowAnswer {
  id: number;
  failure?: { message: string; code: string | undefined };
}

/** @returns answers one request; never rejects */
export function createRowService(): (request: RowRequest) => Promise<RowAnswer> {
  const files = new Map<number, DayFile>();

  function fileOf({ number, file }: RowRequest): DayFile {
    const known = files.get(number);
    if (known) return known;
    const [oldest] = files.keys();
    if (oldest !== undefined && files.size >= MAX_FILES) files.delete(oldest);
    const created = new DayFile({ ...file, fits: (row) => hasMarks(row, file) });
    files.set(number, created);
    return created;
  }

  return async (request) => {
    const { id, file, rows, isRepeated } = request;
    try {
      if (file.makesFolder) await makeFolder(file.folder);
      await fileOf(request).append(rows, isRepeated);
      return { id };
    } catch (error) {
      return { id, failure: { message: errorText(error), code: (error as NodeJS.ErrnoException).code } };
    }
  };
}

/** Whether a row has the decimal mark that is written now: headings do not tell. */
function hasMarks(row: string, { separator, otherMark }: RowFile): boolean {
  const [, ...cells] = row.split(separator);
  return !cells.some((cell) => cell.includes(otherMark));
}

import { errorText } from '../../support/errors.ts';
import { makeFolder } from '../../support/private-file.ts';
import { DayFile, type RowFile } from './day-file.ts';

/** Files whose end is cached; for others it is read again. */
const MAX_FILES = 1000;

export interface RowRequest {
  id: number;
  /** Identifies the file across requests. */
  number: number;
  file: RowFile;
  rows: string;
  /** These rows were sent to an earlier process that did not reply. */
  isRepeated: boolean;
}

export interface RowResponse {
  id: number;
  failure?: { message: string; code: string | undefined };
}

/** @returns a handler of one request; never rejects */
export function createRowService(): (request: RowRequest) => Promise<RowResponse> {
  const files = new Map<number, DayFile>();

  function fileOf({ number, file }: RowRequest): DayFile {
    const known = files.get(number);
    if (known) return known;
    const [oldest] = files.keys();
    if (oldest !== undefined && files.size >= MAX_FILES) files.delete(oldest);
    const created = new DayFile(file);
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

/** What is in a file of rows already. */
import { type FileHandle, open } from 'node:fs/promises';
import { LINE_END } from '../export/csv/csv-writer.ts';

/** Rows of which it is not sure how many came into a file, and where in it the first of them would be. */
export interface Doubt {
  path: string;
  from: number;
  rows: Buffer;
}

/** How many of the rows are in the file after all, in bytes: whole rows alone. */
export async function countWritten({ path, from, rows }: Doubt): Promise<number> {
  const file = await openExisting(path);
  if (!file) return 0;
  try {
    const there = await readAt(file, from, rows.length);
    let same = 0;
    while (same < there.length && there[same] === rows[same]) same += 1;
    const lastEnd = rows.subarray(0, same).lastIndexOf(LINE_END);
    return lastEnd < 0 ? 0 : lastEnd + LINE_END.length;
  } finally {
    await file.close();
  }
}

/** Undefined where there is no file. */
export async function openExisting(path: string, flags: string | number = 'r'): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Fewer bytes than asked for where the file ends before. */
export async function readAt(file: FileHandle, begin: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, begin + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

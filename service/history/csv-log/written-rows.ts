/** What is in a file of rows already. */
import { constants, type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { LINE_END } from '../export/csv/csv-writer.ts';

/** Rows of which it is not sure how many came into a file, and where in it the first of them would be. */
export interface UncertainRows {
  path: string;
  from: number;
  rows: Buffer;
}

/** How many of the rows are in the file after all, in bytes: whole rows alone. */
export async function countCompleteRows({ path, from, rows }: UncertainRows): Promise<number> {
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

/** How many of the rows a file of so many bytes ends with, in bytes: whole rows, from the first on. */
export async function countAtEnd(path: string, bytes: number, rows: Buffer): Promise<number> {
  const file = await openExisting(path);
  if (!file) return 0;
  try {
    const begin = Math.max(0, bytes - rows.length);
    const tail = await readAt(file, begin, bytes - begin);
    let end = rows.length;
    while (end > 0 && !isEndOf(tail, rows.subarray(0, end))) {
      const lastEnd = rows.subarray(0, end - LINE_END.length).lastIndexOf(LINE_END);
      end = lastEnd < 0 ? 0 : lastEnd + LINE_END.length;
    }
    return end;
  } finally {
    await file.close();
  }
}

function isEndOf(tail: Buffer, rows: Buffer): boolean {
  return rows.length <= tail.length && tail.subarray(tail.length - rows.length).equals(rows);
}

/** Opens without waiting, as it would be for the other end of a FIFO, and follows no link. Windows has neither. */
const SAFELY = constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** How opening something fails that is no regular file: a link, a FIFO that nobody reads, a folder. */
const NOT_REGULAR: ReadonlySet<unknown> = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR']);

/**
 * Opens a regular file.
 * @throws what the file system says; Error `ERR_NOT_REGULAR` for anything else
 */
export async function openRegular(path: string, flags: number, mode?: number): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path, flags | SAFELY, mode);
  } catch (error) {
    if (NOT_REGULAR.has((error as NodeJS.ErrnoException).code)) throw notRegular(path);
    throw error;
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw notRegular(path);
}

function notRegular(path: string): Error {
  return Object.assign(new Error(`${basename(path)} is not a regular file`), { code: 'ERR_NOT_REGULAR' });
}

/** Undefined where there is no file. */
export async function openExisting(path: string, flags = constants.O_RDONLY): Promise<FileHandle | undefined> {
  try {
    return await openRegular(path, flags);
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

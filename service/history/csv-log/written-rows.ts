import { constants, type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { LINE_END } from '../../support/csv.ts';
import { readAt } from '../../support/read-at.ts';

/** Rows of which an unknown number was written, and the offset of the first. */
export interface UncertainRows {
  path: string;
  from: number;
  rows: Buffer;
}

/** Bytes of the rows that are in the file, counted in whole rows. */
export async function countCompleteRows({ path, from, rows }: UncertainRows): Promise<number> {
  const there = await readPart(path, from, rows.length);
  let same = 0;
  while (same < there.length && there[same] === rows[same]) same += 1;
  return lengthOfLines(rows.subarray(0, same));
}

/** Bytes of the rows, in whole rows from the first, that a file of `bytes` bytes ends with. */
export async function countAtEnd(path: string, bytes: number, rows: Buffer): Promise<number> {
  const start = Math.max(0, bytes - rows.length);
  const tail = await readPart(path, start, bytes - start);
  let end = rows.length;
  while (end > 0 && !isEndOf(tail, rows.subarray(0, end))) end = lengthOfLines(rows.subarray(0, end - LINE_END.length));
  return end;
}

/** None if the file does not exist. */
async function readPart(path: string, from: number, length: number): Promise<Buffer> {
  const file = await openExisting(path);
  if (!file) return Buffer.alloc(0);
  try {
    return await readAt(file, from, length);
  } finally {
    await file.close();
  }
}

/** The bytes of the complete lines. */
function lengthOfLines(text: Buffer): number {
  const lastEnd = text.lastIndexOf(LINE_END);
  return lastEnd < 0 ? 0 : lastEnd + LINE_END.length;
}

function isEndOf(tail: Buffer, rows: Buffer): boolean {
  return rows.length <= tail.length && tail.subarray(tail.length - rows.length).equals(rows);
}

/** Does not block on a FIFO and follows no link. Windows has neither flag. */
const SAFELY = constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Error codes of opening a link, a FIFO without a reader or a folder. */
const NOT_REGULAR: ReadonlySet<unknown> = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR']);

/** @throws the file system's error; `ERR_NOT_REGULAR` for anything but a regular file */
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

/** Undefined if the file does not exist. */
export async function openExisting(path: string, flags = constants.O_RDONLY): Promise<FileHandle | undefined> {
  try {
    return await openRegular(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

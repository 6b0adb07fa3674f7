/** One file of a device and day, appended to in whole rows. */
import { constants, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BYTE_ORDER_MARK, LINE_END } from '../../support/csv.ts';
import { readAt } from '../../support/read-at.ts';
import { fileName } from './file-names.ts';
import { countAtEnd, countCompleteRows, openExisting, openRegular, type UncertainRows } from './written-rows.ts';

/** Files per device and day; each new set of channels starts another. */
const MAX_FILES = 999;

/** Bytes read from a file's end to check its last row; longer than any row. */
const TAIL_BYTES = 64 * 1024;

/** Without O_CREAT: the file to be created may have another number than the deleted one. */
const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND;
const CREATE_FLAGS = APPEND_FLAGS | constants.O_CREAT;

export interface RowFile {
  folder: string;
  /** Creates a missing folder. */
  makesFolder: boolean;
  stem: string;
  day: string;
  /** With its line end. */
  heading: string;
  separator: string;
  /** The decimal mark not in use: rows with it have another format, which the heading does not show. */
  otherMark: string;
  /** Permissions of a new file. */
  mode: number;
}

/** Path and end of the file to append to. */
interface Place {
  path: string;
  bytes: number;
}

export class DayFile {
  readonly #options: RowFile;
  readonly #head: Buffer;
  #place: Place | undefined;
  #doubt: UncertainRows | undefined;
  /** Bytes of the pending rows that a failed attempt already wrote. */
  #written = 0;

  constructor(options: RowFile) {
    this.#options = options;
    this.#head = Buffer.from(BYTE_ORDER_MARK + options.heading);
  }

  /**
   * Appends whole rows. After a failure, pass the same rows again, with more behind them or not: rows already in the
   * file are not repeated.
   * @param isRepeated another process may have written the rows
   * @throws the file system's error
   */
  async append(rows: string, isRepeated = false): Promise<void> {
    if (this.#doubt) {
      this.#written += await countCompleteRows(this.#doubt);
      this.#doubt = undefined;
    } else if (isRepeated) {
      const { path, bytes } = (this.#place ??= await this.#find());
      this.#written = await countAtEnd(path, bytes, Buffer.from(rows));
    }
    const rest = Buffer.from(rows).subarray(this.#written);
    if (rest.length > 0) await this.#appendRest(rest);
    this.#written = 0;
  }

  async #appendRest(rows: Buffer): Promise<void> {
    // A file that someone removed or changed is examined again.
    if (await this.#tryAppend(rows)) return;
    this.#place = undefined;
    if (!(await this.#tryAppend(rows))) throw new Error('another program is writing to the file');
  }

  async #tryAppend(rows: Buffer): Promise<boolean> {
    const place = (this.#place ??= await this.#find());
    const isNew = place.bytes === 0;
    const file = isNew
      ? await openRegular(place.path, CREATE_FLAGS, this.#options.mode)
      : await openExisting(place.path, APPEND_FLAGS);
    if (!file) return false;
    let size: number;
    try {
      ({ size } = await file.stat());
      if (size === place.bytes) await this.#write(file, place, rows);
    } catch (error) {
      await file.close().catch(() => {});
      throw error;
    }
    // Some file systems report a failed write only on close.
    await file.close();
    if (size !== place.bytes) return false;
    this.#doubt = undefined;
    return true;
  }

  /** Until the file is closed, the result is uncertain. */
  async #write(file: FileHandle, { path, bytes }: Place, rows: Buffer): Promise<void> {
    const head = bytes === 0 ? [this.#head] : [];
    const data = Buffer.concat([...head, rows]);
    this.#place = undefined;
    this.#doubt = { path, from: bytes + data.length - rows.length, rows };
    try {
      await file.appendFile(data);
    } catch (error) {
      // Undo the partial write. Windows cannot truncate an append-only file: whole rows then stay, and the partial one
      // is cut when the file is examined again.
      await file.truncate(bytes).catch(() => {});
      throw error;
    }
    this.#place = { path, bytes: bytes + data.length };
  }

  /** The newest file of the day if it can be continued, else the next number. */
  async #find(): Promise<Place> {
    const { folder, stem, day } = this.#options;
    let newest: Place | undefined;
    for (let number = 1; number <= MAX_FILES; number += 1) {
      const path = join(folder, fileName(stem, day, number));
      const file = await openExisting(path);
      if (!file) return newest ?? { path, bytes: 0 };
      try {
        newest = await this.#endOf(path, file);
      } finally {
        await file.close();
      }
    }
    if (newest) return newest;
    throw new Error(`this device already has ${MAX_FILES} files for this day`);
  }

  /** Cuts an incomplete last row. Undefined if the file cannot be continued. */
  async #endOf(path: string, file: FileHandle): Promise<Place | undefined> {
    const { size } = await file.stat();
    const head = await readAt(file, 0, Math.min(size, this.#head.length));
    // A crash interrupted writing the heading: write it again.
    if (size < this.#head.length && this.#head.subarray(0, size).equals(head)) return cut(path, size, 0);
    if (!head.equals(this.#head)) return undefined;
    const start = Math.max(this.#head.length - LINE_END.length, size - TAIL_BYTES);
    const tail = await readAt(file, start, size - start);
    const lastEnd = tail.lastIndexOf(LINE_END);
    if (lastEnd < 0) return undefined;
    const [, ...whole] = tail.subarray(0, lastEnd).toString().split(LINE_END);
    const { separator, otherMark } = this.#options;
    const hasOtherMark = (row: string): boolean => {
      const [, ...cells] = row.split(separator);
      return cells.some((cell) => cell.includes(otherMark));
    };
    if (whole.some(hasOtherMark)) return undefined;
    return cut(path, size, start + lastEnd + LINE_END.length);
  }
}

async function cut(path: string, size: number, bytes: number): Promise<Place> {
  if (bytes === size) return { path, bytes };
  const file = await openRegular(path, constants.O_WRONLY);
  try {
    await file.truncate(bytes);
  } finally {
    await file.close();
  }
  return { path, bytes };
}

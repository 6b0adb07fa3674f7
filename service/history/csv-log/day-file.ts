/** One file of a device and day: appended to, and never left with half a row. */
import { constants, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BYTE_ORDER_MARK, LINE_END } from '../export/csv/csv-writer.ts';
import { fileName } from './file-names.ts';
import {
  countAtEnd,
  countCompleteRows,
  openExisting,
  openRegular,
  readAt,
  type UncertainRows,
} from './written-rows.ts';

/** Files of one device and day at most: each further set of channels begins one. */
const MAX_FILES = 999;

/** How much of a file's end is looked at, in bytes: more than any row has. */
const TAIL_BYTES = 64 * 1024;

/** Appends, and makes no file: one that is gone may have had another number than the one to come. */
const GO_ON = constants.O_WRONLY | constants.O_APPEND;
const MAKE = GO_ON | constants.O_CREAT;

export interface DayFileOptions {
  folder: string;
  stem: string;
  /** 2026-11-20 */
  day: string;
  /** With its line end. */
  heading: string;
  /** Permissions of a new file. */
  mode: number;
  /** Whether a row that is there already was written as those to come, though the headings are the same. */
  fits(row: string): boolean;
}

/** Where the file ends that is gone on with. */
interface Place {
  path: string;
  bytes: number;
}

export class DayFile {
  readonly #options: DayFileOptions;
  readonly #head: Buffer;
  #place: Place | undefined;
  #doubt: UncertainRows | undefined;
  /** Of the rows that are to be appended, those that are in the file since a try that failed; in bytes. */
  #written = 0;

  constructor(options: DayFileOptions) {
    this.#options = options;
    this.#head = Buffer.from(BYTE_ORDER_MARK + options.heading);
  }

  /**
   * Appends whole rows. After it failed they have to come again, with others behind them or not: those that are in the
   * file by then are not written twice.
   * @param isRepeated the rows may be in the file by another process
   * @throws what the file system says
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
    // A file that is not as it was left is looked at anew: someone removed or changed it.
    if (await this.#tryAppend(rows)) return;
    this.#place = undefined;
    if (!(await this.#tryAppend(rows))) throw new Error('another program is writing to the file');
  }

  async #tryAppend(rows: Buffer): Promise<boolean> {
    const place = (this.#place ??= await this.#find());
    const isNew = place.bytes === 0;
    const file = isNew
      ? await openRegular(place.path, MAKE, this.#options.mode)
      : await openExisting(place.path, GO_ON);
    if (!file) return false;
    let size: number;
    try {
      ({ size } = await file.stat());
      if (size === place.bytes) await this.#write(file, place, rows);
    } catch (error) {
      await file.close().catch(() => {});
      throw error;
    }
    // Some file systems tell of what they could not write here first.
    await file.close();
    if (size !== place.bytes) return false;
    this.#doubt = undefined;
    return true;
  }

  /** Appends behind a place; what came of it is in doubt until the file is closed. */
  async #write(file: FileHandle, { path, bytes }: Place, rows: Buffer): Promise<void> {
    const head = bytes === 0 ? [this.#head] : [];
    const data = Buffer.concat([...head, rows]);
    this.#place = undefined;
    this.#doubt = { path, from: bytes + data.length - rows.length, rows };
    try {
      await file.appendFile(data);
    } catch (error) {
      // What was written of it goes. Where that fails too, as on Windows, where a file that is only appended to cannot be
      // cut: whole rows stay, and what is none is cut when the file is looked at anew.
      await file.truncate(bytes).catch(() => {});
      throw error;
    }
    this.#place = { path, bytes: bytes + data.length };
  }

  /** The newest file of the day where it can be gone on with, else the next. */
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

  /** Undefined where the file cannot be gone on with. An incomplete row at its end is cut. */
  async #endOf(path: string, file: FileHandle): Promise<Place | undefined> {
    const { size } = await file.stat();
    const head = await readAt(file, 0, Math.min(size, this.#head.length));
    // A crash while the heading was written: it is written again.
    if (size < this.#head.length && this.#head.subarray(0, size).equals(head)) return cut(path, size, 0);
    if (!head.equals(this.#head)) return undefined;
    const begin = Math.max(this.#head.length - LINE_END.length, size - TAIL_BYTES);
    const tail = await readAt(file, begin, size - begin);
    const lastEnd = tail.lastIndexOf(LINE_END);
    if (lastEnd < 0) return undefined;
    const [, ...whole] = tail.subarray(0, lastEnd).toString().split(LINE_END);
    if (!whole.every((row) => this.#options.fits(row))) return undefined;
    return cut(path, size, begin + lastEnd + LINE_END.length);
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

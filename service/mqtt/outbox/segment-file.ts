/** The files of segments: how they are called, written, read and listed. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../support/atomic-file.ts';
import { makeFolder } from '../../support/make-folder.ts';
import { MAX_SEQUENCE } from './queued-message.ts';

/** `0000000000000042.segment`: the number of the first message in it. */
const NAME = /^(\d{16})\.segment$/;

export function segmentPath(folder: string, first: number): string {
  return join(folder, `${String(first).padStart(16, '0')}.segment`);
}

/** An outbox lies in the data folder, in that of all clients, in that of its client: so many folders may be missing. */
export const LEVELS = 3;

/** Makes an outbox's folder where there is none. @throws what the file system says */
export function makeOutboxFolder(path: string): Promise<void> {
  return makeFolder(path, LEVELS);
}

/**
 * The segments of a folder, oldest first; none where there is no folder.
 * @throws what the file system says
 */
export async function listSegments(folder: string): Promise<{ first: number; size: number }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const segments: { first: number; size: number }[] = [];
  for (const name of names) {
    const first = Number(NAME.exec(name)?.[1] ?? 0);
    if (first > 0 && first <= MAX_SEQUENCE) segments.push({ first, size: (await stat(join(folder, name))).size });
  }
  return segments.toSorted((a, b) => a.first - b.first);
}

/**
 * Reads a part of a file; less than was asked for where the file ends before.
 * @throws what the file system says
 */
export async function readPart(path: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** A segment that is being written. */
export class SegmentFile {
  readonly #file: FileHandle;
  #end = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Makes a new file.
   * @throws what the file system says; `EEXIST` for one that is there already
   */
  static async create(folder: string, first: number): Promise<SegmentFile> {
    const segment = new SegmentFile(await open(segmentPath(folder, first), 'wx', 0o600));
    try {
      await syncFolder(folder);
      return segment;
    } catch (error) {
      await segment.close();
      throw error;
    }
  }

  /** Where the next bytes go. */
  get end(): number {
    return this.#end;
  }

  async write(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#end);
      written += bytesWritten;
      this.#end += bytesWritten;
    }
  }

  /** Waits until everything written is safely on disk, in a file that is still there. */
  async sync(): Promise<void> {
    await this.#file.datasync();
    if ((await this.#file.stat()).nlink === 0) throw new Error('the file was deleted while it was being written');
  }

  /** Takes back what was written after an offset. */
  async cut(end: number): Promise<void> {
    await this.#file.truncate(end);
    this.#end = end;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

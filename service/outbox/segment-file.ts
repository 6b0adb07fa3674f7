import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../support/atomic-file.ts';
import { makeFolder } from '../support/private-file.ts';
import { readAt } from '../support/read-at.ts';
import { MAX_SEQUENCE } from './queued-message.ts';
import { decodeRecord, RECORD_MAGIC, type StoredMessage } from './record.ts';

/** `0000000000000042.segment`: the ordinal of its first message. */
const NAME = /^(\d{16})\.segment$/;

export function segmentPath(folder: string, first: number): string {
  return join(folder, `${String(first).padStart(16, '0')}.segment`);
}

/** Folders that may be missing: the data folder, that of all clients, that of the client. */
export const LEVELS = 3;

/** Creates an outbox's folder if missing. @throws the file system's error */
export function makeOutboxFolder(path: string): Promise<void> {
  return makeFolder(path, LEVELS);
}

/**
 * The segments of a folder, oldest first; none if there is no folder.
 * @throws the file system's error
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
 * Reads part of a file; fewer bytes at its end.
 * @throws the file system's error
 */
export async function readPart(path: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    return await readAt(file, offset, length);
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

  /** @throws the file system's error; `EEXIST` if the file exists */
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

  /** Offset of the next write. */
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

  /** Resolves when all bytes are synced and the file still exists at its path. */
  async sync(): Promise<void> {
    await this.#file.datasync();
    if ((await this.#file.stat()).nlink === 0) throw new Error('the file was deleted while it was being written');
  }

  /** Removes the bytes after an offset. */
  async cut(end: number): Promise<void> {
    await this.#file.truncate(end);
    this.#end = end;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

interface ScanOptions {
  /** Ordinals must be above this one, ascending. */
  after: number;
  /** The highest ordinal possible in the segment. */
  last: number;
  /** The part ends with the segment: an incomplete record there is torn. */
  final: boolean;
  /** Maximum number of messages returned. */
  most: number;
}

interface ScanResult {
  found: { message: StoredMessage; offset: number }[];
  /** Where to continue, in bytes from the start of the part. */
  next: number;
  /** Minimum length of the next part; 0 for any. */
  needs: number;
}

/** Skips damage up to the next complete record. */
export function scan(piece: Buffer, { after, last, final, most }: ScanOptions): ScanResult {
  const result: ScanResult = { found: [], next: 0, needs: 0 };
  let newest = after;
  while (result.next < piece.length && result.found.length < most) {
    const offset = result.next;
    const decoded = decodeRecord(piece, offset);
    if (decoded.kind === 'cut' && !final) {
      result.needs = decoded.needs;
      break;
    }
    if (decoded.kind === 'whole' && fits(decoded.message.ordinal, newest, last)) {
      result.found.push({ message: decoded.message, offset });
      newest = decoded.message.ordinal;
      result.next = decoded.end;
      continue;
    }
    result.next = nextCandidate(piece, offset + 1, final);
  }
  return result;
}

function fits(ordinal: number, newest: number, last: number): boolean {
  return Number.isSafeInteger(ordinal) && ordinal > newest && ordinal <= last;
}

/** Where the next record may start, including one of which the part holds only the first bytes. */
function nextCandidate(piece: Buffer, from: number, final: boolean): number {
  const found = piece.indexOf(RECORD_MAGIC, from);
  if (found >= 0) return found;
  return final ? piece.length : Math.max(from, piece.length - RECORD_MAGIC.length + 1);
}

import { open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type QueuedMessage, readEntry, type Segment, type SegmentPosition } from './queued-message.ts';
import { LEVELS, readPart, scan, segmentPath } from './segment-file.ts';
import type { AcknowledgedRanges } from './settled.ts';

/** Written to test whether the disk works. */
const PROBE = 'probe.tmp';

/**
 * Whether an unreadable segment is lost: its file is deleted, or a disk that otherwise works has an error in it.
 * Other causes (removed disk, too many open files, no permission) are temporary.
 * @param path of the segment in the outbox's folder
 * @param error of reading it
 */
async function isSegmentLost(folder: string, path: string, error: unknown): Promise<boolean> {
  const { code } = error as NodeJS.ErrnoException;
  // Check again: the disk may have returned since.
  if (code === 'ENOENT') return (await isThere(dataFolder(folder))) && !(await isThere(path));
  return code === 'EIO' && canWrite(folder);
}

/** The data folder that contains an outbox's folder. */
function dataFolder(folder: string): string {
  return Array.from({ length: LEVELS }).reduce<string>((path) => dirname(path), folder);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Whether the disk of a folder takes a durable write. */
async function canWrite(folder: string): Promise<boolean> {
  const path = join(folder, PROBE);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile('works');
      await file.sync();
    } finally {
      await file.close();
    }
    await rm(path);
    return true;
  } catch {
    return false;
  }
}

/** Bytes per read: small enough not to block the event loop. */
const PIECE_BYTES = 256 * 1024;

/** Consecutive attempts after which a lost segment's messages are discarded. */
const READ_TRIES = 3;

export interface BacklogOptions {
  folder: string;
  /** Oldest first; shared with the owner, which changes it. */
  segments: readonly Segment[];
  settled: AcknowledgedRanges;
}

export interface ReadAhead {
  messages: QueuedMessage[];
  /** Expected messages that are unreadable. */
  lost: number;
}

/** Waiting messages that are only on disk: all from one position on, read back in order. */
export class Backlog {
  readonly #options: BacklogOptions;
  #segment: Segment | undefined;
  #offset = 0;
  /** The ordinal before the next one. */
  #after = 0;
  #needs = 0;
  #failures = 0;
  #messages = 0;
  #bytes = 0;

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  get messages(): number {
    return this.#messages;
  }

  /** Of topics and payloads. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A message left memory; messages must be added in order. */
  add(place: SegmentPosition, bytes: number): void {
    if (this.#messages === 0) this.#moveTo(place.segment, place.offset, place.ordinal - 1);
    this.#change(place.segment, 1, bytes);
  }

  /** Adds the waiting messages of a segment found on opening; call in order. */
  addSegment(segment: Segment, messages: number, bytes: number): void {
    if (messages === 0) return;
    if (this.#messages === 0) this.#moveTo(segment, 0, segment.first - 1);
    this.#change(segment, messages, bytes);
  }

  /** Discards the messages of a segment; returns their number. */
  discard(segment: Segment): number {
    const { messages, bytes } = segment.stored;
    this.#change(segment, -messages, -bytes);
    if (this.#segment === segment) this.#advance();
    return messages;
  }

  /**
   * Reads part of one segment.
   * @param mostBytes of the segment; a larger message is read all the same
   * @throws the file system's error; for a lost segment a few times, after which it is discarded
   */
  async read(most: number, mostBytes: number): Promise<ReadAhead> {
    const segment = this.#segment;
    if (!segment || this.#messages === 0) return { messages: [], lost: 0 };
    if (this.#offset >= segment.size) return { messages: [], lost: this.#finishSegment(segment) };
    const { folder, settled } = this.#options;
    const enough = Math.max(Math.min(mostBytes, PIECE_BYTES), this.#needs);
    const length = Math.min(enough, segment.size - this.#offset);
    const piece = await this.#readPiece(segmentPath(folder, segment.first), length);
    const final = piece.length < length || this.#offset + length >= segment.size;
    const { found, next, needs } = scan(piece, { after: this.#after, last: segment.last, final, most });
    const result: ReadAhead = { messages: [], lost: 0 };
    for (const { message, offset } of found) {
      const { ordinal, bytes } = message;
      result.lost += this.#skipTo(segment, ordinal - 1);
      this.#after = ordinal;
      if (settled.has(ordinal)) continue;
      this.#change(segment, -1, -bytes);
      result.messages.push(readEntry(message, { segment, ordinal, offset: this.#offset + offset }));
    }
    const atEnd = final && next >= piece.length;
    this.#offset = atEnd ? segment.size : this.#offset + next;
    this.#needs = needs;
    // The bytes of damaged records.
    if (this.#messages === 0) this.#change(segment, 0, -segment.stored.bytes);
    return result;
  }

  async #readPiece(path: string, length: number): Promise<Buffer> {
    try {
      const piece = await readPart(path, this.#offset, length);
      this.#failures = 0;
      return piece;
    } catch (error) {
      this.#failures = (await isSegmentLost(this.#options.folder, path, error)) ? this.#failures + 1 : 0;
      if (this.#failures < READ_TRIES) throw error;
      this.#failures = 0;
      return Buffer.alloc(0);
    }
  }

  /** At the end of a segment, messages not found in it are discarded. */
  #finishSegment(segment: Segment): number {
    const lost = this.#skipTo(segment, segment.last);
    this.#change(segment, -segment.stored.messages, -segment.stored.bytes);
    this.#advance();
    return lost;
  }

  /** Missing ordinals: those not settled before are discarded. */
  #skipTo(segment: Segment, to: number): number {
    const from = this.#after + 1;
    if (from > to) return 0;
    const { settled } = this.#options;
    const lost = to - from + 1 - settled.countIn(from, to);
    settled.add(from, to);
    this.#change(segment, -lost, 0);
    return lost;
  }

  /** Moves to the next segment with waiting messages. */
  #advance(): void {
    const next = this.#options.segments.find(({ stored }) => stored.messages > 0);
    if (next) return this.#moveTo(next, 0, next.first - 1);
    this.#segment = undefined;
    this.#messages = 0;
    this.#bytes = 0;
  }

  #moveTo(segment: Segment, offset: number, after: number): void {
    this.#segment = segment;
    this.#offset = offset;
    this.#after = after;
    this.#needs = 0;
    this.#failures = 0;
  }

  #change(segment: Segment, messages: number, bytes: number): void {
    segment.stored.messages += messages;
    segment.stored.bytes += bytes;
    this.#messages += messages;
    this.#bytes += bytes;
  }
}

import { rm } from 'node:fs/promises';
import type { QueuedMessage, Segment, SegmentPosition } from './queued-message.ts';
import { encodeRecord, RECORD_OVERHEAD } from './record.ts';
import { makeOutboxFolder, SegmentFile, segmentPath } from './segment-file.ts';

/** How much is put together for one write, in bytes: little enough not to hold up the event loop. */
const PIECE_BYTES = 256 * 1024;

export interface SegmentWriterOptions {
  folder: string;
  /** A segment with so many bytes gets no more. */
  segmentBytes: number;
  /** The first ordinal that was never used. */
  next: number;
}

/** A message that is being written, and where it will be. */
export interface PendingWrite {
  entry: QueuedMessage;
  place: SegmentPosition;
}

/** Appends messages to the newest segment, and begins the next one. */
export class SegmentWriter {
  readonly #options: SegmentWriterOptions;
  #next: number;
  #current: { segment: Segment; file: SegmentFile } | undefined;

  constructor(options: SegmentWriterOptions) {
    this.#options = options;
    this.#next = options.next;
  }

  /** The segment that the next messages are appended to, if it was begun. */
  get segment(): Segment | undefined {
    return this.#current?.segment;
  }

  /**
   * Appends as many messages as one segment takes; those that are done with are left out.
   * @returns how many were seen to, and the places of those that are now safely on disk
   * @throws what the file system says; then none of them counts as written
   */
  async append(
    entries: readonly QueuedMessage[],
  ): Promise<{ segment: Segment; count: number; placed: PendingWrite[] }> {
    const { segment, file } = (this.#current ??= await this.#begin());
    const placed: PendingWrite[] = [];
    let count = 0;
    try {
      while (count < entries.length && file.end < this.#options.segmentBytes) {
        const until = endOfPiece(entries, count, this.#options.segmentBytes - file.end);
        const piece = this.#encode(entries.slice(count, until), placed);
        await file.write(piece);
        count = until;
      }
      if (placed.length > 0) await file.sync();
    } catch (error) {
      await this.#abandon();
      throw error;
    }
    segment.size = file.end;
    segment.last += placed.length;
    this.#next += placed.length;
    if (file.end >= this.#options.segmentBytes) await this.close();
    return { segment, count, placed };
  }

  /** The next message begins a new segment. */
  async close(): Promise<void> {
    const file = this.#current?.file;
    this.#current = undefined;
    // Everything in it is safely on disk, however closing it ends.
    await file?.close().catch(() => {});
  }

  async #begin(): Promise<{ segment: Segment; file: SegmentFile }> {
    const { folder } = this.#options;
    await makeOutboxFolder(folder);
    for (;;) {
      const first = this.#next;
      try {
        const file = await SegmentFile.create(folder, first);
        return { segment: { first, last: first - 1, size: 0, stored: { messages: 0, bytes: 0 } }, file };
      } catch (error) {
        // A file that nobody knows of stays as it is: its number is passed over.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        this.#next += 1;
      }
    }
  }

  #encode(entries: readonly QueuedMessage[], placed: PendingWrite[]): Buffer {
    const { segment, file } = this.#current as { segment: Segment; file: SegmentFile };
    const waiting = entries.filter(({ done }) => !done);
    const piece = Buffer.allocUnsafe(waiting.reduce((sum, { bytes }) => sum + bytes + RECORD_OVERHEAD, 0));
    let end = 0;
    for (const entry of waiting) {
      const place = { segment, ordinal: this.#next + placed.length, offset: file.end + end };
      placed.push({ entry, place });
      end = encodeRecord(piece, end, place.ordinal, entry);
    }
    return piece;
  }

  /** After a failure: takes back what was written of the batch, and begins a new segment with it the next time. */
  async #abandon(): Promise<void> {
    const { segment, file } = this.#current as { segment: Segment; file: SegmentFile };
    this.#current = undefined;
    try {
      if (segment.size === 0) await rm(segmentPath(this.#options.folder, segment.first), { force: true });
      else await file.cut(segment.size);
    } catch {
      // The rest that stays is passed over: the next segment begins with the same ordinals.
    }
    // What could not be written is told already; that the file cannot be closed either adds nothing.
    await file.close().catch(() => {});
  }
}

/** The index after the last message of a piece: at least one, and not much more than fits. */
function endOfPiece(entries: readonly QueuedMessage[], from: number, room: number): number {
  let bytes = 0;
  let index = from;
  while (index < entries.length && bytes < Math.min(PIECE_BYTES, room)) {
    bytes += (entries[index] as QueuedMessage).bytes + RECORD_OVERHEAD;
    index += 1;
  }
  return index;
}

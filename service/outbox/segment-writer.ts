import { rm } from 'node:fs/promises';
import type { QueuedMessage, Segment, SegmentPosition } from './queued-message.ts';
import { encodeRecord, RECORD_OVERHEAD } from './record.ts';
import { makeOutboxFolder, SegmentFile, segmentPath } from './segment-file.ts';

/** Bytes per write: small enough not to block the event loop. */
const PIECE_BYTES = 256 * 1024;

export interface SegmentWriterOptions {
  folder: string;
  /** Size at which a segment is full. */
  segmentBytes: number;
  /** The first unused ordinal. */
  next: number;
}

/** A message being written, and its future position. */
export interface PendingWrite {
  entry: QueuedMessage;
  place: SegmentPosition;
}

/** Appends messages to the newest segment, and starts the next one. */
export class SegmentWriter {
  readonly #options: SegmentWriterOptions;
  #next: number;
  #current: { segment: Segment; file: SegmentFile } | undefined;

  constructor(options: SegmentWriterOptions) {
    this.#options = options;
    this.#next = options.next;
  }

  /** The segment being appended to, if any. */
  get segment(): Segment | undefined {
    return this.#current?.segment;
  }

  /**
   * Appends as many messages as fit in one segment, without settled ones.
   * @returns how many were processed, and the positions of those now synced
   * @throws the file system's error; then none of them counts as written
   */
  async append(
    entries: readonly QueuedMessage[],
  ): Promise<{ segment: Segment; count: number; placed: PendingWrite[] }> {
    const { segment, file } = (this.#current ??= await this.#startSegment());
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

  /** The next message starts a new segment. */
  async close(): Promise<void> {
    const file = this.#current?.file;
    this.#current = undefined;
    // Everything in it is synced, whether or not closing succeeds.
    await file?.close().catch(() => {});
  }

  async #startSegment(): Promise<{ segment: Segment; file: SegmentFile }> {
    const { folder } = this.#options;
    await makeOutboxFolder(folder);
    for (;;) {
      const first = this.#next;
      try {
        const file = await SegmentFile.create(folder, first);
        return { segment: { first, last: first - 1, size: 0, stored: { messages: 0, bytes: 0 } }, file };
      } catch (error) {
        // An unknown file stays, and its number is skipped.
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

  /** After a failure: removes the partial batch; the next attempt starts a new segment with it. */
  async #abandon(): Promise<void> {
    const { segment, file } = this.#current as { segment: Segment; file: SegmentFile };
    this.#current = undefined;
    try {
      if (segment.size === 0) await rm(segmentPath(this.#options.folder, segment.first), { force: true });
      else await file.cut(segment.size);
    } catch {
      // Remains are ignored on reading: the next segment starts with the same ordinals.
    }
    // The write error is already reported.
    await file.close().catch(() => {});
  }
}

/** The index after the last message of a write: at least one, and not much more than fits. */
function endOfPiece(entries: readonly QueuedMessage[], from: number, space: number): number {
  let bytes = 0;
  let index = from;
  while (index < entries.length && bytes < Math.min(PIECE_BYTES, space)) {
    bytes += (entries[index] as QueuedMessage).bytes + RECORD_OVERHEAD;
    index += 1;
  }
  return index;
}

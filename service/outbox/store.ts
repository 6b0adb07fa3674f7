import { access, constants, rm } from 'node:fs/promises';
import type { Logger } from '../support/logger.ts';
import type { Backlog, ReadAhead } from './backlog.ts';
import { type FolderContents, openFolder } from './open-folder.ts';
import { PositionFile } from './position-file.ts';
import type { QueuedMessage, Segment } from './queued-message.ts';
import { makeOutboxFolder, segmentPath } from './segment-file.ts';
import { SegmentWriter } from './segment-writer.ts';
import type { AcknowledgedRanges } from './settled.ts';

/** On Windows, a virus scanner or indexer may briefly block the removal of a file. */
const REMOVAL = { force: true, recursive: true, maxRetries: 5, retryDelay: 50 } as const;

export interface StoreOptions {
  folder: string;
  maxBytes: number;
  segmentBytes: number;
  logger: Logger;
}

interface Opened extends Pick<FolderContents, 'segments' | 'settled' | 'backlog'> {
  writer: SegmentWriter;
}

/**
 * The messages on disk: segments, and the position up to which they are settled. Asynchronous methods must be called
 * one after the other.
 */
export class OutboxStore {
  readonly #options: StoreOptions;
  readonly #position: PositionFile;
  #opened: Opened | undefined;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#position = new PositionFile(options.folder);
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  /** Waiting messages that are only on disk. */
  get backlog(): Pick<Backlog, 'messages' | 'bytes'> {
    return this.#opened?.backlog ?? { messages: 0, bytes: 0 };
  }

  get hasSegments(): boolean {
    return Boolean(this.#opened?.segments.length);
  }

  /** Whether there are segments without waiting messages. */
  get hasSettled(): boolean {
    const { segments = [], settled } = this.#opened ?? {};
    return settled !== undefined && segments.some((segment) => isSettled(segment, settled));
  }

  /**
   * Reads the state of an earlier run.
   * @param make create the folder if missing
   * @returns messages discarded since the client was added
   * @throws the file system's error
   */
  async open(make: boolean): Promise<number> {
    const { folder, segmentBytes, logger } = this.#options;
    if (make) {
      await makeOutboxFolder(folder);
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    }
    const { segments, settled, backlog, next, discarded } = await openFolder(folder, this.#position, logger);
    this.#opened = { segments, settled, backlog, writer: new SegmentWriter({ folder, segmentBytes, next }) };
    return discarded;
  }

  /**
   * Appends messages and sets their positions.
   * @throws the file system's error; messages without a position are not on disk
   */
  async append(entries: readonly QueuedMessage[]): Promise<void> {
    const { segments, settled, writer } = this.#require();
    for (let from = 0; from < entries.length; ) {
      const { segment, count, placed } = await writer.append(entries.slice(from));
      from += count;
      // Even an empty one, whose messages were settled meanwhile, so that its file gets deleted.
      if (segments.at(-1) !== segment) segments.push(segment);
      for (const { entry, place } of placed) {
        if (entry.done) settled.add(place.ordinal);
        else entry.place = place;
      }
    }
  }

  /** A message on disk was settled. */
  settle(ordinal: number): void {
    this.#require().settled.add(ordinal);
  }

  /** A message leaves memory: it must be the next in order after those only on disk. */
  evict({ place, bytes }: QueuedMessage): void {
    if (place) this.#require().backlog.add(place, bytes);
  }

  /** @throws the file system's error */
  async readAhead(most: number, mostBytes: number): Promise<ReadAhead> {
    return this.#require().backlog.read(most, mostBytes);
  }

  /**
   * Discards the oldest segment in use, if the limit is exceeded.
   * @returns the segment, and how many of its messages were only on disk; undefined within the limit
   */
  async deleteOldest(): Promise<{ segment: Segment; lost: number } | undefined> {
    const { segments, settled, backlog, writer } = this.#require();
    const counting = segments.filter((segment) => !isSettled(segment, settled));
    const total = counting.reduce((sum, { size }) => sum + size, 0);
    const [segment] = counting;
    if (!segment || total <= this.#options.maxBytes) return undefined;
    if (writer.segment === segment) await writer.close();
    settled.add(segment.first, segment.last);
    return { segment, lost: backlog.discard(segment) };
  }

  /** @throws the file system's error */
  async savePosition(discarded: number): Promise<void> {
    await this.#position.write(this.#require().settled, discarded);
  }

  /**
   * Deletes segments without waiting messages.
   * @param newest also the one being appended to
   * @throws the file system's error
   */
  async removeSettled(newest: boolean): Promise<void> {
    const { segments, settled, writer } = this.#require();
    for (const segment of segments.filter((each) => isSettled(each, settled))) {
      if (segment === writer.segment) {
        if (!newest) continue;
        await writer.close();
      }
      await rm(segmentPath(this.#options.folder, segment.first), REMOVAL);
      segments.splice(segments.indexOf(segment), 1);
    }
  }

  async close(): Promise<void> {
    await this.#opened?.writer.close();
  }

  /** Deletes the folder with its contents. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.#options.folder, REMOVAL);
  }

  #require(): Opened {
    if (!this.#opened) throw new Error('The outbox folder is used before it was opened.');
    return this.#opened;
  }
}

function isSettled({ first, last }: Segment, settled: AcknowledgedRanges): boolean {
  return settled.countIn(first, last) === last - first + 1;
}

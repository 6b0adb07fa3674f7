import type { Logger } from '../support/logger.ts';
import { Backlog } from './backlog.ts';
import type { PositionFile } from './position-file.ts';
import { MAX_SEQUENCE, type Segment } from './queued-message.ts';
import { RECORD_OVERHEAD } from './record.ts';
import { listSegments, readPart, scan, segmentPath } from './segment-file.ts';
import { AcknowledgedRanges } from './settled.ts';

/** Bytes per read. */
const PIECE_BYTES = 1024 * 1024;

/** State left by an earlier run. */
export interface FolderContents {
  segments: Segment[];
  settled: AcknowledgedRanges;
  backlog: Backlog;
  /** The first unused ordinal. */
  next: number;
  /** Messages discarded since the client was added. */
  discarded: number;
}

/**
 * Reads an outbox's folder. A segment ends where the next starts, so only the newest is read for its end, and partly
 * settled ones for the size of their rest.
 * @throws the file system's error; MensuraError `data-folder-unusable` for an unreadable position
 */
export async function openFolder(folder: string, position: PositionFile, logger: Logger): Promise<FolderContents> {
  const files = await listSegments(folder);
  const { settled: known, discarded, problem } = await position.read();
  if (problem) logger.warn(`outbox position lost, some messages may be sent twice: ${problem}`);
  const segments: Segment[] = [];
  for (const [index, { first, size }] of files.entries()) {
    const following = files[index + 1];
    const last = following ? following.first - 1 : MAX_SEQUENCE;
    segments.push({ first, last, size, stored: { messages: 0, bytes: 0 } });
  }
  const newest = segments.at(-1);
  if (newest) await findEnd(folder, newest, logger);
  const oldest = segments[0];
  // Messages before the oldest segment are settled, since only settled segments are deleted.
  const settled = oldest ? new AcknowledgedRanges(Math.max(known.upTo, oldest.first - 1), known.ranges) : known;
  const next = Math.max(settled.highest, newest?.last ?? 0) + 1;
  const contents = { segments, settled: oldest ? settled : new AcknowledgedRanges(next - 1), next, discarded };
  const backlog = new Backlog({ folder, segments, settled: contents.settled });
  for (const segment of segments) await count(folder, segment, contents.settled, backlog);
  return { ...contents, backlog };
}

/** Reads the newest segment to its end and ignores a torn record there. */
async function findEnd(folder: string, segment: Segment, logger: Logger): Promise<void> {
  const whole = await readSegment(folder, segment);
  const { size } = segment;
  segment.last = whole.at(-1)?.ordinal ?? segment.first - 1;
  segment.size = whole.at(-1)?.end ?? 0;
  if (size === segment.size) return;
  const path = segmentPath(folder, segment.first);
  logger.warn(`discarded an incomplete message at the end of ${path} (${size - segment.size} bytes)`);
}

/** Adds the waiting messages of a segment to the backlog. */
async function count(folder: string, segment: Segment, settled: AcknowledgedRanges, backlog: Backlog): Promise<void> {
  const { first, last, size } = segment;
  const all = last - first + 1;
  const done = settled.countIn(first, last);
  if (done === 0) backlog.addSegment(segment, all, Math.max(0, size - all * RECORD_OVERHEAD));
  if (done === 0 || done === all) return;
  const waiting = (await readSegment(folder, segment)).filter(({ ordinal }) => !settled.has(ordinal));
  const bytes = waiting.reduce((sum, message) => sum + message.bytes, 0);
  backlog.addSegment(segment, all - done, bytes);
}

/** The complete messages of a segment, without their texts. */
async function readSegment(
  folder: string,
  { first, last, size }: Segment,
): Promise<{ ordinal: number; bytes: number; end: number }[]> {
  const whole: { ordinal: number; bytes: number; end: number }[] = [];
  let offset = 0;
  let needs = 0;
  while (offset < size) {
    const piece = await readPart(
      segmentPath(folder, first),
      offset,
      Math.min(Math.max(PIECE_BYTES, needs), size - offset),
    );
    const final = piece.length === 0 || offset + piece.length >= size;
    const after = whole.at(-1)?.ordinal ?? first - 1;
    const result = scan(piece, { after, last, final, most: Infinity });
    for (const { message, offset: at } of result.found) {
      const { ordinal, bytes } = message;
      whole.push({ ordinal, bytes, end: offset + at + RECORD_OVERHEAD + bytes });
    }
    if (final) break;
    ({ needs } = result);
    offset += result.next;
  }
  return whole;
}

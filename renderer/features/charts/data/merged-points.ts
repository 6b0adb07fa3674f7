import { GAP_FLAGS, type TilePart } from '../../../data/history-tiles/tile.ts';
import type { TileSegment } from '../../../data/history-tiles/tile-segments.ts';
import { ALWAYS_JOINED_MS, JOINED_INTERVALS } from '../../../data/samples/limits.ts';
import type { SampleRing } from '../../../data/samples/sample-ring.ts';
import type { View } from '../view/view.ts';
import type { PointBuffer } from './point-buffer.ts';

/** Aggregates readings in buckets as the history does, drawn at their middle, so that live and past lines look alike. */
class BucketFold {
  #width = 1;
  #out: PointBuffer | undefined;
  #bucket = Number.NaN;
  #count = 0;
  #sum = 0;
  #min = 0;
  #max = 0;
  #isBrokenBefore = false;
  #isBrokenAfter = false;

  /** @param width of a bucket, in milliseconds */
  start(width: number, out: PointBuffer): void {
    this.#width = width;
    this.#out = out;
    this.#bucket = Number.NaN;
    this.#empty();
  }

  /** @param value NaN for a gap */
  add(time: number, value: number): void {
    const bucket = Math.floor(time / this.#width);
    if (bucket !== this.#bucket) {
      this.end();
      this.#bucket = bucket;
    }
    if (Number.isNaN(value)) {
      if (this.#count === 0) this.#isBrokenBefore = true;
      this.#isBrokenAfter = true;
      return;
    }
    this.#min = this.#count === 0 ? value : Math.min(this.#min, value);
    this.#max = this.#count === 0 ? value : Math.max(this.#max, value);
    this.#sum += value;
    this.#count += 1;
    this.#isBrokenAfter = false;
  }

  /** Emits the open bucket. */
  end(): void {
    const out = this.#out;
    const middle = (this.#bucket + 0.5) * this.#width;
    if (out && this.#isBrokenBefore) out.append(middle, Number.NaN);
    if (out && this.#count > 0) out.append(middle, this.#sum / this.#count, this.#min, this.#max, this.#width);
    if (out && this.#isBrokenAfter) out.append(middle, Number.NaN);
    this.#empty();
  }

  #empty(): void {
    this.#count = 0;
    this.#sum = 0;
    this.#isBrokenBefore = false;
    this.#isBrokenAfter = false;
  }
}

/** The sources of one channel's line. */
export interface Sources {
  /** From the history, oldest first. */
  readonly pieces: readonly TileSegment[];
  /** From the event stream. */
  readonly ring: SampleRing | undefined;
  /** The ring is complete from this time on; infinite while it is empty. */
  readonly ringFrom: number;
  /** Width of the drawn buckets, in milliseconds. */
  readonly width: number;
}

/** Readings are aggregated if a bucket is wider than this many intervals; the margin prevents flicker. */
const DENSER = 1.25;

const fold = new BucketFold();

/**
 * Writes the points of a view into `out`: first the history, then the ring, each reading from one of them. One more point
 * on each side lets the line cross the edges.
 */
export function mergedPoints(sources: Sources, view: View, out: PointBuffer): void {
  const { ring, width } = sources;
  out.clear();
  const isFolded = ring !== undefined && isFoldedIn(ring, width);
  const { seam, ringFrom } = seamOf(sources, isFolded);
  const { isBroken, last } = appendPieces(sources, seam, view, out);
  if (!ring || view.to < seam - width) return;
  const { raw } = ring;
  const seamIndex = raw.indexFrom(Math.max(seam, ringFrom));
  const firstInView = isFolded
    ? raw.indexFrom((Math.floor(view.from / width) - 1) * width)
    : raw.indexAfter(view.from) - 1;
  const start = Math.max(seamIndex, firstInView);
  if (start > seamIndex) out.clear();
  else if (isBroken ?? raw.time(start) - last > joinedInRing(ring, width)) out.append(last, Number.NaN);
  const end = Math.min(raw.length, raw.indexAfter(view.to) + 1);
  if (isFolded) fold.start(width, out);
  for (let index = start; index < end; index += 1) {
    if (isFolded) fold.add(raw.time(index), raw.value(index));
    else out.append(raw.time(index), raw.value(index));
  }
  if (isFolded) fold.end();
}

/** Whether the line in a view is of the history alone. */
export function isBeforeRing(sources: Sources, view: View): boolean {
  if (!sources.ring) return true;
  return view.to < seamOf(sources, isFoldedIn(sources.ring, sources.width)).seam - sources.width;
}

function isFoldedIn(ring: SampleRing, width: number): boolean {
  return ring.interval !== undefined && ring.interval * DENSER < width;
}

/** The time at which the ring continues the history. */
interface Seam {
  readonly seam: number;
  /** Older readings of the ring are not drawn. */
  readonly ringFrom: number;
}

/**
 * The seam is at a reading, or at the edge of a bucket that both have completely. Until the history reaches the complete
 * part of the ring, after an interruption of the stream, the incomplete ring is the best source.
 */
function seamOf({ pieces, ring, ringFrom, width }: Sources, isFolded: boolean): Seam {
  const first = ring?.raw.firstTime ?? Number.NaN;
  const known = knownTo(pieces, Math.ceil(ringFrom / width) * width);
  if (first < ringFrom && known < ringFrom) {
    const seam = Math.max(first, known);
    return { seam: isFolded ? Math.floor(seam / width) * width : seam, ringFrom: first };
  }
  if (!isFolded || !Number.isFinite(ringFrom)) return { seam: ringFrom, ringFrom };
  const whole = Math.ceil(ringFrom / width) * width;
  // Otherwise the history does not reach this far yet: the ring has more of this bucket.
  return { seam: known >= whole ? whole : Math.floor(ringFrom / width) * width, ringFrom };
}

/** The end of the gapless history. @param limit later pieces do not count: other levels may fill in there */
function knownTo(pieces: readonly TileSegment[], limit: number): number {
  let known = Number.NEGATIVE_INFINITY;
  for (const { from, to, tile } of pieces) {
    if (from >= limit) break;
    known = Math.min(to, tile.until);
    if (known < Math.min(to, limit)) break;
  }
  return known;
}

function joinedInRing(ring: SampleRing, width: number): number {
  return Math.max(ALWAYS_JOINED_MS, JOINED_INTERVALS * (ring.interval ?? 0)) + width;
}

/** The end of the drawn history. */
interface End {
  /** Whether there is a gap at the seam; undefined if the history does not reach beyond it. */
  readonly isBroken: boolean | undefined;
  /** The last point before the seam; NaN without one. */
  readonly last: number;
}

/** Appends the history before the seam, from the last point before the view to the first one after it. */
function appendPieces({ pieces, width }: Sources, seam: number, view: View, out: PointBuffer): End {
  let last = Number.NaN;
  let end = Number.NEGATIVE_INFINITY;
  let isBroken = false;
  let joinedWithin = Number.POSITIVE_INFINITY;
  for (const { tile, from, to } of pieces) {
    // No tile covers a long gap: the distance between the points of two tiles shows it too.
    const limit = greaterKnown(joinedWithin, tile.joinedWithin);
    for (const part of tile.parts) {
      // A tile at the present holds raw readings until it is full; they are aggregated as they will be then.
      const isDense = part.width === 0 && tile.interval * DENSER < width;
      if (part.isBreak) {
        isBroken = true;
        out.append(Math.min(from, seam), Number.NaN);
      }
      if (isDense) fold.start(width, out);
      for (let index = firstOf(part, from, isDense ? foldStart(view, width) : view.from); ; index += 1) {
        const at = part.at[index] ?? Number.POSITIVE_INFINITY;
        if (at >= to) break;
        if (at < end) continue;
        const flags = part.broken[index] ?? 0;
        const isApart = at - end > limit;
        if (at >= seam) {
          if (isDense) fold.end();
          return { isBroken: isBroken || isApart || (flags & GAP_FLAGS.before) !== 0, last };
        }
        // Timestamps are whole milliseconds.
        end = at + (part.width === 0 ? 0.5 : part.width);
        if (isDense) foldPoint(part, index, flags, isApart);
        else if (!isBeyond(out, view))
          appendPoint(part, index, isApart ? flags | GAP_FLAGS.before : flags, view.from, out);
        last = at + part.width / 2;
        isBroken = (flags & GAP_FLAGS.after) !== 0 || Number.isNaN(part.mean[index] ?? Number.NaN);
      }
      if (isDense) fold.end();
    }
    joinedWithin = tile.joinedWithin;
  }
  return { isBroken: isBroken ? true : undefined, last };
}

/** Whether the line has left the view already. */
function isBeyond(out: PointBuffer, view: View): boolean {
  const last = out.length - 1;
  return last >= 0 && out.time(last) > view.to && !Number.isNaN(out.value(last));
}

/** Start of the last bucket before the view. */
function foldStart(view: View, width: number): number {
  return (Math.floor(view.from / width) - 1) * width;
}

function foldPoint({ at, mean }: TilePart, index: number, flags: number, isApart: boolean): void {
  const time = at[index] ?? Number.NaN;
  if (isApart || (flags & GAP_FLAGS.before) !== 0) fold.add(time, Number.NaN);
  fold.add(time, mean[index] ?? Number.NaN);
  if ((flags & GAP_FLAGS.after) !== 0) fold.add(time, Number.NaN);
}

/** The greater of two lengths; infinite means unknown. */
function greaterKnown(one: number, other: number): number {
  if (one === Number.POSITIVE_INFINITY) return other;
  return other === Number.POSITIVE_INFINITY ? one : Math.max(one, other);
}

function appendPoint(part: TilePart, index: number, flags: number, from: number, out: PointBuffer): void {
  const time = (part.at[index] ?? Number.NaN) + part.width / 2;
  // Before the view, only the last point counts.
  if (time < from) out.clear();
  if ((flags & GAP_FLAGS.before) !== 0) out.append(time, Number.NaN);
  out.append(time, part.mean[index] ?? Number.NaN, part.min[index], part.max[index], part.width);
  if ((flags & GAP_FLAGS.after) !== 0) out.append(time, Number.NaN);
}

/** Index of the first relevant point: the last one before the view, if the piece has it. */
function firstOf({ at, width }: TilePart, pieceFrom: number, viewFrom: number): number {
  const inPiece = indexFrom(at, width === 0 ? pieceFrom : pieceFrom - width + 1);
  return Math.max(0, inPiece, indexFrom(at, viewFrom - width / 2) - 1);
}

/** Index of the first timestamp at or after `time`. */
function indexFrom(at: Float64Array, time: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

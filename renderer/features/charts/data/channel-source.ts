import { type PastStore } from '../../../data/history-tiles/past-store.ts';
import { exactLevel, levelWidth, levelWithin, tileIndex, tileSpan } from '../../../data/history-tiles/tile.ts';
import { type WantedTile } from '../../../data/history-tiles/tile-loader.ts';
import { segmentsFor, type TileSegment } from '../../../data/history-tiles/tile-segments.ts';
import { ALWAYS_JOINED_MS, JOINED_INTERVALS } from '../../../data/samples/limits.ts';
import type { SampleRing } from '../../../data/samples/sample-ring.ts';
import type { SampleStore } from '../../../data/samples/sample-store.ts';
import type { ChartChannel } from '../channels.ts';
import type { View } from '../view/view.ts';
import { pointsFor } from './decimate.ts';
import { isBeforeRing, mergedPoints } from './merged-points.ts';
import { PointBuffer } from './point-buffer.ts';

/** Tiles are fetched this fraction of the view beyond its edges. */
const BEYOND = 0.25;

/** Overlap of history and ring, in milliseconds: the ring discards its oldest readings meanwhile. */
const OVERLAP_MS = 3000;

/** Pause before a tile that does not reach the ring is requested again, in milliseconds. */
const SEAM_PATIENCE_MS = 1500;

/** The same for a tile that reaches to the present of a channel without new readings. */
const DISCONNECTED_PATIENCE_MS = 10_000;

const EVER: View = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Reused: it is read at once. */
const seen = new PointBuffer();

/** The points of tiles. */
interface Whole {
  /** Of the tiles. */
  readonly version: number;
  readonly level: number;
  readonly viewLevel: number;
  /** Indexes of tiles of the level. */
  readonly first: number;
  readonly last: number;
  readonly pieces: readonly TileSegment[];
  readonly points: PointBuffer;
}

/** In a new buffer: the last drawing shows a part of the one before. @param width of a bucket, in milliseconds */
function wholePoints(pieces: readonly TileSegment[], width: number): PointBuffer {
  const parts = pieces.flatMap(({ tile }) => tile.parts);
  const points = new PointBuffer(parts.reduce((sum, { at }) => sum + at.length, parts.length + 1));
  mergedPoints({ pieces, ring: undefined, ringFrom: Number.POSITIVE_INFINITY, width }, EVER, points);
  return points;
}

/** One channel's points for one plot: live ones from the ring, past ones from tiles. */
export class ChannelSource {
  readonly channel: ChartChannel;
  readonly #store: SampleStore;
  readonly #past: PastStore;
  #pieces: readonly TileSegment[] = [];
  #piecesOf = { version: -1, level: -1, from: 0, to: 0 };
  #interval = Number.POSITIVE_INFINITY;
  #whole: Whole | undefined;

  constructor(channel: ChartChannel, store: SampleStore, past: PastStore) {
    this.channel = channel;
    this.#store = store;
    this.#past = past;
  }

  /** Readings from the event stream; undefined before the first one. */
  get ring(): SampleRing | undefined {
    return this.#store.series(this.channel.deviceKey, this.channel.label);
  }

  /** Whether the service stores the channel, as far as known. */
  get isStored(): boolean {
    return this.#past.stored.get(this.channel.key) !== undefined;
  }

  /** Time of the oldest reading; NaN without any. */
  get firstTime(): number {
    const ring = this.ring?.firstTime ?? Number.NaN;
    const stored = this.#past.stored.get(this.channel.key)?.first ?? Number.NaN;
    if (Number.isNaN(ring)) return stored;
    return Number.isNaN(stored) ? ring : Math.min(ring, stored);
  }

  /** The ring is complete from this time on; infinite while it is empty. */
  get ringFrom(): number {
    const from = Math.max(this.#store.wholeFrom(this.channel.deviceKey), this.ring?.raw.firstTime ?? Number.NaN);
    return Number.isNaN(from) ? Number.POSITIVE_INFINITY : from;
  }

  /** Time at which the line enters a view, or starts in it; NaN while unknown, infinite without a line. */
  firstIn(view: View, width: number): number {
    const stored = this.#past.stored.get(this.channel.key);
    if (stored && !this.#hasTiles(stored.first, view, width)) return Number.NaN;
    this.fill(view, width, seen);
    let first = Number.POSITIVE_INFINITY;
    for (let index = 0; index < seen.length && first === Number.POSITIVE_INFINITY; index += 1) {
      const isJoined = index + 1 < seen.length && !Number.isNaN(seen.value(index + 1));
      const isInView = seen.time(index) >= view.from || isJoined;
      if (!Number.isNaN(seen.value(index)) && isInView) first = Math.max(view.from, seen.time(index));
    }
    if (!stored || first === Number.POSITIVE_INFINITY) return first;
    // A bucket is drawn at its middle.
    if (stored.first >= view.from) return Math.min(first, stored.first);
    // The reading before the view may not be loaded, but the line comes from there.
    const interval = this.#knownInterval;
    if (!Number.isFinite(interval)) return Number.NaN;
    return first - view.from <= Math.max(ALWAYS_JOINED_MS, JOINED_INTERVALS * interval) ? view.from : first;
  }

  /** Whether the tiles between the start of a view, or the first stored reading, and the ring are loaded. */
  #hasTiles(first: number, view: View, width: number): boolean {
    const viewLevel = this.#viewLevel(view, width);
    const level = this.#exactness(view, viewLevel) === 'coarse' ? viewLevel : this.#exactLevel(view, viewLevel);
    const last = tileIndex(level, Math.min(view.to, this.ringFrom));
    for (let index = tileIndex(level, Math.max(first, view.from)); index <= last; index += 1) {
      if (!this.#past.tiles.get(this.channel.key, level, index)) return false;
    }
    return true;
  }

  /** Writes the points of a view into `out`. @param width in screen pixels */
  fill(view: View, width: number, out: PointBuffer): void {
    const { ring } = this;
    if (!this.isStored) {
      pointsFor(ring, view, width, out);
      return;
    }
    const viewLevel = this.#viewLevel(view, width);
    const { ringFrom } = this;
    const pieces = view.from < ringFrom + levelWidth(viewLevel) ? this.#segments(view, viewLevel) : [];
    const sources = { pieces, ring, ringFrom, width: levelWidth(viewLevel) };
    if (isBeforeRing(sources, view)) out.show(this.#wholeFor(view, viewLevel), view.from, view.to);
    else mergedPoints(sources, view, out);
  }

  /** The points of the tiles around a view: one that moves shows parts of them. */
  #wholeFor(view: View, viewLevel: number): PointBuffer {
    const { version } = this.#past.tiles;
    const level = this.#shownLevel(view, viewLevel);
    const { first, last } = this.#range(view, level);
    const known = this.#whole?.level === level && this.#whole.viewLevel === viewLevel ? this.#whole : undefined;
    const isCovered = known !== undefined && known.first <= first && last <= known.last;
    if (isCovered && known.version === version) return known.points;
    // A view that moves may come back: the tiles that it has left stay, as many as are in it on each side.
    const most = last - first + 1;
    const range = {
      first: Math.max(Math.min(first, known?.first ?? first), first - most),
      last: Math.min(Math.max(last, known?.last ?? last), last + most),
    };
    const pieces = this.#piecesIn(level, range.first, range.last);
    // A tile of another channel has come: the points are the same.
    const isSame = known?.first === range.first && known.last === range.last && areSame(pieces, known.pieces);
    this.#whole = {
      ...range,
      version,
      level,
      viewLevel,
      pieces,
      points: isSame ? known.points : wholePoints(pieces, levelWidth(viewLevel)),
    };
    return this.#whole.points;
  }

  /** The tiles that the view needs, visible ones first. */
  wants(view: View, width: number, now: number): WantedTile[] {
    const stored = this.#past.stored.get(this.channel.key);
    if (!stored) return [];
    const { channel, ringFrom } = this;
    const viewLevel = this.#viewLevel(view, width);
    const level = this.#exactness(view, viewLevel) === 'coarse' ? viewLevel : this.#exactLevel(view, viewLevel);
    const { first, last } = this.#range(view, level);
    const newest = tileIndex(level, Math.min(now, ringFrom));
    const middle = tileIndex(level, (view.from + view.to) / 2);
    const isDisconnected = ringFrom === Number.POSITIVE_INFINITY;
    const wants: WantedTile[] = [];
    for (let index = first; index <= Math.min(last, newest); index += 1) {
      const upTo = ringFrom + OVERLAP_MS;
      const patience = isDisconnected ? DISCONNECTED_PATIENCE_MS : SEAM_PATIENCE_MS;
      wants.push({ channel: channel.ref, key: channel.key, level, index, upTo, patience });
    }
    return wants.toSorted((a, b) => Math.abs(a.index - middle) - Math.abs(b.index - middle));
  }

  /** The tiles of a view, cached until the view or the tiles change. */
  #segments(view: View, viewLevel: number): readonly TileSegment[] {
    const { version } = this.#past.tiles;
    const level = this.#shownLevel(view, viewLevel);
    const { first, last } = this.#range(view, level);
    const known = this.#piecesOf;
    if (known.version === version && known.level === level && known.from === first && known.to === last) {
      return this.#pieces;
    }
    this.#piecesOf = { version, level, from: first, to: last };
    this.#pieces = this.#piecesIn(level, first, last);
    const interval = Math.min(...this.#pieces.map(({ tile }) => tile.interval), Number.POSITIVE_INFINITY);
    // Tiles with less than two readings leave it as it is.
    if (Number.isFinite(interval)) this.#interval = interval;
    return this.#pieces;
  }

  /** @param first,last indexes of tiles of the level */
  #piecesIn(level: number, first: number, last: number): TileSegment[] {
    const to = (last + 1) * tileSpan(level) - 1;
    return segmentsFor(this.#past.tiles, this.channel.key, level, first * tileSpan(level), to);
  }

  #shownLevel(view: View, viewLevel: number): number {
    return this.#exactness(view, viewLevel) === 'exact' ? this.#exactLevel(view, viewLevel) : viewLevel;
  }

  /** The level whose buckets are at most a screen pixel wide. */
  #viewLevel(view: View, width: number): number {
    return levelWithin((view.to - view.from) / Math.max(1, width));
  }

  /** Between two readings, in milliseconds; infinite while unknown. */
  get #knownInterval(): number {
    return Math.min(this.ring?.interval ?? Number.POSITIVE_INFINITY, this.#interval);
  }

  /** The coarsest level with raw readings at the current sampling period; it serves any closer view. */
  #exactLevel(view: View, viewLevel: number): number {
    const interval = this.#knownInterval;
    if (Number.isFinite(interval)) return exactLevel(interval);
    const first = this.#past.stored.get(this.channel.key)?.first ?? Number.POSITIVE_INFINITY;
    const isLoaded = this.#past.tiles.get(this.channel.key, viewLevel, tileIndex(viewLevel, view.from)) !== undefined;
    // Few readings in view: its line may come from a reading far before it.
    return first < view.from && isLoaded ? exactLevel(view.to - view.from) : 0;
  }

  /** Whether that level can show the view: `coarse` if its tiles hold aggregates there. */
  #exactness(view: View, viewLevel: number): 'exact' | 'unknown' | 'coarse' {
    const level = this.#exactLevel(view, viewLevel);
    if (level <= viewLevel) return 'coarse';
    const { first } = this.#range(view, level);
    // Of a later tile there may be no readings yet.
    const last = tileIndex(level, view.to);
    let isWhole = true;
    for (let index = first; index <= last; index += 1) {
      const tile = this.#past.tiles.get(this.channel.key, level, index);
      if (tile?.isExact === false) return 'coarse';
      isWhole &&= tile !== undefined;
    }
    return isWhole ? 'exact' : 'unknown';
  }

  #range(view: View, level: number): { first: number; last: number } {
    const length = view.to - view.from;
    const beyond = length * BEYOND;
    const interval = this.#knownInterval;
    // The reading before the view, from which the line comes.
    const lead = Number.isFinite(interval)
      ? JOINED_INTERVALS * interval
      : level === exactLevel(length)
        ? tileSpan(level)
        : 0;
    const oldest = this.#past.stored.get(this.channel.key)?.first ?? Number.NEGATIVE_INFINITY;
    const from = Math.max(oldest, view.from - Math.max(beyond, lead));
    return { first: tileIndex(level, from), last: tileIndex(level, view.to + beyond) };
  }
}

function areSame(pieces: readonly TileSegment[], others: readonly TileSegment[]): boolean {
  const isSame = ({ tile, from, to }: TileSegment, index: number): boolean =>
    tile === others[index]?.tile && from === others[index].from && to === others[index].to;
  return pieces.length === others.length && pieces.every(isSame);
}

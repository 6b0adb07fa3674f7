/**
 * How the parts of the history talk to each other. Readings go one way: registry -> recorder (gathers, bounded) ->
 * store (a worker thread with SQLite) ; questions come back the other way.
 */
import type {
  Alarm,
  ChannelRef,
  ChannelStatistics,
  HistoryPart,
  Marker,
  MarkerInput,
  StoredChannel,
} from '../contract/index.ts';
import type { DeviceKey } from '../devices/instrument.ts';

/**
 * Points of one channel, oldest first. `value` is the full double of a valid reading; NaN where the instrument gave
 * none; INTERRUPTED where no reading is, but a mark that the measurement was interrupted after the one before.
 */
export interface Points {
  /** Milliseconds since 1970, UTC. */
  readonly at: Float64Array;
  readonly value: Float64Array;
}

/** A mark among values: the device fell silent, left, or the service stopped. It has the time of the reading before. */
export const GAP = Number.POSITIVE_INFINITY;

/**
 * What a stretch of one channel comes to. Two that follow each other in time make one (`mergeSummaries`); the mean and
 * the sum of squared differences from it (`m2`) are Welford's, so that nothing is lost in large sums.
 */
export interface Aggregate {
  /** Valid readings. */
  count: number;
  /** Readings without a valid value. */
  failed: number;
  /** Of the valid readings; NaN for all four where there is none. */
  min: number;
  max: number;
  mean: number;
  m2: number;
  /** Interruptions (marks or failed readings) between two valid readings. */
  gaps: number;
  /** Interrupted before the first valid reading. Where there is no valid one: interrupted at all, as `brokenAfter`. */
  brokenBefore: boolean;
  /** Interrupted after the last valid reading. */
  brokenAfter: boolean;
}

/** Summaries of buckets of one width, in columns, oldest first; none is empty. */
export interface Buckets {
  /** When each begins: milliseconds since 1970, a multiple of the width. */
  readonly at: Float64Array;
  readonly count: Float64Array;
  readonly failed: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly mean: Float64Array;
  readonly m2: Float64Array;
  readonly gaps: Float64Array;
  /** 1: broken before, 2: broken after; or both. */
  readonly broken: Uint8Array;
}

/** What is kept: the readings, and their sums by the minute and by the hour. */
export type Resolution = 'raw' | 'minute' | 'hour';

/** Neighbouring points that are stored together. */
export interface RawBlock {
  /** Time of the first and the last point, in milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
  /** Points, marks included. */
  readonly length: number;
  readonly summary: Aggregate;
  /** Reads and unpacks them; in order of time. */
  points(): Points;
}

/** One channel's past as it is stored: what questions are answered from. */
export interface ChannelReader {
  /**
   * The blocks with a point in [from, to), by their first moment. They overlap only where readings came late or the
   * clock was set back.
   */
  blocks(from: number, to: number): Iterable<RawBlock>;
  /** The buckets that begin in [from, to); no two of one moment. */
  buckets(level: 'minute' | 'hour', from: number, to: number): Buckets;
  /** From when on a level is complete: what was before may have been dropped. A multiple of an hour, or -Infinity. */
  completeFrom(level: Resolution): number;
}

/** A question about one channel: a stretch of time [from, to) in milliseconds since 1970. */
export interface HistoryQuery {
  readonly from: number;
  readonly to: number;
  /** The most points to answer with. */
  readonly points: number;
}

/** A channel as the recorder declares it, once in each run, before its first reading. */
export interface DeclaredChannel extends ChannelRef {
  /** The number that batches name it by, for this run of the service. */
  readonly slot: number;
  readonly unit: string;
  readonly description: string;
  /** What tells it from channels of the same description; empty where there are none. */
  readonly label: string;
  readonly product: string;
  /** Its place among the product's channels. */
  readonly order: number;
}

/** What is committed together: readings in the order they came. */
export interface Batch {
  /**
   * The run of the recorder and a number, with a slash between; no two batches have one. A batch that is committed again, as nobody heard of its first time, is not stored again
   * where it was the last that was.
   */
  readonly id: string;
  /** Channels that are new since the last batch. */
  readonly declared: readonly DeclaredChannel[];
  readonly slots: Uint32Array<ArrayBuffer>;
  readonly at: Float64Array<ArrayBuffer>;
  /** As in `Points`; the moment of a mark is not looked at. */
  readonly values: Float64Array<ArrayBuffer>;
}

/** How long things are kept. */
export interface Retention {
  rawDays: number;
  minuteDays: number;
  maxBytes: number;
}

/** What a limit deletes of one level: everything before `until`. Moments in milliseconds since 1970. */
export interface Loss {
  limit: keyof Retention;
  level: Resolution;
  /** The oldest of it. */
  from: number;
  until: number;
  /** Raw readings; 0 for sums. */
  readings: number;
  bytes: number;
}

/** Why the disk did not take something. */
export type StoreFault = 'full' | 'read-only' | 'damaged' | 'failed';

/** What the store tells unasked. */
export interface StoreEvents {
  /** A file that could not be used was set aside under this path; a new one was begun. */
  setAside: { path: string; reason: string };
  /** The worker ended by itself. It is started again; what was being committed is rejected, and may be on disk. */
  crashed: { reason: string };
}

export interface StoreStatus {
  bytes: number;
  freeBytes: number | null;
  channels: number;
  /** The oldest moment of each level; null where nothing is kept. */
  oldest: Record<Resolution, number | null>;
  /** Readings that raw blocks hold, and the bytes of those blocks; what is still in the journal is not among them. */
  rawReadings: number;
  rawBytes: number;
  /** Bytes of the sums, by the minute and by the hour. */
  sumBytes: number;
}

/** A slice of readings for an export, marks left out, failed ones as NaN. */
export interface Slice extends Points {
  /** From where to ask for the next; null: that was all. No moment is ever cut in two. */
  readonly next: number | null;
}

/**
 * The store, as the main thread sees it. Everything resolves when it is done; what was committed survives a power cut.
 * @throws StoreError (with a StoreFault) for what the disk does; MensuraError `bad-request`, `not-found`
 */
export interface HistoryStore {
  /** Opens or makes the file, brings an old one up to date, and takes up what an earlier run left. */
  open(): Promise<void>;
  /** Commits all of a batch with full synchronisation, or nothing; one that may be there already, not twice. */
  commit(batch: Batch): Promise<void>;
  configure(retention: Retention): Promise<void>;
  query(channels: readonly ChannelRef[], question: HistoryQuery): Promise<{ unit: string; parts: HistoryPart[] }[]>;
  statistics(
    channels: readonly ChannelRef[],
    from: number,
    to: number,
  ): Promise<Omit<ChannelStatistics, keyof ChannelRef>[]>;
  channels(): Promise<StoredChannel[]>;
  status(): Promise<StoreStatus>;
  /** What these limits would delete; nothing is changed. A limit of Infinity deletes nothing. */
  losses(retention: Retention): Promise<Loss[]>;
  /** Readings of one channel in [from, to): about `limit` of them. */
  read(channel: ChannelRef, from: number, to: number, limit: number): Promise<Slice>;
  /** How many readings there are in [from, to), valid or not; from sums where they are whole. */
  count(channels: readonly ChannelRef[], from: number, to: number): Promise<number>;
  /** Drops everything of a device. */
  forget(device: DeviceKey): Promise<void>;
  markers: {
    list(from: number, to: number): Promise<Marker[]>;
    add(marker: MarkerInput): Promise<Marker>;
    change(id: number, marker: MarkerInput): Promise<Marker>;
    remove(id: number): Promise<void>;
  };
  /** What became of alarms; one that is known is replaced. */
  alarms: {
    put(alarms: readonly Alarm[]): Promise<void>;
    /** Those that began in [from, to), newest first. */
    list(from: number, to: number, limit: number): Promise<Alarm[]>;
  };
  /** Commits what is open and closes the file. */
  close(): Promise<void>;
}

/** What the disk did to the store. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

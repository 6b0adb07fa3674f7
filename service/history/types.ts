/**
 * Interfaces between the parts of the history. Readings flow registry -> recorder (bounded) -> store (a worker
 * thread with SQLite); queries go the other way.
 */
import type {
  Alarm,
  AlarmLogPart,
  AlarmLogQuery,
  ChannelRef,
  ChannelStatistics,
  HistoryPart,
  Marker,
  MarkerInput,
  Run,
  RunAttachment,
  RunQuery,
  RunStatistics,
  Runs,
  StoredChannel,
} from '../contract/index.ts';
import type { DeviceKey } from '../devices/types.ts';
import type { Emitter } from '../support/emitter.ts';
import type { ImportStore } from './import/types.ts';

/**
 * Points of one channel, oldest first. `value` is the double of a valid reading; NaN for a sensor error; GAP for an
 * interruption of sampling after the previous reading.
 */
export interface Points {
  /** Milliseconds since 1970, UTC. */
  readonly at: Float64Array;
  readonly value: Float64Array;
}

/** A gap: the device timed out or disconnected, or the service stopped. It has the timestamp of the reading before. */
export const GAP = Number.POSITIVE_INFINITY;

/**
 * The aggregate of a range of one channel. Two consecutive ones merge into one (`mergeInto`); the mean and the
 * sum of squared deviations (`m2`) are Welford's, which stay exact in large sums.
 */
export interface Aggregate {
  /** Valid readings. */
  count: number;
  /** Sensor errors. */
  failed: number;
  /** Of the valid readings; all four are NaN if there is none. */
  min: number;
  max: number;
  mean: number;
  m2: number;
  /** Interruptions (gaps or sensor errors) between two valid readings. */
  gaps: number;
  /** Interrupted before the first valid reading; without one, interrupted at all, as `brokenAfter`. */
  brokenBefore: boolean;
  /** Interrupted after the last valid reading. */
  brokenAfter: boolean;
}

/** Aggregates in buckets of one width, in columns, oldest first; none is empty. */
export interface Buckets {
  /** Start of each: milliseconds since 1970, a multiple of the width. */
  readonly at: Float64Array;
  readonly count: Float64Array;
  readonly failed: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly mean: Float64Array;
  readonly m2: Float64Array;
  readonly gaps: Float64Array;
  /** 1: broken before, 2: broken after; 3: both. */
  readonly broken: Uint8Array;
}

/** Raw readings, minute aggregates, hour aggregates. */
export type Resolution = 'raw' | 'minute' | 'hour';

/** A range [from, to), in milliseconds since 1970. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A run as the history stores it, apart from its attachments. */
export type StoredRun = Omit<Run, 'id' | 'attachments'>;

/** Neighboring points stored together. */
export interface RawBlock {
  /** Timestamps of the first and last point, in milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
  /** Points, gaps included. */
  readonly length: number;
  readonly summary: Aggregate;
  /** Reads and unpacks the points; in order of time. */
  points(): Points;
}

/** Stored data of one channel. */
export interface ChannelReader {
  /**
   * Blocks with a point in [from, to), by first timestamp. They overlap only after late readings or a clock set back.
   */
  blocks(from: number, to: number): Iterable<RawBlock>;
  /** Buckets that start in [from, to), each once. */
  buckets(level: 'minute' | 'hour', from: number, to: number): Buckets;
  /** From when a resolution is complete: earlier data may have been deleted. A multiple of an hour, or -Infinity. */
  completeFrom(level: Resolution): number;
  /** Ranges before `completeFrom` or across it that are complete too, because runs hold them; as in `HeldRanges`. */
  held(level: 'raw' | 'minute'): readonly TimeSpan[];
}

/** A query of one channel in [from, to), in milliseconds since 1970. */
export interface HistoryQuery {
  readonly from: number;
  readonly to: number;
  /** Maximum number of points returned. */
  readonly points: number;
}

/** A channel as the recorder declares it, once per run, before its first reading. */
export interface DeclaredChannel extends Omit<StoredChannel, 'first' | 'last'> {
  /** Identifies the channel in batches of this run. */
  readonly slot: number;
  /** Index among the product's channels. */
  readonly order: number;
}

/** Readings committed together, in order of arrival. */
export interface Batch {
  /**
   * The recorder's run and a number, separated by a slash; unique. If the last stored batch is committed again,
   * because its reply was lost, it is not stored twice.
   */
  readonly id: string;
  /** Channels new since the last batch. */
  readonly declared: readonly DeclaredChannel[];
  readonly slots: Uint32Array<ArrayBuffer>;
  readonly at: Float64Array<ArrayBuffer>;
  /** As in `Points`; the timestamp of a gap is ignored. */
  readonly values: Float64Array<ArrayBuffer>;
}

export interface Retention {
  rawDays: number;
  minuteDays: number;
  maxBytes: number;
}

/** What a limit deletes of one resolution: everything before `until`. Milliseconds since 1970. */
export interface Loss {
  limit: keyof Retention;
  level: Resolution;
  /** The oldest timestamp deleted. */
  from: number;
  until: number;
  /** Raw readings; 0 for aggregates. */
  readings: number;
  bytes: number;
}

export type StoreFault = 'full' | 'read-only' | 'damaged' | 'failed';

export interface StoreEvents {
  /** An unusable file was moved to this path and a new one was created. */
  setAside: { path: string; reason: string };
  /** Another file is open than before: after one was set aside, deleted or replaced. */
  replaced: undefined;
  /** The worker exited and is restarted; the pending commit is rejected and may be on disk. */
  crashed: { reason: string };
}

export interface StoreStatus {
  bytes: number;
  freeBytes: number | null;
  channels: number;
  /** The oldest timestamp of each resolution; null if nothing is stored. */
  oldest: Record<Resolution, number | null>;
  /** Readings in raw blocks and the bytes of those blocks, without the journal. */
  rawReadings: number;
  rawBytes: number;
  /** Bytes of minute and hour aggregates. */
  sumBytes: number;
  /** By how much the data of runs makes the file larger than its limit, in bytes; 0 if it does not. */
  heldExcess: number;
}

/** Readings for an export, without gaps; sensor errors are NaN. */
export interface Slice extends Points {
  /** Start of the next slice; null at the end. Readings of one timestamp are never separated. */
  readonly next: number | null;
}

/**
 * The main thread's side of the store. Everything resolves when done; committed data survives a power cut.
 * @throws StoreError (with a StoreFault) for errors of the disk; MensuraError `bad-request`, `not-found`
 */
export interface HistoryStore {
  readonly on: Emitter<StoreEvents>['on'];
  /** Opens or creates the file, migrates it and reads the journal. */
  open(): Promise<void>;
  /** Commits a whole batch with full synchronization, or nothing; skips a batch that is already stored. */
  commit(batch: Batch): Promise<void>;
  configure(retention: Retention): Promise<void>;
  query(channels: readonly ChannelRef[], range: HistoryQuery): Promise<{ unit: string; parts: HistoryPart[] }[]>;
  statistics(
    channels: readonly ChannelRef[],
    from: number,
    to: number,
  ): Promise<Omit<ChannelStatistics, keyof ChannelRef>[]>;
  channels(): Promise<StoredChannel[]>;
  status(): Promise<StoreStatus>;
  /** What these limits would delete, without deleting it. A limit of Infinity deletes nothing. */
  losses(retention: Retention): Promise<Loss[]>;
  /** About `limit` readings of one channel in [from, to). */
  read(channel: ChannelRef, from: number, to: number, limit: number): Promise<Slice>;
  /** Readings in [from, to), valid or not; uses aggregates that lie within the range. */
  count(channels: readonly ChannelRef[], from: number, to: number): Promise<number>;
  /** Deletes all data of a device. @throws MensuraError `conflict` while an import adds readings to it */
  deleteDevice(device: DeviceKey): Promise<void>;
  markers: {
    /** The newest in [from, to), oldest first. @param device its key, for its own and those of all charts; null: all */
    list(from: number, to: number, device: string | null): Promise<Marker[]>;
    add(marker: MarkerInput): Promise<Marker>;
    change(id: number, marker: MarkerInput): Promise<Marker>;
    remove(id: number): Promise<void>;
  };
  /** Putting a known alarm replaces it. */
  alarms: {
    put(alarms: readonly Alarm[]): Promise<void>;
    list(query: AlarmLogQuery): Promise<AlarmLogPart>;
  };
  /** Times are milliseconds since 1970. Unknown IDs and names are refused. */
  runs: {
    list(query: RunQuery): Promise<Runs>;
    /** In the order they were started. */
    active(): Promise<Run[]>;
    get(id: number): Promise<Run>;
    add(run: StoredRun): Promise<Run>;
    change(id: number, run: StoredRun, now: number): Promise<Run>;
    /** `restore` undoes it for 10 minutes. @param ended the run, if it has to be ended before */
    remove(id: number, now: number, ended?: StoredRun): Promise<void>;
    restore(id: number, now: number): Promise<Run>;
    /** The statistics of its channels in [from, to), and the bytes of their blocks. */
    statistics(channels: Run['channels'], from: number, to: number): Promise<Pick<RunStatistics, 'bytes' | 'channels'>>;
    attachment(id: number, name: string): Promise<RunAttachment>;
    attach(id: number, attachment: RunAttachment): Promise<Run>;
    detach(id: number, name: string): Promise<Run>;
  };
  imports: ImportStore;
  /** Finishes pending commits and closes the file. */
  close(): Promise<void>;
}

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

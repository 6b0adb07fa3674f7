/** Imported readings between the manager and the store. Times are milliseconds since 1970, UTC. */
import type { ChannelRef, ImportSummary, StoredChannel } from '../../contract/index.ts';

/** `applying` and `undoing` are stored too: after a crash, the readings added so far are removed. */
export type StoredImportState = 'applying' | 'applied' | 'undoing';

export interface StoredImport {
  readonly id: string;
  readonly state: StoredImportState;
  readonly summary: ImportSummary;
}

/** Where the readings of a column go. A channel that is not stored yet is added. */
export interface ImportTarget extends Omit<StoredChannel, 'first' | 'last'> {
  /** As in `DeclaredChannel`. */
  readonly order: number;
}

/** Readings of one channel in ascending order, each timestamp once. */
export interface ImportedColumn {
  readonly at: Float64Array<ArrayBuffer>;
  /** NaN for a sensor error. */
  readonly value: Float64Array<ArrayBuffer>;
  /** 0, or the longest time to a next reading that would continue the line: the next reading of the file is later. */
  readonly reach: Float64Array<ArrayBuffer>;
}

/** What became, or would become, of the first readings of a column. */
export interface ImportStep {
  /** Readings that this step handled; at least one. */
  readonly consumed: number;
  readonly added: number;
  /** Skipped: the channel has a reading at the same time. */
  readonly stored: number;
  /** Skipped: only aggregates are left of that hour, which cannot tell whether the reading is in them. */
  readonly covered: number;
}

/** What `add` would do. */
export interface CheckedStep extends ImportStep {
  /** Of the added readings: older than the retention of raw readings, and not held by a run. */
  readonly expired: number;
  /** Of the other added ones: only aggregates are stored of their time, since the size limit deleted raw readings. */
  readonly aggregated: number;
}

/**
 * The store's part of an import. Each call is one transaction of some 25 ms, so that commits and queries are not held
 * up; the file always lists exactly the readings that were added.
 * @throws StoreError; MensuraError `not-found`
 */
export interface ImportStore {
  /** Oldest first. */
  list(): Promise<StoredImport[]>;
  /** Remembers an import, without readings. */
  begin(id: string, summary: ImportSummary): Promise<void>;
  /**
   * What `add` would do with the first readings of a column.
   * @param unit of the channel if it is stored
   * @param expiry raw readings before it are deleted
   */
  check(channel: ChannelRef, unit: string, column: ImportedColumn, expiry: number): Promise<CheckedStep>;
  /** Adds the first readings of a column. */
  add(id: string, target: ImportTarget, column: ImportedColumn): Promise<ImportStep>;
  /** `applied` forgets the oldest imports beyond the limit, whose readings stay. */
  setState(id: string, state: StoredImportState, summary: ImportSummary): Promise<void>;
  /** The parts whose readings are not removed yet, and their readings. */
  parts(id: string): Promise<readonly { part: number; readings: number }[]>;
  /** Readings of a part that cannot be removed: in their hours, only aggregates with other readings are left. */
  stuck(part: number): Promise<number>;
  /** Removes the readings of a part, except stuck ones, and the part. */
  removePart(part: number): Promise<void>;
  /** Forgets an import; its readings stay. */
  forget(id: string): Promise<void>;
}

/** The worker's side of `HistoryStore`: processes its requests one after the other. */
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type {
  Alarm,
  AlarmLogPart,
  AlarmLogQuery,
  ChannelRef,
  Marker,
  MarkerInput,
  Run,
  RunAttachment,
  RunQuery,
  RunStatistics,
  Runs,
  StoredChannel,
} from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/types.ts';
import type { MensuraError } from '../../support/errors.ts';
import { MAX_EXACT_AREA } from '../query/area.ts';
import { runQuery } from '../query/run-query.ts';
import { MAX_RUN_READINGS, runStatisticsOf } from '../query/run-statistics.ts';
import { readSlice } from '../query/slice.ts';
import { countOf, statisticsOf } from '../query/statistics.ts';
import {
  type Batch,
  type DeclaredChannel,
  type HistoryQuery,
  type HistoryStore,
  type Loss,
  type Retention,
  type Slice,
  type StoredRun,
  StoreError,
  type StoreEvents,
  type StoreStatus,
} from '../types.ts';
import { NOTHING, type StoredChannelReader } from './channel-reader.ts';
import { fileIdentity, SQLITE_SIDE_FILES } from './database.ts';
import { newestTimestamp, oldestTimestamp, storedChannels } from './extent.ts';
import { toStoreError } from './faults.ts';
import { FileQuarantine } from './file-quarantine.ts';
import { HistoryDatabase } from './history-database.ts';
import type { ImportedReadings } from './imported-readings.ts';
import type { StoreLimits } from './limits.ts';
import { fileSize, freeBytes } from './storage-totals.ts';

export interface StoreOptions {
  path: string;
  limits: StoreLimits;
  setAside(event: StoreEvents['setAside']): void;
  /** Another file was opened than before. */
  replaced(): void;
}

export type ImportOperation = keyof Omit<ImportedReadings, 'removeChannels'>;

type ResultOf<Name extends 'query' | 'statistics'> = Awaited<ReturnType<HistoryStore[Name]>>;

/**
 * Opens the file on first use, and again after a failure. A file found damaged is set aside, and the operation is
 * repeated with a new one.
 */
export class Store {
  readonly #options: StoreOptions;
  /** The channels of this run by slot: a new file needs them too. */
  readonly #declared = new Map<number, DeclaredChannel>();
  #archive: HistoryDatabase | undefined;
  #lastBatch = '';
  /** The operating system's identity of the open file. */
  #identity = '';
  /** The next file is another one. */
  #isReplaced = false;
  /** A damaged file whose readings in memory are in no other file yet. */
  #damaged: HistoryDatabase | undefined;
  /** A damaged file not moved yet. */
  #settingAside: FileQuarantine | undefined;
  #retention: Retention | undefined;
  #isMeasuring = false;
  #isClosed = false;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /**
   * @param declared by an earlier thread of this run
   * @param batch id of its last batch, if any
   */
  open(declared: readonly DeclaredChannel[], batch = ''): void {
    for (const channel of declared) this.#declared.set(channel.slot, channel);
    this.#lastBatch = batch;
    this.#with(() => {});
  }

  commit(batch: Batch): void {
    for (const channel of batch.declared) this.#declared.set(channel.slot, channel);
    this.#change((archive) => archive.commit(batch, this.#declared));
    this.#lastBatch = batch.id;
  }

  configure(retention: Retention): void {
    this.#retention = retention;
  }

  query(channels: readonly ChannelRef[], range: HistoryQuery): ResultOf<'query'> {
    return this.#of(channels, (known) =>
      known ? { unit: known.unit, parts: runQuery(known.reader, range) } : { unit: '', parts: [] },
    );
  }

  statistics(channels: readonly ChannelRef[], from: number, to: number): ResultOf<'statistics'> {
    const maxArea = MAX_EXACT_AREA / Math.max(1, channels.length);
    return this.#of(channels, (known) => ({
      unit: known?.unit ?? '',
      ...statisticsOf(known?.reader ?? NOTHING, from, to, maxArea),
    }));
  }

  channels(): StoredChannel[] {
    return this.#with(storedChannels);
  }

  status(): StoreStatus {
    return this.#with((archive) => ({
      bytes: SQLITE_SIDE_FILES.reduce((sum, companion) => sum + fileSize(this.#options.path + companion), 0),
      freeBytes: freeBytes(dirname(this.#options.path)),
      channels: archive.channels.shown().filter((channel) => newestTimestamp(channel) !== undefined).length,
      oldest: {
        raw: oldestTimestamp(archive, 'raw'),
        minute: oldestTimestamp(archive, 'minute'),
        hour: oldestTimestamp(archive, 'hour'),
      },
      heldExcess: archive.heldExcess,
      ...archive.totals.amounts,
    }));
  }

  /** One at a time, in steps between which the thread processes other requests. */
  async losses(retention: Retention): Promise<Loss[]> {
    if (this.#isMeasuring) throw new StoreError('failed', 'Another size measurement is in progress');
    const { stepMs, measureMs } = this.#options.limits;
    const until = performance.now() + measureMs;
    this.#isMeasuring = true;
    try {
      const [measured, measurement] = this.#with((archive) => [archive, archive.losses(retention, stepMs)]);
      for (;;) {
        const step = this.#with((archive) => {
          if (archive !== measured) throw new StoreError('failed', 'The history file was replaced');
          return measurement.next();
        });
        if (step.done) return step.value;
        if (performance.now() >= until) throw new StoreError('failed', `Measuring timed out after ${measureMs} ms`);
        await turn();
      }
    } finally {
      this.#isMeasuring = false;
    }
  }

  read(channel: ChannelRef, from: number, to: number, limit: number): Slice {
    return this.#with((archive) => readSlice(archive.reader(channel)?.reader ?? NOTHING, from, to, limit));
  }

  count(channels: readonly ChannelRef[], from: number, to: number): number {
    const counts = this.#of(channels, (known) => (known ? countOf(known.reader, from, to) : 0));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async deleteDevice(device: DeviceKey): Promise<void> {
    this.#with((archive) => archive.deleteDevice(device));
    while (this.#with((archive) => archive.purgeDeleted())) await turn();
  }

  listMarkers(from: number, to: number, device: string | null): Marker[] {
    return this.#with(({ markers }) => markers.list(from, to, device));
  }

  addMarker(marker: MarkerInput): Marker {
    return this.#change(({ markers }) => markers.add(marker));
  }

  changeMarker(id: number, marker: MarkerInput): Marker {
    return this.#change(({ markers }) => markers.change(id, marker));
  }

  removeMarker(id: number): void {
    this.#change(({ markers }) => markers.remove(id));
  }

  putAlarms(alarms: readonly Alarm[]): void {
    this.#change((archive) => archive.alarms.put(alarms));
  }

  listAlarms(query: AlarmLogQuery): AlarmLogPart {
    return this.#with(({ alarms }) => alarms.list(query));
  }

  listRuns(query: RunQuery): Runs {
    return this.#with(({ runs }) => runs.list(query));
  }

  activeRuns(): Run[] {
    return this.#with(({ runs }) => runs.active());
  }

  getRun(id: number): Run {
    return this.#with(({ runs }) => runs.get(id));
  }

  addRun(run: StoredRun): Run {
    return this.#change((archive) => archive.addRun(run));
  }

  changeRun(id: number, run: StoredRun, now: number): Run {
    return this.#change((archive) => archive.changeRun(id, run, now));
  }

  removeRun(id: number, now: number, ended: StoredRun | undefined): void {
    this.#change((archive) => archive.removeRun(id, now, ended));
  }

  restoreRun(id: number, now: number): Run {
    return this.#change(({ runs }) => runs.restore(id, now));
  }

  /** Between two channels, the thread processes other requests. */
  async runStatistics(
    channels: Run['channels'],
    from: number,
    to: number,
  ): Promise<Pick<RunStatistics, 'bytes' | 'channels'>> {
    const maxReadings = MAX_RUN_READINGS / Math.max(1, channels.length);
    const statistics: Pick<RunStatistics, 'bytes' | 'channels'> = { bytes: 0, channels: [] };
    for (const channel of channels) {
      this.#with((archive) => {
        const { unit, reader } = archive.reader(channel) ?? { unit: '', reader: NOTHING };
        const found = runStatisticsOf(reader, from, to, { ...channel, unit }, maxReadings);
        statistics.channels.push({ ...channel, unit, ...found });
        statistics.bytes += archive.size(channel, from, to);
      });
      await turn();
    }
    return statistics;
  }

  runAttachment(id: number, name: string): RunAttachment {
    return this.#with(({ runs }) => runs.attachment(id, name));
  }

  attachToRun(id: number, attachment: RunAttachment): Run {
    return this.#change(({ runs }) => runs.attach(id, attachment));
  }

  detachFromRun(id: number, name: string): Run {
    return this.#change(({ runs }) => runs.detach(id, name));
  }

  /** An operation of `ImportStore`. */
  imports(name: ImportOperation, args: readonly unknown[]): unknown {
    this.#leaveLost();
    return this.#with(({ imports }) => (imports[name] as (...given: unknown[]) => unknown).apply(imports, [...args]));
  }

  get isJournalFull(): boolean {
    return this.#archive?.isJournalFull ?? false;
  }

  /** Moves part of the journal into blocks. @returns whether more is left */
  writeBlocks(): boolean {
    return this.#with((archive) => archive.hasJournal && archive.writeBlocks(this.#options.limits.stepMs));
  }

  /** Moves channels with very many points into blocks. */
  writeLong(): void {
    this.#with((archive) => archive.writeLong(this.#options.limits.stepMs));
  }

  /** Deletes part of the data beyond the retention. @returns whether there was anything to do */
  tidy(): boolean {
    return this.#with((archive) => archive.tidy(this.#retention));
  }

  /** Closes the file for good. Data not in blocks stays in the journal. */
  close(): void {
    this.#isClosed = true;
    const { closeMs, stepMs } = this.#options.limits;
    const until = performance.now() + closeMs;
    try {
      while (this.#archive?.hasJournal && performance.now() < until) this.#archive.writeBlocks(stepMs);
    } finally {
      this.#archive?.close();
      this.#archive = undefined;
    }
  }

  #of<Result>(
    channels: readonly ChannelRef[],
    work: (known: { unit: string; reader: StoredChannelReader } | undefined) => Result,
  ): Result[] {
    return this.#with((archive) => channels.map((channel) => work(archive.reader(channel))));
  }

  /** @throws StoreError, also if the file was deleted or replaced; MensuraError */
  #change<Result>(work: (archive: HistoryDatabase) => Result): Result {
    this.#leaveLost();
    return this.#with(work);
  }

  /** @throws StoreError, MensuraError */
  #with<Result>(work: (archive: HistoryDatabase) => Result): Result {
    try {
      return work(this.#opened());
    } catch (error) {
      const known = this.#faultOf(error);
      if (!('fault' in known) || known.fault !== 'damaged') throw known;
      this.#setAside(known.message);
    }
    try {
      return work(this.#opened());
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  /** Without space for the index of its write-ahead log, SQLite reports a disk error. */
  #faultOf(error: unknown): StoreError | MensuraError {
    const known = toStoreError(error);
    if (!('fault' in known) || known.fault !== 'failed') return known;
    const free = freeBytes(dirname(this.#options.path));
    const isFull = free !== null && free < LOG_INDEX_BYTES;
    return isFull ? new StoreError('full', known.message, { cause: error }) : known;
  }

  #opened(): HistoryDatabase {
    if (this.#isClosed) throw new StoreError('failed', 'The history is closed');
    if (this.#settingAside) this.#moveAside(this.#settingAside);
    if (!this.#archive) {
      this.#archive = new HistoryDatabase(this.#options.path, this.#options.limits, this.#lastBatch);
      this.#identity = fileIdentity(this.#options.path);
      if (this.#isReplaced) this.#options.replaced();
      this.#isReplaced = false;
    }
    if (this.#damaged) {
      this.#archive.recover(this.#damaged);
      this.#damaged = undefined;
    }
    return this.#archive;
  }

  /**
   * Closes a file that was deleted, moved or on a removed disk: writes to it would succeed and be lost. The next
   * attempt opens the path again.
   * @throws StoreError if so
   */
  #leaveLost(): void {
    const { path } = this.#options;
    const archive = this.#archive;
    if (!archive || fileIdentity(path) === this.#identity) return;
    this.#archive = undefined;
    this.#isReplaced = true;
    archive.close();
    throw new StoreError('failed', `The history file ${path} was deleted or replaced`);
  }

  /** A file that cannot be moved now is moved before the next operation. */
  #setAside(reason: string): void {
    const damaged = this.#archive;
    this.#damaged ??= damaged;
    this.#archive = undefined;
    this.#isReplaced = true;
    try {
      this.#settingAside = new FileQuarantine(this.#options.path, reason);
      damaged?.close();
      this.#moveAside(this.#settingAside);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  #moveAside(settingAside: FileQuarantine): void {
    const path = settingAside.move();
    this.#settingAside = undefined;
    if (path !== undefined) this.#options.setAside({ path, reason: settingAside.reason });
  }
}

/** Minimum size of the index of SQLite's write-ahead log. */
const LOG_INDEX_BYTES = 32 * 1024;

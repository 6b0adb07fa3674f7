/** One open history file: its blocks, and in memory the part of its journal not in blocks yet. */
import type { DatabaseSync } from 'node:sqlite';
import type { ChannelRef, Run } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/types.ts';
import { type Clock, systemClock } from '../../support/clock.ts';
import { MensuraError } from '../../support/errors.ts';
import { type ClockState, SteadyWallClock } from '../../support/steady-wall-clock.ts';
import { type Batch, type DeclaredChannel, GAP, type Resolution, type Retention, type StoredRun } from '../types.ts';
import { AlarmLog } from './alarm-log.ts';
import { writeAggregateBlocks, writeRawBlocks } from './block-writer.ts';
import { Blocks } from './blocks.ts';
import { type Completeness, StoredChannelReader } from './channel-reader.ts';
import { type Channel, type ChannelMetadata, ChannelTable } from './channel-table.ts';
import { openDatabase } from './database.ts';
import type { HeldRanges } from './held-ranges.ts';
import { ImportedReadings } from './imported-readings.ts';
import { Journal } from './journal.ts';
import type { StoreLimits } from './limits.ts';
import { lossesOf, type Measurement } from './losses.ts';
import { Markers } from './markers.ts';
import type { CoverageStart } from './resolution-coverage.ts';
import { type HeldBlocks, RetentionEnforcer } from './retention.ts';
import { RunTable } from './run-table.ts';
import { MetaTable, transaction } from './schema.ts';
import { fileSize, StorageTotals } from './storage-totals.ts';

/** Limit of the journal, and of its copy in memory, as a multiple of `journalBytes`, while blocks cannot be written. */
const MOST_JOURNALS = 2;

const LAST_BATCH = 'batch';

/** Key of the trusted wall clock. */
const BELIEVED = 'believed';

const HOUR_MS = 3_600_000;

/** Interval of looking for changes of runs that can no longer be undone, in milliseconds: tidying takes many steps. */
const PURGE_MS = 60_000;

/** Range of Date, in milliseconds from 1970. */
const MAX_TIMESTAMP = 8.64e15;

/**
 * The file's content is always its blocks plus its journal. Memory repeats the readings of the journal by channel
 * and holds nothing else, so it never has more than the file, whatever fails.
 */
export class HistoryDatabase {
  readonly database: DatabaseSync;
  readonly blocks: Blocks;
  readonly channels: ChannelTable;
  readonly markers: Markers;
  readonly alarms: AlarmLog;
  readonly runs: RunTable;
  readonly imports: ImportedReadings;
  readonly totals: StorageTotals;
  readonly #meta: MetaTable;
  readonly #journal: Journal;
  readonly #retainer: RetentionEnforcer;
  readonly #path: string;
  readonly #limits: StoreLimits;
  readonly #clock: Clock;
  /** Deletion by age is final, so a clock that is temporarily ahead must not cause it. */
  readonly #age: SteadyWallClock;
  /** Channel ids by slot, of channels that had a reading. */
  readonly #slots = new Map<number, number>();
  #lastBatch: string;
  /** The function for the present held ranges. */
  #held: { ranges: HeldRanges; version: number; isHeld: HeldBlocks } | undefined;
  /** On the monotonic clock. */
  #purgedAt = Number.NEGATIVE_INFINITY;
  /** Nothing was committed in this run. */
  #isBeginning = true;
  /** Id of the newest journal entry so far. */
  #lastEntry = 0;
  /** Channels whose blocks must be written before the journal can be deleted up to an entry. */
  #round: { left: Channel[]; upTo: number } | undefined;
  /** Size of the journal before its last deletion, in bytes: the estimate of its next one. */
  #usualJournal = 0;

  /**
   * @param goesOnFrom id of a batch of this run that the file already took: runs of readings then continue, since
   * closing lost nothing. Otherwise each gets a gap.
   * @param clock for tests
   * @throws errors of SQLite and the file system; StoreError
   */
  constructor(path: string, limits: StoreLimits, goesOnFrom = '', clock = systemClock) {
    this.#path = path;
    this.#limits = limits;
    this.#clock = clock;
    this.database = openDatabase(path, limits.maxPages);
    try {
      const meta = new MetaTable(this.database);
      this.#meta = meta;
      this.totals = new StorageTotals(meta);
      this.blocks = new Blocks(this.database, this.totals);
      this.channels = new ChannelTable(this.database);
      this.markers = new Markers(this.database);
      this.alarms = new AlarmLog(this.database);
      this.runs = new RunTable(this.database);
      this.imports = new ImportedReadings({
        database: this.database,
        blocks: this.blocks,
        channels: this.channels,
        totals: this.totals,
        stepMs: limits.stepMs,
        completenessOf: (channel) => this.#completenessOf(channel),
        flush: (channel) => void (channel.recent.length > 0 && this.#write([channel], Number.POSITIVE_INFINITY)),
      });
      this.#journal = new Journal(this.database);
      this.#lastBatch = meta.get(LAST_BATCH, '');
      this.#retainer = new RetentionEnforcer({
        database: this.database,
        meta,
        totals: this.totals,
        limits,
        held: () => this.#heldBlocks(),
      });
      for (const { entry } of this.channels.all) this.#lastEntry = Math.max(this.#lastEntry, entry);
      for (const entry of this.#journal.entries()) {
        this.channels.apply(entry);
        this.#lastEntry = entry.id;
      }
      this.#age = new SteadyWallClock(
        clock,
        meta.get<ClockState | undefined>(BELIEVED, undefined) ?? this.channels.newest,
      );
      this.#isBeginning = !isOfSameRun(this.#lastBatch, goesOnFrom);
      if (this.#isBeginning) this.channels.interrupt();
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  /** Whether the journal has entries not in blocks yet. */
  get hasJournal(): boolean {
    return this.#journal.bytes > 0;
  }

  /** Whether it is time to move the journal into blocks. */
  get isJournalFull(): boolean {
    return this.#journal.bytes > this.#limits.journalBytes;
  }

  /**
   * Commits a batch: on disk when this returns, absent from file and memory when it throws. A batch that is already in
   * the file, because its reply was lost, is skipped.
   * @param declared all channels of the run by slot, including those of the batch
   */
  commit(batch: Batch, declared: ReadonlyMap<number, DeclaredChannel>): void {
    if (batch.id === this.#lastBatch) return;
    // Blocks are written too slowly or not at all: the second case throws the reason.
    while (this.#journal.bytes > MOST_JOURNALS * this.#limits.journalBytes) this.writeBlocks(this.#limits.stepMs);
    const made = new Map<number, ChannelMetadata>();
    const changed = new Set(batch.declared.map(({ slot }) => slot));
    const entry = {
      id: this.#lastEntry + 1,
      begins: this.#isBeginning,
      channels: new Uint32Array(batch.slots.length),
      at: batch.at,
      values: batch.values,
    };
    const written = transaction(this.database, () => {
      for (const slot of changed) made.set(slot, this.channels.declare(known(declared, slot)));
      batch.slots.forEach((slot, index) => {
        let id = made.get(slot)?.id ?? this.#slots.get(slot);
        if (id === undefined) {
          const channel = this.channels.declare(known(declared, slot));
          made.set(slot, channel);
          ({ id } = channel);
        }
        const isTimestamp = Math.abs(batch.at[index] ?? Number.NaN) <= MAX_TIMESTAMP;
        if (!isTimestamp && batch.values[index] !== GAP) {
          throw new MensuraError('internal', `A reading for slot ${slot} has no timestamp.`);
        }
        entry.channels[index] = id;
      });
      this.#meta.set(LAST_BATCH, batch.id);
      return this.#journal.append(entry);
    });
    this.#journal.committed(written);
    this.#lastBatch = batch.id;
    this.#lastEntry = entry.id;
    this.#isBeginning = false;
    for (const [slot, declaration] of made) {
      this.channels.adopt(declaration);
      this.#slots.set(slot, declaration.id);
    }
    this.channels.apply(entry);
  }

  /**
   * Moves part of the journal into blocks, channel by channel; changes nothing if it throws.
   * @param ms approximate time limit
   * @returns whether entries are left of those present at the start of the round
   */
  writeBlocks(ms: number): boolean {
    const round = (this.#round ??= { left: this.channels.grown(), upTo: this.#lastEntry });
    if (round.left.length > 0) {
      round.left.splice(0, this.#write(round.left, performance.now() + ms));
      return true;
    }
    this.#usualJournal = this.#journal.deleteUpTo(round.upTo);
    this.#round = undefined;
    return false;
  }

  /**
   * Moves channels with very many points into blocks, so that no step or query has to handle too many; changes nothing
   * if it throws.
   * @param ms approximate time limit
   */
  writeLong(ms: number): void {
    const long = [...this.channels.all].filter(({ recent }) => recent.length >= this.#limits.longPoints);
    if (long.length > 0) this.#write(long, performance.now() + ms);
  }

  /** @returns undefined if the channel has no stored data */
  reader(ref: ChannelRef): { unit: string; reader: StoredChannelReader } | undefined {
    const channel = this.channels.find(ref);
    return channel && { unit: channel.about.unit, reader: this.readerOf(channel) };
  }

  readerOf({ id, about, written, recent }: Channel): StoredChannelReader {
    const points = recent.points();
    return new StoredChannelReader({ id, written, recent: points }, this.blocks, this.#completenessOf(about));
  }

  /** As in `ChannelReader`, for all channels. */
  completeFrom(level: Resolution): number {
    return this.#retainer.completeFrom[level];
  }

  /** Bytes of the blocks of a channel with data in [from, to). */
  size(ref: ChannelRef, from: number, to: number): number {
    const channel = this.channels.find(ref);
    return channel ? this.blocks.bytesOf(channel.id, from, to) : 0;
  }

  /** @throws MensuraError `conflict` */
  addRun(run: StoredRun): Run {
    return this.runs.add(run, this.#completeForRuns());
  }

  /** @param now milliseconds since 1970 @throws MensuraError `not-found` */
  changeRun(id: number, run: StoredRun, now: number): Run {
    return this.runs.change(id, run, this.#completeForRuns(), now);
  }

  /** As in `HistoryStore`. */
  removeRun(id: number, now: number, ended: StoredRun | undefined): void {
    this.runs.remove(id, now, ended, this.#completeForRuns());
  }

  /** Hides all data of a device at once; `tidy` deletes it. @throws MensuraError `conflict` while an import adds to it */
  deleteDevice(device: DeviceKey): void {
    this.imports.requireNoneFor(device);
    const channels = this.channels.of(device);
    transaction(this.database, () => {
      this.channels.markDeleted(channels);
      this.imports.removeChannels(channels);
      this.alarms.deleteDevice(device);
    });
    this.channels.remove(channels);
    const ids = new Set(channels.map(({ id }) => id));
    if (this.#round) this.#round.left = this.#round.left.filter(({ id }) => !ids.has(id));
    for (const [slot, id] of this.#slots) if (ids.has(id)) this.#slots.delete(slot);
  }

  /** Deletes part of the hidden data. @returns whether there was any */
  purgeDeleted(): boolean {
    return this.#retainer.purgeDeleted();
  }

  /**
   * Deletes part of the data beyond the retention and releases disk space. @returns whether there was anything to do
   */
  tidy(retention: Retention | undefined): boolean {
    const time = { now: this.#age.now(), monotonic: this.#clock.monotonic() };
    if (time.monotonic - this.#purgedAt >= PURGE_MS) {
      this.#purgedAt = time.monotonic;
      this.runs.purge(this.#clock.now());
    }
    return this.#retainer.step(retention, time, this.#usualJournal, fileSize(`${this.#path}-wal`));
  }

  /** As in `StoreStatus`, by the latest `tidy`. */
  get heldExcess(): number {
    return this.#retainer.heldExcess;
  }

  /** As in `HistoryStore`, step by step. */
  losses(retention: Retention, stepMs: number): Measurement {
    const { database, totals } = this;
    const options = { database, totals, completeFrom: this.#retainer.completeFrom, isHeld: this.#heldBlocks(), stepMs };
    return lossesOf(options, retention, this.#age.now(), fileSize(`${this.#path}-wal`));
  }

  /** Writes the data that memory holds of a damaged file into this new one; changes nothing if it throws. */
  recover(damaged: HistoryDatabase): void {
    const moved = damaged.channels.grown();
    for (const channel of moved) channel.written = Number.NEGATIVE_INFINITY;
    this.#write(moved, Number.POSITIVE_INFINITY, () => {
      for (const channel of moved) this.channels.copy(channel);
      this.#meta.set(LAST_BATCH, damaged.#lastBatch);
    });
    this.#lastBatch = damaged.#lastBatch;
    for (const channel of moved) this.channels.add(channel);
  }

  /** Closes without writing blocks: the journal is read again on opening. */
  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  #completenessOf(channel: ChannelRef): Completeness {
    return { starts: this.#retainer.completeFrom, held: (level) => this.runs.held.of(channel, level) };
  }

  /** New readings are complete, also after a clock was ahead and left a start in the future. */
  #completeForRuns(): CoverageStart {
    const hour = Math.floor(this.#clock.now() / HOUR_MS) * HOUR_MS;
    const { raw, minute, hour: hours } = this.#retainer.completeFrom;
    return { raw: Math.min(raw, hour), minute: Math.min(minute, hour), hour: Math.min(hours, hour) };
  }

  #heldBlocks(): HeldBlocks {
    const { held } = this.runs;
    if (this.#held?.ranges !== held || this.#held.version !== held.version) {
      const isHeld: HeldBlocks = (id, ...block) => {
        const channel = held.isEmpty ? undefined : this.channels.byId(id);
        return channel !== undefined && held.isHeld(channel.about, ...block);
      };
      this.#held = { ranges: held, version: held.version, isHeld };
    }
    return this.#held.isHeld;
  }

  /**
   * Writes the points of channels into blocks, in one transaction: of one, then of more up to a time.
   * @param until as of `performance.now()`
   * @param before runs in the same transaction
   * @returns the number of channels written
   */
  #write(grown: readonly Channel[], until: number, before = (): void => {}): number {
    const written = this.totals.withRollback(() =>
      transaction(this.database, () => {
        before();
        let count = 0;
        for (const channel of grown) {
          if (count > 0 && performance.now() >= until) break;
          this.#writeChannel(channel);
          count += 1;
        }
        this.totals.save();
        this.#meta.set(BELIEVED, this.#age.state());
        return count;
      }),
    );
    for (const channel of grown.slice(0, written)) {
      channel.written = newestOf(channel);
      channel.entry = this.#lastEntry;
      channel.recent.clear();
    }
    return written;
  }

  #writeChannel(channel: Channel): void {
    const points = channel.recent.points();
    writeAggregateBlocks(this.blocks, channel.id, this.readerOf(channel), points);
    writeRawBlocks(this.blocks, channel.id, points);
    this.channels.save(channel, newestOf(channel), this.#lastEntry);
  }
}

function newestOf({ written, recent }: Channel): number {
  return Math.max(written, recent.points().at.at(-1) ?? Number.NEGATIVE_INFINITY);
}

/** @throws MensuraError `internal` */
function known(declared: ReadonlyMap<number, DeclaredChannel>, slot: number): DeclaredChannel {
  const channel = declared.get(slot);
  if (!channel) throw new MensuraError('internal', `No channel was declared for slot ${slot}.`);
  return channel;
}

/** Batch ids are the recorder's run and a number, separated by a slash. */
function isOfSameRun(one: string, other: string): boolean {
  const end = one.lastIndexOf('/') + 1;
  return end > 0 && other.startsWith(one.slice(0, end));
}

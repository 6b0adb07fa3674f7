/** One file of the history that is open: what is in it, and what of its journal is not in blocks yet. */
import type { DatabaseSync } from 'node:sqlite';
import type { ChannelRef } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/instrument.ts';
import { type Clock, systemClock } from '../../support/clock.ts';
import { MensuraError } from '../../support/errors.ts';
import { type ClockState, SteadyWallClock } from '../../support/steady-wall-clock.ts';
import { type Batch, type DeclaredChannel, GAP, type Retention } from '../types.ts';
import { AlarmLog } from './alarm-log.ts';
import { writeAggregateBlocks, writeRawBlocks } from './block-writer.ts';
import { Blocks } from './blocks.ts';
import { StoredChannelReader } from './channel-reader.ts';
import { type Channel, type ChannelMetadata, ChannelTable } from './channel-table.ts';
import { openDatabase } from './database.ts';
import { Journal } from './journal.ts';
import type { StoreLimits } from './limits.ts';
import { lossesOf, type Measurement } from './losses.ts';
import { Markers } from './markers.ts';
import { MetaTable } from './meta-table.ts';
import { fileSize } from './pages.ts';
import { RetentionEnforcer } from './retention.ts';
import { StorageTotals } from './storage-totals.ts';
import { transaction } from './transaction.ts';

/** While the journal cannot be brought into blocks, it and what memory has of it grow to so many times their limit. */
const MOST_JOURNALS = 2;

/** The name under which the file remembers which batch was committed last. */
const LAST_BATCH = 'batch';

/** The name under which it remembers what was believed of the time. */
const BELIEVED = 'believed';

/** What a Date can be, in milliseconds from 1970. */
const MAX_MOMENT = 8.64e15;

/**
 * What is in the file is always what its blocks and its journal come to. Memory has the readings of the journal once
 * more, channel by channel, and nothing else: so it never knows more than the file, whatever fails.
 */
export class HistoryDatabase {
  readonly database: DatabaseSync;
  readonly blocks: Blocks;
  readonly channels: ChannelTable;
  readonly markers: Markers;
  readonly alarms: AlarmLog;
  readonly totals: StorageTotals;
  readonly #meta: MetaTable;
  readonly #journal: Journal;
  readonly #retainer: RetentionEnforcer;
  readonly #path: string;
  readonly #limits: StoreLimits;
  readonly #clock: Clock;
  /** What is too old is dropped for good: not for a clock that is ahead for a while. */
  readonly #age: SteadyWallClock;
  /** The ids of the channels that batches name by slot, once they had a reading. */
  readonly #slots = new Map<number, number>();
  /** The last batch that is in the file. */
  #lastBatch: string;
  /** Nothing was committed to it in this run. */
  #isBeginning = true;
  /** The newest in the journal, or the newest that was in it. */
  #lastEntry = 0;
  /** The channels whose blocks are still to be written before the journal can be dropped up to an entry. */
  #round: { left: Channel[]; upTo: number } | undefined;
  /** What the journal took before it was dropped last, in bytes: it will again. */
  #usualJournal = 0;

  /**
   * @param goesOnFrom the id of a batch of this run, where one was given to the file before: its lines go on, as nothing
   * was lost when it was closed. Else they are interrupted.
   * @param clock for tests
   * @throws what SQLite and the file system throw; StoreError
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
      this.#journal = new Journal(this.database);
      this.#lastBatch = meta.get(LAST_BATCH, '');
      this.#retainer = new RetentionEnforcer({ database: this.database, meta, totals: this.totals, limits });
      for (const { entry } of this.channels.all) this.#lastEntry = Math.max(this.#lastEntry, entry);
      for (const entry of this.#journal.entries()) {
        this.channels.apply(entry);
        this.#lastEntry = entry.id;
      }
      this.#age = new SteadyWallClock(
        clock,
        meta.get<ClockState | undefined>(BELIEVED, undefined) ?? this.#newestKept(),
      );
      this.#isBeginning = !isOfSameRun(this.#lastBatch, goesOnFrom);
      if (this.#isBeginning) this.channels.interrupt();
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  /** Whether the journal has what belongs into blocks. */
  get hasJournal(): boolean {
    return this.#journal.bytes > 0;
  }

  /** Whether it is time to bring the journal into blocks. */
  get isJournalFull(): boolean {
    return this.#journal.bytes > this.#limits.journalBytes;
  }

  /**
   * Commits a batch. It is on disk when this returns; where it throws, nothing of it is in the file, nor in memory. One
   * that is in the file already came again, as the answer was lost: it is left out.
   * @param declared all channels of the run by slot, those of the batch among them
   */
  commit(batch: Batch, declared: ReadonlyMap<number, DeclaredChannel>): void {
    if (batch.id === this.#lastBatch) return;
    // Blocks are written too slowly, or the disk takes none: then this throws the reason.
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
        const isMoment = Math.abs(batch.at[index] ?? Number.NaN) <= MAX_MOMENT;
        if (!isMoment && batch.values[index] !== GAP) throw noMoment(slot);
        entry.channels[index] = id;
      });
      this.#meta.set(LAST_BATCH, batch.id);
      return this.#journal.append(entry);
    });
    written.committed();
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
   * Brings some of the journal into blocks, channel by channel. Where it throws, nothing of that is done.
   * @param ms about how long it may take
   * @returns whether there is more to do until all is in blocks that was in the journal when this began
   */
  writeBlocks(ms: number): boolean {
    const round = (this.#round ??= { left: this.#grown(), upTo: this.#lastEntry });
    if (round.left.length > 0) {
      const until = performance.now() + ms;
      const written = this.#write(round.left, (count) => count === 0 || performance.now() < until);
      round.left.splice(0, written);
      return true;
    }
    this.#usualJournal = this.#journal.drop(round.upTo);
    this.#round = undefined;
    return false;
  }

  /**
   * Brings some channels of which very much came into blocks, so that no step and no question has too much of one. Where
   * it throws, nothing of that is done.
   * @param ms about how long it may take
   */
  writeLong(ms: number): void {
    const long = [...this.channels.all].filter(({ recent }) => recent.length >= this.#limits.longPoints);
    if (long.length === 0) return;
    const until = performance.now() + ms;
    this.#write(long, (count) => count === 0 || performance.now() < until);
  }

  /** @returns undefined where nothing of the channel is kept */
  reader(ref: ChannelRef): { unit: string; reader: StoredChannelReader } | undefined {
    const channel = this.channels.find(ref);
    return channel && { unit: channel.about.unit, reader: this.readerOf(channel) };
  }

  readerOf({ id, written, recent }: Channel): StoredChannelReader {
    const points = recent.points();
    return new StoredChannelReader({ id, written, recent: points }, this.blocks, this.#retainer.completeFrom);
  }

  /** Hides everything of a device at once; `tidy` drops it. */
  forget(device: DeviceKey): void {
    const channels = this.channels.of(device);
    transaction(this.database, () => {
      this.channels.setGone(channels);
      this.alarms.forget(device);
    });
    this.channels.remove(channels);
    const ids = new Set(channels.map(({ id }) => id));
    if (this.#round) this.#round.left = this.#round.left.filter(({ id }) => !ids.has(id));
    for (const [slot, id] of this.#slots) if (ids.has(id)) this.#slots.delete(slot);
  }

  /** Drops some of what was forgotten. @returns whether there was any */
  dropForgotten(): boolean {
    return this.#retainer.dropForgotten();
  }

  /** Does a little of what is to be dropped and given back to the disk. @returns whether there was something to do */
  tidy(retention: Retention | undefined): boolean {
    const time = { now: this.#age.now(), monotonic: this.#clock.monotonic() };
    return this.#retainer.step(retention, time, this.#usualJournal, fileSize(`${this.#path}-wal`));
  }

  /** As in `HistoryStore`, step by step. */
  losses(retention: Retention, stepMs: number): Measurement {
    const { database, totals } = this;
    const parts = { database, totals, completeFrom: this.#retainer.completeFrom, stepMs };
    return lossesOf(parts, retention, this.#age.now(), fileSize(`${this.#path}-wal`));
  }

  /** Writes what memory has of another file, which was damaged, into this new one; where it throws, nothing. */
  takeOver(damaged: HistoryDatabase): void {
    const moved = damaged.#grown();
    for (const channel of moved) channel.written = Number.NEGATIVE_INFINITY;
    this.#write(
      moved,
      () => true,
      () => {
        for (const channel of moved) this.channels.copy(channel);
        this.#meta.set(LAST_BATCH, damaged.#lastBatch);
      },
    );
    this.#lastBatch = damaged.#lastBatch;
    for (const channel of moved) this.channels.add(channel);
  }

  /** Closes the file as it is: the journal is taken up when it is opened again. */
  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  /** What a file tells of the time that remembers nothing of it: the newest moment of all readings. */
  #newestKept(): ClockState | undefined {
    let at = Number.NEGATIVE_INFINITY;
    for (const { lines, written } of this.channels.all) at = Math.max(at, written, lines.newest || at);
    return Number.isFinite(at) ? { at, aheadMs: 0 } : undefined;
  }

  /** The channels of which something came since their blocks were written. */
  #grown(): Channel[] {
    return [...this.channels.all].filter(({ lines, recent }) => {
      lines.endIdle();
      return recent.length > 0;
    });
  }

  /**
   * Writes what came of channels since into blocks, in one transaction.
   * @param goesOn is asked with the number that were written
   * @param before is done in the same transaction
   * @returns how many were
   */
  #write(grown: readonly Channel[], goesOn: (written: number) => boolean, before = (): void => {}): number {
    const written = this.totals.keep(() =>
      transaction(this.database, () => {
        before();
        let count = 0;
        for (const channel of grown) {
          if (!goesOn(count)) break;
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

function noMoment(slot: number): MensuraError {
  return new MensuraError('internal', `A reading for slot ${slot} has no timestamp.`);
}

/** @throws MensuraError `internal` */
function known(declared: ReadonlyMap<number, DeclaredChannel>, slot: number): DeclaredChannel {
  const channel = declared.get(slot);
  if (!channel) throw new MensuraError('internal', `No channel was declared for slot ${slot}.`);
  return channel;
}

/** Whether two batches are of one run: the recorder's ids are the run's and a number, with a slash between. */
function isOfSameRun(one: string, other: string): boolean {
  const end = one.lastIndexOf('/') + 1;
  return end > 0 && other.startsWith(one.slice(0, end));
}

/** Imports of readings of the past, step by step; every step is a transaction that also writes what it added. */
import type { DatabaseSync } from 'node:sqlite';
import { type ChannelRef, channelPath, type ImportSummary } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/types.ts';
import { MensuraError } from '../../support/errors.ts';
import type {
  CheckedStep,
  ImportedColumn,
  ImportStep,
  ImportTarget,
  StoredImport,
  StoredImportState,
} from '../import/types.ts';
import { lowerBound, slicePoints } from '../query/merge-sorted.ts';
import { GAP, type Points } from '../types.ts';
import type { Blocks } from './blocks.ts';
import { type Completeness, StoredChannelReader } from './channel-reader.ts';
import type { Channel, ChannelTable } from './channel-table.ts';
import { HOUR_MS, HourWriter } from './hour-writer.ts';
import { ImportTable } from './import-table.ts';
import { transaction } from './schema.ts';
import type { StorageTotals } from './storage-totals.ts';

/** Readings per step; an hour with more of them is handled in several. */
const STEP_READINGS = 4096;

/** The ID of a channel that is not stored: it has no blocks. */
const NO_CHANNEL = -1;

const NO_POINTS: Points = { at: new Float64Array(0), value: new Float64Array(0) };

export interface ImportedReadingsOptions {
  readonly database: DatabaseSync;
  readonly blocks: Blocks;
  readonly channels: ChannelTable;
  readonly totals: StorageTotals;
  /** Time limit of a step, in milliseconds. */
  readonly stepMs: number;
  completenessOf(channel: ChannelRef): Completeness;
  /** Writes the points of a channel that are not in blocks into blocks. */
  flush(channel: Channel): void;
}

/** A channel, or one that is not stored yet. */
type WalkedChannel = Pick<Channel, 'id' | 'written'> & { readonly about: ChannelRef };

/** The methods are those of `ImportStore`, in the worker. */
export class ImportedReadings {
  readonly #options: ImportedReadingsOptions;
  readonly #table: ImportTable;

  constructor(options: ImportedReadingsOptions) {
    this.#options = options;
    this.#table = new ImportTable(options.database);
  }

  list(): StoredImport[] {
    return this.#table.list();
  }

  begin(id: string, summary: ImportSummary): void {
    this.#table.add(id, summary);
  }

  setState(id: string, state: StoredImportState, summary: ImportSummary): void {
    transaction(this.#options.database, () => this.#table.set(id, state, summary));
  }

  forget(id: string): void {
    this.#table.remove(id);
  }

  parts(id: string): { part: number; readings: number }[] {
    return this.#table.parts(id);
  }

  check(ref: ChannelRef, unit: string, column: ImportedColumn, expiry: number): CheckedStep {
    const channel = this.#options.channels.find(ref);
    if (channel) {
      requireUnit(channel, unit);
      this.#options.flush(channel);
    }
    const walked = channel ?? { id: NO_CHANNEL, about: ref, written: Number.NEGATIVE_INFINITY };
    return this.#walk(walked, column, { expiry }).step;
  }

  add(id: string, target: ImportTarget, column: ImportedColumn): ImportStep {
    const { database, channels, totals, flush } = this.#options;
    if (!this.#table.list().some((known) => known.id === id)) {
      throw new MensuraError('not-found', `No import with ID ${id}.`);
    }
    const channel = channels.find(target) ?? this.#declare(target);
    requireUnit(channel, target.unit);
    flush(channel);
    let written = channel.written;
    const step = totals.withRollback(() =>
      transaction(database, () => {
        const found = this.#walk(channel, column, { importId: id });
        if (found.points.at.length > 0) {
          this.#table.addPart(id, channel.id, found.points);
          written = Math.max(written, found.points.at.at(-1) ?? written);
          channels.saveWritten(channel.id, written);
        }
        totals.save();
        const { consumed, added, stored, covered } = found.step;
        return { consumed, added, stored, covered };
      }),
    );
    channel.written = written;
    return step;
  }

  /** Readings of a part that cannot be removed. */
  stuck(partId: number): number {
    const part = this.#table.part(partId);
    const channel = part && this.#options.channels.byId(part.channel);
    if (!part || !channel) return 0;
    this.#options.flush(channel);
    const writer = this.#writerOf(channel);
    let stuck = 0;
    for (const [hour, points] of hoursOf(part.points)) {
      if (this.#isShared(writer, part.importId, channel.id, hour)) stuck += readingsOf(points);
    }
    return stuck;
  }

  removePart(partId: number): void {
    const { database, blocks, channels, totals, flush } = this.#options;
    const part = this.#table.part(partId);
    if (!part) return;
    const channel = channels.byId(part.channel);
    if (channel) flush(channel);
    let written = channel?.written ?? Number.NEGATIVE_INFINITY;
    totals.withRollback(() =>
      transaction(database, () => {
        if (channel) {
          const writer = this.#writerOf(channel);
          for (const [hour, points] of hoursOf(part.points)) {
            if (writer.isComplete(hour)) writer.remove(hour, points);
            else if (!this.#isShared(writer, part.importId, channel.id, hour)) writer.removeAggregates(hour, points);
          }
          const { newest } = channel.lines;
          written = blocks.newest(channel.id) ?? Number.NEGATIVE_INFINITY;
          if (!Number.isNaN(newest)) written = Math.max(written, newest);
          channels.saveWritten(channel.id, written);
        }
        this.#table.removePart(partId);
        totals.save();
      }),
    );
    if (channel) channel.written = written;
  }

  /** @throws MensuraError `conflict` while an import adds readings to a device: some of them would return */
  requireNoneFor(device: DeviceKey): void {
    const start = channelPath({ ...device, channel: '' });
    const running = this.#table
      .list()
      .find(
        ({ state, summary }) => state === 'applying' && summary.columns.some((one) => one.channel?.startsWith(start)),
      );
    if (!running) return;
    const text = `The import of ${running.summary.file} is adding readings to this device. Try again when it has ended.`;
    throw new MensuraError('conflict', text);
  }

  /** Within a transaction: the readings of these channels are deleted with all others. */
  removeChannels(channels: readonly Channel[]): void {
    for (const { id } of channels) this.#table.removeChannel(id);
  }

  /** Whether only aggregates of an hour are left, in which there are other readings too. */
  #isShared(writer: HourWriter, importId: string, channel: number, hour: number): boolean {
    if (writer.isComplete(hour)) return false;
    const count = writer.countOf(hour);
    return count !== undefined && count !== this.#table.countWithin(importId, channel, hour, hour + HOUR_MS);
  }

  /**
   * Handles the first readings of a column, hour by hour until the time limit.
   * @param importId without one, they are only counted
   * @param expiry as of `check`
   */
  #walk(
    channel: WalkedChannel,
    column: ImportedColumn,
    { importId = '', expiry = Number.NEGATIVE_INFINITY }: { importId?: string; expiry?: number },
  ): { step: CheckedStep; points: Points } {
    const until = performance.now() + this.#options.stepMs;
    const writer = this.#writerOf(channel);
    const parts: Points[] = [];
    const isWritten = importId !== '';
    let [consumed, added, stored, covered, expired, aggregated] = [0, 0, 0, 0, 0, 0];
    while (consumed < column.at.length && (consumed === 0 || performance.now() < until)) {
      const hour = hourOf(column.at[consumed] ?? 0);
      const end = Math.min(lowerBound(column.at, hour + HOUR_MS), consumed + STEP_READINGS);
      const count = end - consumed;
      if (writer.isComplete(hour)) {
        const points = newPoints(writer, column, consumed, end);
        if (isWritten && points.at.length > 0) writer.add(hour, points);
        parts.push(points);
        added += readingsOf(points);
        stored += count - readingsOf(points);
        if (!writer.isHeld(hour)) expired += readingsOf(before(points, expiry));
      } else if (this.#isShared(writer, importId, channel.id, hour)) covered += count;
      else {
        const points = allPoints(column, consumed, end);
        if (isWritten) writer.addToAggregates(hour, points);
        parts.push(points);
        added += count;
        const older = readingsOf(before(points, expiry));
        expired += older;
        aggregated += count - older;
      }
      consumed = end;
    }
    return { step: { consumed, added, stored, covered, expired, aggregated }, points: joined(parts) };
  }

  #writerOf({ id, about, written }: WalkedChannel): HourWriter {
    const { blocks, completenessOf } = this.#options;
    const reader = new StoredChannelReader({ id, written, recent: NO_POINTS }, blocks, completenessOf(about));
    return new HourWriter({ blocks, channel: id, reader });
  }

  #declare(target: ImportTarget): Channel {
    const { database, channels } = this.#options;
    const declared = transaction(database, () => channels.declare({ ...target, slot: 0 }));
    channels.adopt(declared);
    const channel = channels.byId(declared.id);
    if (!channel) throw new MensuraError('internal', `Channel ${channelPath(target)} was not added.`);
    return channel;
  }
}

/** @throws MensuraError `conflict`: a device with another unit was connected after the file was read */
function requireUnit({ about }: Channel, unit: string): void {
  if (about.unit === unit) return;
  const text = `${about.serial}/${about.channel} is now stored in ${about.unit}, not in ${unit}. Import the file again.`;
  throw new MensuraError('conflict', text);
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}

/** The points of each hour, by its start. */
function* hoursOf(points: Points): Generator<[hour: number, points: Points]> {
  let start = 0;
  while (start < points.at.length) {
    const hour = hourOf(points.at[start] ?? 0);
    const end = lowerBound(points.at, hour + HOUR_MS);
    yield [hour, slicePoints(points, start, end)];
    start = end;
  }
}

function before(points: Points, timestamp: number): Points {
  return slicePoints(points, 0, lowerBound(points.at, timestamp));
}

function readingsOf({ value }: Points): number {
  return value.reduce((count, one) => count + (one === GAP ? 0 : 1), 0);
}

/** The readings whose timestamps are not stored, with a gap where the line would join readings that are far apart. */
function newPoints(writer: HourWriter, column: ImportedColumn, start: number, end: number): Points {
  const stored = writer.timestamps(column.at[start] ?? 0, column.at[end - 1] ?? 0);
  return pointsOf(column, start, end, (at, reach) =>
    stored.has(at) ? 'skip' : reach > 0 && !writer.hasReadingWithin(at, at + reach) ? 'gap' : 'add',
  );
}

function allPoints(column: ImportedColumn, start: number, end: number): Points {
  return pointsOf(column, start, end, (_, reach) => (reach > 0 ? 'gap' : 'add'));
}

function pointsOf(
  { at, value, reach }: ImportedColumn,
  start: number,
  end: number,
  choose: (at: number, reach: number) => 'skip' | 'add' | 'gap',
): Points {
  const [times, values]: [number[], number[]] = [[], []];
  for (let index = start; index < end; index += 1) {
    const timestamp = at[index] ?? 0;
    const choice = choose(timestamp, reach[index] ?? 0);
    if (choice === 'skip') continue;
    times.push(timestamp);
    values.push(value[index] ?? Number.NaN);
    if (choice !== 'gap') continue;
    times.push(timestamp);
    values.push(GAP);
  }
  return { at: Float64Array.from(times), value: Float64Array.from(values) };
}

function joined(parts: readonly Points[]): Points {
  const length = parts.reduce((sum, { at }) => sum + at.length, 0);
  const all = { at: new Float64Array(length), value: new Float64Array(length) };
  let offset = 0;
  for (const { at, value } of parts) {
    all.at.set(at, offset);
    all.value.set(value, offset);
    offset += at.length;
  }
  return all;
}

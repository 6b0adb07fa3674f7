/** The imports of a history file, and the readings that each one added. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ImportSummary } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';
import type { StoredImport, StoredImportState } from '../import/types.ts';
import { decodePoints, encodePoints } from '../query/codec/buckets.ts';
import { GAP, type Points } from '../types.ts';
import { damaged } from './faults.ts';
import { parseStored } from './schema.ts';

/** Imports that can be undone; of older ones, only the readings stay. */
export const MAX_IMPORTS = 20;

/** The readings that one step added to a channel. */
export interface ImportPart {
  readonly id: number;
  readonly importId: string;
  readonly channel: number;
  /** Their timestamps; the value is GAP for an added gap, otherwise 0. */
  readonly points: Points;
}

export class ImportTable {
  readonly #list: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #remove: StatementSync;
  readonly #removeOldest: StatementSync;
  readonly #addPart: StatementSync;
  readonly #part: StatementSync;
  readonly #parts: StatementSync;
  readonly #partsWithin: StatementSync;
  readonly #removePart: StatementSync;
  readonly #removeChannel: StatementSync;

  constructor(database: DatabaseSync) {
    this.#list = database.prepare('SELECT id, state, data FROM import ORDER BY number');
    this.#insert = database.prepare("INSERT INTO import (id, state, data) VALUES (?, 'applying', ?)");
    this.#update = database.prepare('UPDATE import SET state = ?, data = ? WHERE id = ?');
    this.#remove = database.prepare('DELETE FROM import WHERE id = ?');
    this.#removeOldest = database.prepare(
      `DELETE FROM import WHERE state = 'applied' AND number <= (
         SELECT number FROM import ORDER BY number DESC LIMIT 1 OFFSET ${MAX_IMPORTS})`,
    );
    this.#addPart = database.prepare(
      'INSERT INTO import_part (import, channel, first, last, readings, data) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#part = database.prepare('SELECT id, import, channel, data FROM import_part WHERE id = ?');
    this.#parts = database.prepare('SELECT id, readings FROM import_part WHERE import = ? ORDER BY id');
    this.#partsWithin = database.prepare(
      'SELECT data FROM import_part WHERE import = ? AND channel = ? AND first < ? AND last >= ?',
    );
    this.#removePart = database.prepare('DELETE FROM import_part WHERE id = ?');
    this.#removeChannel = database.prepare('DELETE FROM import_part WHERE channel = ?');
  }

  /** Oldest first. */
  list(): StoredImport[] {
    return this.#list.all().map(({ id, state, data }) => ({
      id: String(id),
      state: String(state) as StoredImportState,
      summary: parseStored<ImportSummary>(data),
    }));
  }

  /** Remembers an import. */
  add(id: string, summary: ImportSummary): void {
    this.#insert.run(id, JSON.stringify(summary));
  }

  /** Within a transaction: once one is applied, forgets the oldest ones beyond the limit. @throws MensuraError `not-found` */
  set(id: string, state: StoredImportState, summary: ImportSummary): void {
    if (this.#update.run(state, JSON.stringify(summary), id).changes === 0) {
      throw new MensuraError('not-found', `No import with ID ${id}.`);
    }
    if (state === 'applied') this.#removeOldest.run();
  }

  /** Forgets an import and its parts. */
  remove(id: string): void {
    this.#remove.run(id);
  }

  /** Within a transaction. @param points in order of time; at least one */
  addPart(importId: string, channel: number, { at, value }: Points): void {
    const marks = value.map((one) => (one === GAP ? GAP : 0));
    const readings = marks.filter((one) => one === 0).length;
    const data = encodePoints({ at, value: marks });
    this.#addPart.run(importId, channel, at[0] ?? 0, at.at(-1) ?? 0, readings, data);
  }

  parts(importId: string): { part: number; readings: number }[] {
    return this.#parts.all(importId).map(({ id, readings }) => ({ part: Number(id), readings: Number(readings) }));
  }

  /** Undefined if it was removed. */
  part(id: number): ImportPart | undefined {
    const row = this.#part.get(id);
    if (!row) return undefined;
    const { import: importId, channel, data } = row;
    return { id, importId: String(importId), channel: Number(channel), points: pointsOf(data) };
  }

  /** The readings that an import added to a channel in [from, to), and that are not removed. */
  countWithin(importId: string, channel: number, from: number, to: number): number {
    let count = 0;
    for (const { data } of this.#partsWithin.all(importId, channel, to, from)) {
      const { at, value } = pointsOf(data);
      at.forEach((timestamp, index) => {
        if (timestamp >= from && timestamp < to && value[index] !== GAP) count += 1;
      });
    }
    return count;
  }

  /** Within a transaction. */
  removePart(id: number): void {
    this.#removePart.run(id);
  }

  /** Within a transaction: the channel is deleted. */
  removeChannel(channel: number): void {
    this.#removeChannel.run(channel);
  }
}

function pointsOf(data: unknown): Points {
  if (data instanceof Uint8Array) return decodePoints(data);
  throw damaged('import without data');
}

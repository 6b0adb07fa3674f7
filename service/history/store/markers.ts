import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Marker, MarkerInput } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';

/** Limit of one list. */
const MAX_LISTED = 1000;

export class Markers {
  readonly #list: StatementSync;
  readonly #add: StatementSync;
  readonly #change: StatementSync;
  readonly #remove: StatementSync;

  constructor(database: DatabaseSync) {
    this.#list = database.prepare('SELECT id, at, text FROM marker WHERE at >= ? AND at < ? ORDER BY at, id LIMIT ?');
    this.#add = database.prepare('INSERT INTO marker (at, text) VALUES (?, ?) RETURNING id, at, text');
    this.#change = database.prepare('UPDATE marker SET at = ?, text = ? WHERE id = ? RETURNING id, at, text');
    this.#remove = database.prepare('DELETE FROM marker WHERE id = ?');
  }

  /** Markers in [from, to), in milliseconds since 1970; the first thousand. */
  list(from: number, to: number): Marker[] {
    return this.#list.all(from, to, MAX_LISTED).map(toMarker);
  }

  add({ at, text }: MarkerInput): Marker {
    return toMarker(this.#add.get(at, text) ?? {});
  }

  /** @throws MensuraError `not-found` */
  change(id: number, { at, text }: MarkerInput): Marker {
    const row = this.#change.get(at, text, id);
    if (!row) throw unknownMarker(id);
    return toMarker(row);
  }

  /** @throws MensuraError `not-found` */
  remove(id: number): void {
    if (this.#remove.run(id).changes === 0) throw unknownMarker(id);
  }
}

function toMarker({ id, at, text }: Record<string, unknown>): Marker {
  return { id: Number(id), at: Number(at), text: String(text) };
}

function unknownMarker(id: number): MensuraError {
  return new MensuraError('not-found', `No marker with ID ${id}.`);
}

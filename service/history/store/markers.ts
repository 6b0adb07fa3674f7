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
    this.#list = database.prepare(`
      SELECT * FROM (
        SELECT id, at, text, device FROM marker
        WHERE at >= :from AND at < :to AND (:device IS NULL OR device IS NULL OR device = :device)
        ORDER BY at DESC, id DESC LIMIT ${MAX_LISTED}
      ) ORDER BY at, id
    `);
    this.#add = database.prepare('INSERT INTO marker (at, text, device) VALUES (?, ?, ?) RETURNING *');
    this.#change = database.prepare('UPDATE marker SET at = ?, text = ?, device = ? WHERE id = ? RETURNING *');
    this.#remove = database.prepare('DELETE FROM marker WHERE id = ?');
  }

  /**
   * Markers in [from, to), in milliseconds since 1970: the thousand newest, oldest first.
   * @param device its key, for its markers and those of all charts; null: all markers
   */
  list(from: number, to: number, device: string | null): Marker[] {
    return this.#list.all({ from, to, device }).map(toMarker);
  }

  add({ at, text, device }: MarkerInput): Marker {
    return toMarker(this.#add.get(at, text, device) ?? {});
  }

  /** @throws MensuraError `not-found` */
  change(id: number, { at, text, device }: MarkerInput): Marker {
    const row = this.#change.get(at, text, device, id);
    if (!row) throw unknownMarker(id);
    return toMarker(row);
  }

  /** @throws MensuraError `not-found` */
  remove(id: number): void {
    if (this.#remove.run(id).changes === 0) throw unknownMarker(id);
  }
}

function toMarker({ id, at, text, device }: Record<string, unknown>): Marker {
  return { id: Number(id), at: Number(at), text: String(text), device: typeof device === 'string' ? device : null };
}

function unknownMarker(id: number): MensuraError {
  return new MensuraError('not-found', `No marker with ID ${id}.`);
}

/** Small values stored as JSON by name. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { damaged } from './faults.ts';

export class MetaTable {
  readonly #get: StatementSync;
  readonly #set: StatementSync;

  constructor(database: DatabaseSync) {
    this.#get = database.prepare('SELECT value FROM meta WHERE name = ?');
    this.#set = database.prepare(
      'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    );
  }

  /** @throws StoreError `damaged` */
  get<Value>(name: string, otherwise: Value): Value {
    const text = this.#get.get(name)?.['value'];
    return text === undefined ? otherwise : parseStored<Value>(text);
  }

  set(name: string, value: unknown): void {
    this.#set.run(name, JSON.stringify(value));
  }
}

/** Parses JSON that this store wrote. @throws StoreError `damaged` */
export function parseStored<Value>(text: unknown): Value {
  try {
    return JSON.parse(String(text)) as Value;
  } catch (cause) {
    throw damaged('invalid metadata', { cause });
  }
}

/** What became of alarms. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Alarm } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/instrument.ts';
import { parseKept } from './meta.ts';
import { transaction } from './transaction.ts';

export class AlarmLog {
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  readonly #list: StatementSync;
  readonly #forget: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#put = database.prepare(
      'INSERT OR REPLACE INTO alarm (id, since, family, serial, data) VALUES (?, ?, ?, ?, ?)',
    );
    this.#list = database.prepare(
      'SELECT data FROM alarm WHERE since >= ? AND since < ? ORDER BY since DESC, id DESC LIMIT ?',
    );
    this.#forget = database.prepare('DELETE FROM alarm WHERE family = ? AND serial = ?');
  }

  /** All of them or, where the disk does not take them, none. One that is known is replaced. */
  put(alarms: readonly Alarm[]): void {
    transaction(this.#database, () => {
      for (const alarm of alarms) {
        this.#put.run(alarm.id, Date.parse(alarm.since), alarm.family, alarm.serial, JSON.stringify(alarm));
      }
    });
  }

  /** Those that began in [from, to), in milliseconds since 1970; the newest first. */
  list(from: number, to: number, limit: number): Alarm[] {
    return this.#list.all(from, to, limit).map(({ data }) => parseKept<Alarm>(data));
  }

  /** Drops those of a device, within a transaction. */
  forget({ family, serial }: DeviceKey): void {
    this.#forget.run(family, serial);
  }
}

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Alarm } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/types.ts';
import { parseStored, transaction } from './schema.ts';

/** Stored alarms, some 50 MB. 1,000 rules can add hundreds per minute for years. */
const MAX_ALARMS = 100_000;

/** Fields that an older Mensura did not store. */
const ADDED = {
  count: 1,
  flapping: false,
  severity: 'warning',
  message: '',
  acknowledged_by: '',
  acknowledgment_comment: '',
} as const satisfies Partial<Alarm>;

/** Alarms added between two counts: counting takes milliseconds. */
const COUNT_INTERVAL = 1000;

export class AlarmLog {
  readonly #database: DatabaseSync;
  readonly #maxAlarms: number;
  readonly #put: StatementSync;
  readonly #list: StatementSync;
  readonly #deleteDevice: StatementSync;
  readonly #deleteOldest: StatementSync;
  #putSinceCount = 0;

  constructor(database: DatabaseSync, maxAlarms = MAX_ALARMS) {
    this.#database = database;
    this.#maxAlarms = maxAlarms;
    this.#put = database.prepare(
      'INSERT OR REPLACE INTO alarm (id, since, family, serial, data) VALUES (?, ?, ?, ?, ?)',
    );
    this.#list = database.prepare(
      'SELECT data FROM alarm WHERE since >= ? AND since < ? ORDER BY since DESC, id DESC LIMIT ?',
    );
    this.#deleteDevice = database.prepare('DELETE FROM alarm WHERE family = ? AND serial = ?');
    this.#deleteOldest = database.prepare(
      'DELETE FROM alarm WHERE since < (SELECT since FROM alarm ORDER BY since DESC LIMIT 1 OFFSET ?)',
    );
  }

  /** Stores all alarms or, on an error, none. Replaces known ones; deletes the oldest beyond the limit. */
  put(alarms: readonly Alarm[]): void {
    const count = this.#putSinceCount + alarms.length;
    const isCountDue = count >= COUNT_INTERVAL;
    transaction(this.#database, () => {
      for (const alarm of alarms) {
        this.#put.run(alarm.id, Date.parse(alarm.since), alarm.family, alarm.serial, JSON.stringify(alarm));
      }
      if (isCountDue) this.#deleteOldest.run(this.#maxAlarms - 1);
    });
    this.#putSinceCount = isCountDue ? 0 : count;
  }

  /** Alarms that started in [from, to), in milliseconds since 1970; newest first. */
  list(from: number, to: number, limit: number): Alarm[] {
    return this.#list.all(from, to, limit).map(({ data }) => Object.assign({}, ADDED, parseStored<Alarm>(data)));
  }

  /** Deletes the alarms of a device, within a transaction. */
  deleteDevice({ family, serial }: DeviceKey): void {
    this.#deleteDevice.run(family, serial);
  }
}

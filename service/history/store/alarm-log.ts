import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Alarm, type AlarmLogPart, type AlarmLogQuery, alarmQueryMatcher } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/types.ts';
import { parseStored, transaction } from './schema.ts';

/** Stored alarms, some 50 MB. 1,000 rules can add hundreds per minute for years. */
const MAX_ALARMS = 100_000;

/** Alarms read at once, some 50 ms: commits of readings wait meanwhile. */
const MAX_READ = 5000;

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
  readonly #maxRead: number;
  readonly #put: StatementSync;
  readonly #list: StatementSync;
  readonly #deleteDevice: StatementSync;
  readonly #deleteOldest: StatementSync;
  #putSinceCount = 0;

  constructor(database: DatabaseSync, { maxAlarms = MAX_ALARMS, maxRead = MAX_READ } = {}) {
    this.#database = database;
    this.#maxAlarms = maxAlarms;
    this.#maxRead = maxRead;
    this.#put = database.prepare(
      'INSERT OR REPLACE INTO alarm (id, since, family, serial, data) VALUES (?, ?, ?, ?, ?)',
    );
    this.#list = database.prepare(
      // Without `data` if it ended earlier. Times of one format are in the order of their texts.
      `SELECT id, since, iif(json_extract(data, '$.ended') < ?, NULL, data) AS data FROM alarm
       WHERE since >= ? AND since < ? AND (since, id) < (?, ?) ORDER BY since DESC, id DESC LIMIT ?`,
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

  /** Reads a bounded number of alarms, of which all, some or none match. */
  list(query: AlarmLogQuery): AlarmLogPart {
    const { from, to, activeFrom, after, limit } = query;
    const matches = alarmQueryMatcher(query);
    const alarms: Alarm[] = [];
    let last: AlarmLogPart['next'] = null;
    let count = 0;
    const endedBefore = activeFrom === undefined ? '' : new Date(activeFrom).toISOString();
    const position = after ? [Date.parse(after.since), after.id] : [to, ''];
    for (const { id, since, data } of this.#list.iterate(endedBefore, from, to, ...position, this.#maxRead)) {
      last = { id: String(id), since: new Date(Number(since)).toISOString() };
      count += 1;
      if (data === null) continue;
      const alarm: Alarm = Object.assign({}, ADDED, parseStored<Alarm>(data));
      if (matches(alarm)) alarms.push(alarm);
      if (alarms.length >= limit) break;
    }
    const isUnfinished = count >= this.#maxRead || alarms.length >= limit;
    return { alarms, next: isUnfinished ? last : null };
  }

  /** Deletes the alarms of a device, within a transaction. */
  deleteDevice({ family, serial }: DeviceKey): void {
    this.#deleteDevice.run(family, serial);
  }
}

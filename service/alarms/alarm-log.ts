/** Writes alarms to the log. Entries that cannot be written wait and are retried. */
import { type Alarm, type AlarmLogPart, type AlarmLogQuery, alarmQueryMatcher } from '../contract/index.ts';
import { Backoff } from '../support/backoff.ts';
import { CoalescedWriter } from '../support/coalesced-writer.ts';
import { withDeadline } from '../support/deadline.ts';
import { errorClause, errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';

/** Stores past alarms for years; implemented by the history's database. */
export interface AlarmLogStore {
  /** Resolves when all are stored; a known alarm is replaced. Rejects when none could be stored. */
  put(alarms: readonly Alarm[]): Promise<void>;
  list(query: AlarmLogQuery): Promise<AlarmLogPart>;
}

/** Most waiting entries; the oldest are discarded. */
export const MAX_WAITING = 10_000;

/** Pauses between two attempts to write. */
const RETRY = { firstMs: 1000, longestMs: 60_000 } as const;

/** Deadline of the last attempt, in milliseconds. */
const LAST_WRITE_MS = 2000;

export interface AlarmLogOptions {
  store: AlarmLogStore;
  logger: Logger;
  /** The waiting entries changed. */
  onChange(): void;
  /** Resolves when the waiting entries are stored elsewhere, if possible. */
  saveState(): Promise<void>;
}

export class AlarmLog {
  readonly #options: AlarmLogOptions;
  /** The newest form of each alarm, the last changed one last. */
  readonly #waiting = new Map<string, Alarm>();
  /** Always succeeds: `#fail` schedules retries with growing pauses. */
  readonly #writes = new CoalescedWriter(() => this.#write().then(() => true));
  readonly #retry = new Backoff(RETRY);
  #isFailing = false;
  #isDropping = false;
  #isStopped = false;

  constructor(options: AlarmLogOptions) {
    this.#options = options;
  }

  /** Entries that are not in the log yet. */
  get waiting(): Alarm[] {
    return [...this.#waiting.values()];
  }

  /** Loads entries that an earlier run could not write. */
  restore(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) this.#waiting.set(alarm.id, alarm);
    if (alarms.length > 0) this.#writes.request();
  }

  /** Adds or replaces an entry. */
  note(alarm: Alarm): void {
    this.#waiting.delete(alarm.id);
    this.#waiting.set(alarm.id, alarm);
    const [oldest] = this.#waiting.keys();
    if (oldest !== undefined && this.#waiting.size > MAX_WAITING) this.#discard(oldest);
    this.#options.onChange();
    if (!this.#retry.isPausing) this.#writes.request();
  }

  /**
   * Stored and waiting alarms.
   * @throws what the store throws
   */
  async list(query: AlarmLogQuery): Promise<Alarm[]> {
    // Those that are written meanwhile are not in the response of the store.
    const waiting = new Map(this.#waiting);
    const found = [...waiting.values()].filter(isInQuery(query));
    let { after } = query;
    for (let missing = query.limit; missing > 0; ) {
      const { alarms, next } = await this.#options.store.list({ ...query, after, limit: missing });
      const others = alarms.filter(({ id }) => !waiting.has(id));
      found.push(...others);
      missing -= others.length;
      if (!next) break;
      after = next;
    }
    return found.toSorted(compare).slice(0, query.limit);
  }

  /** Tries once more to write the waiting entries; ends within two seconds. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#retry.stop();
    if (this.#waiting.size > 0) this.#writes.request();
    try {
      await withDeadline(this.#writes.stop(), LAST_WRITE_MS, 'Writing the alarm history');
    } catch (error) {
      this.#options.logger.warn(`${errorText(error)} Remaining entries are written after the next start`);
    }
  }

  async #write(): Promise<void> {
    const batch = this.waiting;
    if (batch.length === 0) return;
    // After a crash, an alarm that is only in the log would never be cleared there.
    await this.#options.saveState();
    try {
      await this.#options.store.put(batch);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#retry.succeeded();
    this.#isFailing = false;
    this.#isDropping = false;
    // Entries that changed meanwhile are written again.
    for (const alarm of batch) if (this.#waiting.get(alarm.id) === alarm) this.#waiting.delete(alarm.id);
    this.#options.onChange();
  }

  #fail(error: unknown): void {
    if (!this.#isFailing) {
      this.#options.logger.warn(
        `cannot write the alarm history: ${errorClause(error)} (alarms remain active; up to ${MAX_WAITING} changes are held)`,
        { error },
      );
    }
    this.#isFailing = true;
    if (!this.#isStopped) this.#retry.later(() => this.#writes.request());
  }

  #discard(id: string): void {
    this.#waiting.delete(id);
    if (!this.#isDropping) {
      this.#options.logger.warn(`alarm history buffer full (${MAX_WAITING} changes); discarding the oldest`);
    }
    this.#isDropping = true;
  }
}

/** As the store lists them. */
function compare(a: Pick<Alarm, 'id' | 'since'>, b: Pick<Alarm, 'id' | 'since'>): number {
  return Date.parse(b.since) - Date.parse(a.since) || (a.id < b.id ? 1 : -1);
}

function isInQuery(query: AlarmLogQuery): (alarm: Alarm) => boolean {
  const { from, to, after, activeFrom = Number.NEGATIVE_INFINITY } = query;
  const matches = alarmQueryMatcher(query);
  return (alarm) => {
    const at = Date.parse(alarm.since);
    const isListed = !after || (alarm.id !== after.id && compare(after, alarm) < 0);
    const isLate = alarm.ended === null || Date.parse(alarm.ended) >= activeFrom;
    return at >= from && at < to && isListed && isLate && matches(alarm);
  };
}

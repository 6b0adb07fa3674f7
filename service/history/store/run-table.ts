import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  MAX_RUN_ATTACHMENTS,
  MAX_RUNS,
  type Run,
  type RunAttachment,
  type RunQuery,
  type Runs,
  runStart,
} from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';
import type { StoredRun } from '../types.ts';
import { HeldRanges, type Hold, holdOf } from './held-ranges.ts';
import type { CoverageStart } from './resolution-coverage.ts';
import { parseStored, transaction } from './schema.ts';

/** Time in which a deletion or a shorter range can be undone, in milliseconds. */
const UNDO_MS = 10 * 60_000;

/** Columns of a row, with the attachments as JSON. */
const ROW = `id, data, hold, former, (
  SELECT json_group_array(json_object('name', name, 'length', length) ORDER BY id) FROM run_attachment WHERE run = run.id
) AS attachments`;

/** Matches every word: `:words` is a JSON array of lower-case ones. */
const MATCHING = `run WHERE removed IS NULL
  AND NOT EXISTS (SELECT 1 FROM json_each(:words) WHERE instr(run.words, json_each.value) = 0)`;

/** The runs of a history file, and the ranges of readings that they hold back from the retention. */
export class RunTable {
  readonly #database: DatabaseSync;
  readonly #list: StatementSync;
  readonly #count: StatementSync;
  readonly #active: StatementSync;
  readonly #get: StatementSync;
  readonly #total: StatementSync;
  readonly #add: StatementSync;
  readonly #change: StatementSync;
  readonly #remove: StatementSync;
  readonly #restore: StatementSync;
  readonly #purge: StatementSync;
  readonly #formers: StatementSync;
  readonly #purgeFormer: StatementSync;
  readonly #correctTimes: StatementSync;
  readonly #holds: StatementSync;
  readonly #attachment: StatementSync;
  readonly #attach: StatementSync;
  readonly #detach: StatementSync;
  #held: HeldRanges | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#list = database.prepare(
      `SELECT ${ROW} FROM ${MATCHING} ORDER BY start DESC, id DESC LIMIT :limit OFFSET :offset`,
    );
    this.#count = database.prepare(`SELECT count(*) AS total FROM ${MATCHING}`);
    this.#active = database.prepare(`SELECT ${ROW} FROM run WHERE end IS NULL AND removed IS NULL ORDER BY id`);
    this.#get = database.prepare(`SELECT ${ROW} FROM run WHERE id = ? AND removed IS NULL`);
    this.#total = database.prepare('SELECT count(*) AS total FROM run');
    this.#add = database.prepare('INSERT INTO run (start, end, words, data, hold) VALUES (?, ?, ?, ?, ?)');
    this.#change = database.prepare(
      'UPDATE run SET start = ?, end = ?, words = ?, data = ?, hold = ?, former = ?, changed = ? WHERE id = ?',
    );
    this.#remove = database.prepare('UPDATE run SET removed = ? WHERE id = ? AND removed IS NULL');
    this.#restore = database.prepare('UPDATE run SET removed = NULL WHERE id = ? AND removed > ?');
    this.#purge = database.prepare('DELETE FROM run WHERE removed <= ? RETURNING hold, former');
    this.#formers = database.prepare('SELECT former FROM run WHERE former IS NOT NULL AND changed <= ?');
    this.#purgeFormer = database.prepare('UPDATE run SET former = NULL WHERE former IS NOT NULL AND changed <= ?');
    // After the clock was set back, changes would lie in the future.
    this.#correctTimes = database.prepare(
      'UPDATE run SET removed = min(removed, :now), changed = min(changed, :now) WHERE removed > :late OR changed > :late',
    );
    this.#holds = database.prepare('SELECT hold, former FROM run ORDER BY start');
    this.#attachment = database.prepare('SELECT name, text FROM run_attachment WHERE run = ? AND name = ?');
    this.#attach = database.prepare(`INSERT INTO run_attachment (run, name, text, length) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET text = excluded.text, length = excluded.length`);
    this.#detach = database.prepare('DELETE FROM run_attachment WHERE run = ? AND name = ?');
  }

  /** The ranges that retention does not delete, by channel: those of all runs, recently deleted ones included. */
  get held(): HeldRanges {
    this.#held ??= new HeldRanges(this.#storedHolds());
    return this.#held;
  }

  list({ search, offset, limit }: RunQuery): Runs {
    const words = JSON.stringify(search.toLowerCase().split(/\s+/).filter(Boolean));
    return {
      runs: this.#list.all({ words, limit, offset }).map(toRun),
      total: Number(this.#count.get({ words })?.['total']),
    };
  }

  /** In the order they were started. */
  active(): Run[] {
    return this.#active.all().map(toRun);
  }

  /** @throws MensuraError `not-found` */
  get(id: number): Run {
    return toRun(this.#row(id));
  }

  /**
   * @param completeFrom from when each resolution is complete
   * @throws MensuraError `conflict` if there are too many
   */
  add(run: StoredRun, completeFrom: CoverageStart): Run {
    if (Number(this.#total.get()?.['total']) >= MAX_RUNS) {
      throw new MensuraError('conflict', `There are already ${MAX_RUNS} runs. Delete some first.`);
    }
    const hold = holdOf(run, completeFrom, this.held);
    const { lastInsertRowid } = this.#add.run(...columnsOf(run), JSON.stringify(hold));
    this.held.add(hold);
    return this.get(Number(lastInsertRowid));
  }

  /**
   * What the run held before stays held for 10 minutes, so that the change can be undone.
   * @param now milliseconds since 1970
   * @throws MensuraError `not-found`
   */
  change(id: number, run: StoredRun, completeFrom: CoverageStart, now: number): Run {
    const row = this.#row(id);
    const hold = holdOf(run, completeFrom, this.held);
    const text = JSON.stringify(hold);
    const isSame = text === row['hold'];
    const former = isSame && typeof row['former'] === 'string' ? row['former'] : null;
    this.#change.run(...columnsOf(run), text, isSame ? former : JSON.stringify(holdsIn(row)), now, id);
    if (!isSame) this.held.add(hold);
    return this.get(id);
  }

  /**
   * `restore` undoes it for 10 minutes.
   * @param now milliseconds since 1970
   * @param ended the run, if it has to be ended before
   * @throws MensuraError `not-found`
   */
  remove(id: number, now: number, ended: StoredRun | undefined, completeFrom: CoverageStart): void {
    try {
      transaction(this.#database, () => {
        if (ended) this.change(id, ended, completeFrom, now);
        if (this.#remove.run(now, id).changes === 0) throw unknownRun(id);
      });
    } catch (error) {
      // The change was rolled back in the file alone.
      this.#held = undefined;
      throw error;
    }
  }

  /** @param now milliseconds since 1970 @throws MensuraError `not-found` */
  restore(id: number, now: number): Run {
    if (this.#restore.run(id, now - UNDO_MS).changes === 0) {
      throw new MensuraError('not-found', `No run with ID ${id} was deleted in the last 10 minutes.`);
    }
    return this.get(id);
  }

  /** Ends what can no longer be undone: deleted runs, and what changed runs held before. @param now milliseconds since 1970 */
  purge(now: number): void {
    this.#correctTimes.run({ now, late: now + UNDO_MS });
    const deleted = this.#purge.all(now - UNDO_MS).flatMap(holdsIn);
    if (deleted.length > 0) this.held.remove(deleted);
    const released = this.#formers.all(now - UNDO_MS);
    if (released.length === 0) return;
    this.#purgeFormer.run(now - UNDO_MS);
    this.held.remove(released.flatMap(({ former }) => parseStored<Hold[]>(former)));
  }

  /** @throws MensuraError `not-found` */
  attachment(id: number, name: string): RunAttachment {
    const row = this.#attachment.get(this.get(id).id, name);
    if (!row) throw unknownAttachment(name);
    return { name: String(row['name']), text: String(row['text']) };
  }

  /** @throws MensuraError `not-found`; `conflict` if there are too many */
  attach(id: number, { name, text }: RunAttachment): Run {
    return transaction(this.#database, () => {
      this.#attach.run(this.get(id).id, name, text, text.length);
      const run = this.get(id);
      if (run.attachments.length > MAX_RUN_ATTACHMENTS) {
        throw new MensuraError('conflict', `A run has at most ${MAX_RUN_ATTACHMENTS} attachments. Delete one first.`);
      }
      return run;
    });
  }

  /** @throws MensuraError `not-found` */
  detach(id: number, name: string): Run {
    if (this.#detach.run(this.get(id).id, name).changes === 0) throw unknownAttachment(name);
    return this.get(id);
  }

  /** One after the other: all at once would take much memory. */
  *#storedHolds(): Generator<Hold> {
    for (const row of this.#holds.iterate()) yield* holdsIn(row);
  }

  #row(id: number): Record<string, unknown> {
    const row = this.#get.get(id);
    if (!row) throw unknownRun(id);
    return row;
  }
}

/** What a run holds: now, and before its changes of the last 10 minutes. */
function holdsIn({ hold, former }: Record<string, unknown>): Hold[] {
  return [parseStored<Hold>(hold), ...(former === null ? [] : parseStored<Hold[]>(former))];
}

function columnsOf(run: StoredRun): [start: number, end: number | null, words: string, data: string] {
  const { name, operator, notes, tags, channels, to } = run;
  const serials = channels.map(({ serial }) => serial);
  const words = [name, operator, notes, ...tags, ...serials].join('\n').toLowerCase();
  return [runStart(run), to === null ? null : Date.parse(to), words, JSON.stringify(run)];
}

function toRun({ id, data, attachments }: Record<string, unknown>): Run {
  return { id: Number(id), ...parseStored<StoredRun>(data), attachments: parseStored<Run['attachments']>(attachments) };
}

function unknownRun(id: number): MensuraError {
  return new MensuraError('not-found', `No run with ID ${id}.`);
}

function unknownAttachment(name: string): MensuraError {
  return new MensuraError('not-found', `The run has no attachment "${name}".`);
}

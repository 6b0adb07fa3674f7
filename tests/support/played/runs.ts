/** Runs in memory, without a history. */
import {
  type EntityChange,
  type Run,
  type RunAttachment,
  type RunInput,
  type RunQuery,
  type RunRange,
  type RunStart,
  type RunStatistics,
  type Runs,
  runSchema,
} from '../../../service/contract/index.ts';
import type { RunAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { fail, Played } from './played.ts';

export class PlayedRuns extends Played implements RunAdministration {
  readonly events = new Emitter<{ changed: EntityChange<'run'> }>(fail);
  readonly runs = new Map<number, Run>();
  readonly texts = new Map<string, string>();
  readonly removed = new Map<number, Run>();
  /** Milliseconds since 1970. */
  now: () => number = Date.now;
  /** What the statistics are; undefined: none of any channel. */
  onStatistics: ((run: Run) => RunStatistics) | undefined;
  #created = 0;

  active(): Run[] {
    return [...this.runs.values()].filter(({ to }) => to === null);
  }

  async list(query: RunQuery): Promise<Runs> {
    this.note('list', query);
    const words = query.search.toLowerCase().split(/\s+/);
    const matching = [...this.runs.values()]
      .filter((run) => words.every((word) => textOf(run).includes(word)))
      .toSorted((a, b) => Date.parse(b.from) - Date.parse(a.from));
    return { runs: matching.slice(query.offset, query.offset + query.limit), total: matching.length };
  }

  async get(id: number): Promise<Run> {
    this.note('get', id);
    return this.#find(id);
  }

  async start({ pre_trigger_s, stop_after_s, range, ...run }: RunStart): Promise<Run> {
    this.note('start', { pre_trigger_s, stop_after_s, range, ...run });
    this.#created += 1;
    const now = this.now();
    const time = (at: number): string => new Date(at).toISOString();
    return this.put({
      id: this.#created,
      ...run,
      from: range ? time(Date.parse(range.from)) : time(now - pre_trigger_s * 1000),
      to: range ? time(Date.parse(range.to)) : null,
      started: range ? time(Date.parse(range.from)) : time(now),
      stop_at: stop_after_s === null ? null : time(now + stop_after_s * 1000),
      plan: null,
      attachments: [],
    });
  }

  async stop(id: number): Promise<Run> {
    this.note('stop', id);
    const run = this.#find(id);
    if (run.to !== null) throw new MensuraError('conflict', `The run "${run.name}" is finished.`);
    return this.put({ ...run, to: new Date(this.now()).toISOString(), stop_at: null });
  }

  async change(id: number, run: RunInput): Promise<Run> {
    this.note('change', id, run);
    return this.put({ ...this.#find(id), ...run });
  }

  async trim(id: number, { from, to }: RunRange): Promise<Run> {
    this.note('trim', id, { from, to });
    const run = this.#find(id);
    if (run.to === null) throw new MensuraError('conflict', `The run "${run.name}" is active. Stop it first.`);
    return this.put({ ...run, from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  }

  async remove(id: number): Promise<void> {
    this.note('remove', id);
    const run = this.#find(id);
    this.removed.set(id, { ...run, to: run.to ?? new Date(this.now()).toISOString(), stop_at: null });
    this.runs.delete(id);
    this.events.emit('changed', { key: String(id), value: null });
  }

  async restore(id: number): Promise<Run> {
    this.note('restore', id);
    const run = this.removed.get(id);
    if (!run) throw new MensuraError('not-found', `No run with ID ${id} was recently deleted.`);
    this.removed.delete(id);
    return this.put(run);
  }

  async statistics(id: number): Promise<RunStatistics> {
    this.note('statistics', id);
    const run = this.#find(id);
    if (this.onStatistics) return this.onStatistics(run);
    return { from: run.from, to: run.to ?? new Date(this.now()).toISOString(), bytes: 4096, channels: [] };
  }

  async attachment(id: number, name: string): Promise<RunAttachment> {
    this.note('attachment', id, name);
    this.#find(id);
    const text = this.texts.get(`${id}/${name}`);
    if (text === undefined) throw new MensuraError('not-found', `The run has no attachment "${name}".`);
    return { name, text };
  }

  async attach(id: number, { name, text }: RunAttachment): Promise<Run> {
    this.note('attach', id, name, text);
    const run = this.#find(id);
    this.texts.set(`${id}/${name}`, text);
    const others = run.attachments.filter((attachment) => attachment.name !== name);
    return this.put({ ...run, attachments: [...others, { name, length: text.length }] });
  }

  async detach(id: number, name: string): Promise<Run> {
    this.note('detach', id, name);
    const run = this.#find(id);
    if (!this.texts.delete(`${id}/${name}`)) {
      throw new MensuraError('not-found', `The run has no attachment "${name}".`);
    }
    return this.put({ ...run, attachments: run.attachments.filter((attachment) => attachment.name !== name) });
  }

  /** Adds or replaces a run, and says so. */
  put(run: Run): Run {
    const value = runSchema.parse(run);
    this.runs.set(value.id, value);
    this.events.emit('changed', { key: String(value.id), value });
    return value;
  }

  #find(id: number): Run {
    const run = this.runs.get(id);
    if (!run) throw new MensuraError('not-found', `No run with ID ${id}.`);
    return run;
  }
}

function textOf({ name, operator, notes, tags, channels }: Run): string {
  const serials = channels.map(({ serial }) => serial);
  return [name, operator, notes, ...tags, ...serials].join('\n').toLowerCase();
}

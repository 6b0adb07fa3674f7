/** Runs: starts and ends them, and follows the active ones (docs/runs.md). */
import {
  type EntityChange,
  MAX_ACTIVE_RUNS,
  type Run,
  type RunAttachment,
  type RunInput,
  type RunQuery,
  type RunRange,
  type RunStart,
  type RunStatistics,
  type Runs,
} from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import { Emitter, logListenerErrors } from '../../support/emitter.ts';
import { errorText, invalidFields, MensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { TaskQueue } from '../../support/task-queue.ts';
import type { History } from '../history.ts';
import type { StoredRun } from '../types.ts';

/**
 * Longest time between two checks of planned ends, and pause before a failed one is repeated, in milliseconds: a timer
 * does not run while the computer sleeps.
 */
const MAX_PAUSE_MS = 30_000;

/** Pause before active runs that could not be read are read again, in milliseconds. */
const RELOAD_MS = 2000;

/** Waiting changes; a further one is refused. */
const MAX_CHANGES = 100;

export interface RunManagerOptions {
  history: Pick<History, 'runs' | 'isRecording' | 'events'>;
  clock: Clock;
  logger: Logger;
}

export class RunManager {
  readonly events: Emitter<{ changed: EntityChange<'run'> }>;
  readonly #options: RunManagerOptions;
  readonly #changes = new TaskQueue({
    limit: MAX_CHANGES,
    full: () => new MensuraError('too-many', `${MAX_CHANGES} changes of runs are waiting. Try again later.`),
  });
  #active: ReadonlyMap<number, Run> = new Map();
  #areLoaded = false;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: RunManagerOptions) {
    this.#options = options;
    this.events = new Emitter(logListenerErrors(options.logger));
  }

  /** Loads the active runs as soon as the history is open. */
  open(): void {
    this.#unsubscribe ??= this.#options.history.events.on('opened', () => this.#loadSoon());
  }

  /** Active runs stay active: the next start of the service continues them. Waiting changes are saved. */
  async close(): Promise<void> {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    await this.#changes.run(() => {});
    clearTimeout(this.#timer);
  }

  active(): Run[] {
    return [...this.#active.values()];
  }

  list(query: RunQuery): Promise<Runs> {
    return this.#options.history.runs.list(query);
  }

  get(id: number): Promise<Run> {
    return this.#options.history.runs.get(id);
  }

  /**
   * @param plan ID of the automatic run that starts it: it may have one active run
   * @param at when it starts: milliseconds since 1970
   */
  start(start: RunStart, plan: string | null = null, at = this.#options.clock.now()): Promise<Run> {
    return this.#save(async (runs) => {
      const run = storedRunOf(start, at, plan);
      if (run.to === null) await this.#requireStartable(plan);
      return runs.add(run);
    });
  }

  stop(id: number): Promise<Run> {
    return this.#save(async (runs) => {
      const run = await runs.get(id);
      if (run.to !== null) throw new MensuraError('conflict', `The run "${run.name}" is finished.`);
      return this.#changed(runs, id, endedRun(run, this.#options.clock.now()));
    });
  }

  change(id: number, input: RunInput): Promise<Run> {
    return this.#save(async (runs) => this.#changed(runs, id, { ...storedOf(await runs.get(id)), ...input }));
  }

  trim(id: number, range: RunRange): Promise<Run> {
    return this.#save(async (runs) => {
      const run = await runs.get(id);
      if (run.to === null) throw new MensuraError('conflict', `The run "${run.name}" is active. Stop it first.`);
      return this.#changed(runs, id, { ...storedOf(run), ...pastRange(range, 'to', this.#options.clock.now()) });
    });
  }

  remove(id: number): Promise<void> {
    return this.#changes.run(async () => {
      const { clock, history } = this.#options;
      const run = await history.runs.get(id);
      await history.runs.remove(id, clock.now(), run.to === null ? endedRun(run, clock.now()) : undefined);
      this.#follow(id, undefined);
    });
  }

  restore(id: number): Promise<Run> {
    return this.#save((runs) => runs.restore(id, this.#options.clock.now()));
  }

  async statistics(id: number): Promise<RunStatistics> {
    const { clock, history } = this.#options;
    const { from, to, channels } = await history.runs.get(id);
    const until = to ?? new Date(clock.now()).toISOString();
    return { from, to: until, ...(await history.runs.statistics(channels, Date.parse(from), Date.parse(until))) };
  }

  attachment(id: number, name: string): Promise<RunAttachment> {
    return this.#options.history.runs.attachment(id, name);
  }

  attach(id: number, attachment: RunAttachment): Promise<Run> {
    return this.#save((runs) => runs.attach(id, attachment));
  }

  detach(id: number, name: string): Promise<Run> {
    return this.#save((runs) => runs.detach(id, name));
  }

  #changed(runs: History['runs'], id: number, run: StoredRun): Promise<Run> {
    return runs.change(id, run, this.#options.clock.now());
  }

  #save(change: (runs: History['runs']) => Promise<Run>): Promise<Run> {
    return this.#changes.run(async () => {
      const run = await change(this.#options.history.runs);
      this.#follow(run.id, run);
      return run;
    });
  }

  /** @throws MensuraError `conflict`; `storage-failed` if the active runs cannot be read */
  async #requireStartable(plan: string | null): Promise<void> {
    if (!this.#areLoaded) await this.#load();
    if (!this.#options.history.isRecording) {
      throw new MensuraError('conflict', 'The history is off, so the run would have no readings. Turn it on first.');
    }
    if (this.#active.size >= MAX_ACTIVE_RUNS) {
      throw new MensuraError('conflict', `${MAX_ACTIVE_RUNS} runs are already active. Stop one first.`);
    }
    const own = plan !== null && this.active().find((run) => run.plan === plan);
    if (own) throw new MensuraError('conflict', `The run "${own.name}" is active. Stop it first.`);
  }

  #loadSoon(): void {
    this.#changes
      .run(() => this.#load())
      .catch((error: unknown) => {
        this.#failed('cannot load active runs', error);
        if (this.#unsubscribe) this.#later(() => this.#loadSoon(), RELOAD_MS);
      });
  }

  async #load(): Promise<void> {
    const active = await this.#options.history.runs.active();
    const former = this.#active;
    this.#active = new Map(active.map((run) => [run.id, run]));
    this.#areLoaded = true;
    for (const id of former.keys()) {
      if (!this.#active.has(id)) this.events.emit('changed', { key: String(id), value: null });
    }
    for (const run of active) this.events.emit('changed', { key: String(run.id), value: run });
    this.#endDue();
  }

  /** Reports a saved change. @param run undefined after its deletion */
  #follow(id: number, run: Run | undefined): void {
    const others = [...this.#active].filter(([other]) => other !== id);
    this.#active = new Map(run?.to === null ? [...others, [id, run] as const].toSorted(([a], [b]) => a - b) : others);
    this.events.emit('changed', { key: String(id), value: run ?? null });
    this.#schedule();
  }

  /** Ends runs whose planned end has passed, then waits for the next one. */
  #endDue(): void {
    const now = this.#options.clock.now();
    const due = this.active().filter(({ stop_at }) => stop_at !== null && Date.parse(stop_at) <= now);
    for (const { id } of due) {
      this.#save(async (runs) => {
        const run = await runs.get(id);
        if (run.to !== null || run.stop_at === null) return run;
        return this.#changed(runs, id, endedRun(run, Date.parse(run.stop_at)));
      }).catch((error: unknown) => this.#failed(`cannot stop run ${id}`, error));
    }
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = this.#options.clock.now();
    const ends = this.active().flatMap(({ stop_at }) => (stop_at === null ? [] : Date.parse(stop_at)));
    if (ends.length === 0 || !this.#unsubscribe) return;
    const untilNext = Math.min(...ends) - now;
    // The end of a due run is being saved, or has failed.
    const pause = untilNext > 0 ? Math.min(untilNext, MAX_PAUSE_MS) : MAX_PAUSE_MS;
    this.#later(() => this.#endDue(), pause);
  }

  #later(work: () => void, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, ms);
  }

  #failed(event: string, error: unknown): void {
    this.#options.logger.error(`${event}: ${errorText(error)}`, { error });
  }
}

function storedOf({ id: _id, attachments: _attachments, ...run }: Run): StoredRun {
  return run;
}

/** @param at milliseconds since 1970 */
function endedRun(run: Run, at: number): StoredRun {
  // After the clock was set back, the end would lie before the start.
  const to = Math.max(at, Date.parse(run.from) + 1);
  return { ...storedOf(run), to: new Date(to).toISOString(), stop_at: null };
}

/** @param now milliseconds since 1970 @throws MensuraError `bad-request` */
function storedRunOf({ pre_trigger_s, stop_after_s, range, ...input }: RunStart, now: number, plan: string | null) {
  if (range) {
    const past = pastRange(range, 'range.to', now);
    return { ...input, ...past, started: past.from, stop_at: null, plan };
  }
  const time = (at: number): string => new Date(at).toISOString();
  return {
    ...input,
    from: time(now - pre_trigger_s * 1000),
    to: null,
    started: time(now),
    stop_at: stop_after_s === null ? null : time(now + stop_after_s * 1000),
    plan,
  };
}

/** @throws MensuraError `bad-request` naming the end, if it lies in the future */
function pastRange({ from, to }: RunRange, path: string, now: number): Pick<StoredRun, 'from' | 'to'> {
  if (Date.parse(to) > now) throw invalidFields([{ path, message: 'must not be in the future' }]);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

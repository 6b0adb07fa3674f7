/** Starts and stops the runs of plans, one after the other, as their conditions and requests say. */
import { isDeepStrictEqual } from 'node:util';
import { formatRunName, type Run, type RunPlan, type RunStart } from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import { errorClause, errorText, MensuraError } from '../../support/errors.ts';
import { localDate, localMinute, type ZoneOffset } from '../../support/local-time.ts';
import type { Logger } from '../../support/logger.ts';
import { TaskQueue } from '../../support/task-queue.ts';
import type { RunManager } from './manager.ts';
import { type PlanEntries, type PlanEntry, type RunPlanStore, requirePlan } from './plan-store.ts';
import { MAX_LATE_MS, Scheduler } from './scheduler.ts';
import { ConditionWatch, type ConditionWatchOptions } from './triggers.ts';

/** Waiting starts and stops; a further one is refused. */
const MAX_WAITING = 200;

export interface PlanRunnerOptions extends Pick<ConditionWatchOptions, 'registry' | 'alarms'> {
  /** Already read. */
  store: Pick<RunPlanStore, 'entries' | 'change'>;
  runs: Pick<RunManager, 'active' | 'start' | 'stop' | 'events'>;
  clock: Clock;
  offsetOf: ZoneOffset;
  logger: Logger;
  /** Saves and applies a change of the plans. @throws MensuraError `storage-failed` */
  change(make: (entries: PlanEntries) => PlanEntries): Promise<unknown>;
  /** The state of a plan changed. */
  onChanged(id: string): void;
}

/** `meet`: saves that the condition was met during the run. */
type Task = 'start' | 'stop' | 'meet';

export class PlanRunner {
  readonly #options: PlanRunnerOptions;
  readonly #scheduler: Scheduler;
  readonly #conditions: ConditionWatch;
  readonly #work = new TaskQueue({
    limit: MAX_WAITING,
    full: () => new MensuraError('too-many', `${MAX_WAITING} starts and stops of runs are waiting. Try again later.`),
  });
  /** Active runs, by plan. */
  readonly #active = new Map<string, Run>();
  /** Why the last start failed, by plan. */
  readonly #errors = new Map<string, string>();
  /** Why the last stop failed, by plan. */
  readonly #stopErrors = new Map<string, string>();
  /** The newest waiting task of each plan. */
  readonly #waiting = new Map<string, { kind: Task }>();
  /** The plan whose run is being started. */
  #starting: string | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: PlanRunnerOptions) {
    this.#options = options;
    const { registry, alarms, clock, offsetOf } = options;
    this.#scheduler = new Scheduler({ clock, offsetOf, onDue: (id, due) => this.#startScheduled(id, due) });
    this.#conditions = new ConditionWatch({
      registry,
      alarms,
      clock,
      onMet: (id, at) => {
        if (options.store.entries.get(id)?.plan.enabled) this.#startBy(id, true, at);
      },
      onChecked: (id) => this.#settle(id),
    });
  }

  start(): void {
    if (this.#unsubscribe) return;
    const { store, runs } = this.#options;
    for (const entry of store.entries.values()) this.watch(entry);
    this.#conditions.start();
    this.#unsubscribe = runs.events.on('changed', ({ key, value }) => this.#follow(Number(key), value));
    for (const run of runs.active()) this.#follow(run.id, run);
    this.#scheduler.start();
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#scheduler.stop();
    this.#conditions.stop();
    await this.#work.run(() => {});
  }

  wake(): void {
    this.#scheduler.check();
  }

  state(id: string): Pick<RunPlan, 'active_run' | 'error'> {
    return { active_run: this.#active.get(id)?.id ?? null, error: this.#errors.get(id) ?? null };
  }

  /** @param before the plan so far, if it was watched */
  watch({ id, plan, handled }: PlanEntry, before?: PlanEntry): void {
    if (!isDeepStrictEqual(before?.plan.start, plan.start)) this.#conditions.watch(id, plan.start);
    if (plan.start.kind === 'schedule' && plan.enabled) this.#scheduler.set(id, plan.start, handled);
    else this.#scheduler.delete(id);
    this.#settle(id);
  }

  unwatch(id: string): void {
    this.#conditions.unwatch(id);
    this.#scheduler.delete(id);
    this.#errors.delete(id);
    this.#stopErrors.delete(id);
  }

  /** @throws MensuraError as in `RunPlanManager.startRun` */
  async startRun(id: string): Promise<Run> {
    requirePlan(this.#options.store.entries, id);
    try {
      return await this.#work.run(() =>
        this.#start(id, this.#conditions.isMet(id) === true, this.#options.clock.now()),
      );
    } catch (error) {
      this.#noteFailure(id, 'start', error);
      throw error;
    }
  }

  #startScheduled(id: string, due: number): void {
    const { store, clock, offsetOf, logger } = this.#options;
    if (clock.now() - due <= MAX_LATE_MS) this.#startBy(id, false, clock.now());
    else {
      const when = `${localDate(due, offsetOf)} ${localMinute(due, offsetOf)}`;
      const name = store.entries.get(id)?.plan.name ?? id;
      logger.warn(`missed the start of "${name}" at ${when} (the computer slept, or Mensura was not running)`);
    }
    this.#queueSave(() =>
      this.#save((entries) => {
        const entry = entries.get(id);
        return entry ? new Map([...entries, [id, { ...entry, handled: due }]]) : entries;
      }),
    );
  }

  /**
   * Starts a run unless one is active.
   * @param isMet whether the condition of the plan is met
   * @param at milliseconds since 1970
   */
  #startBy(id: string, isMet: boolean, at: number): void {
    if (this.#active.has(id) && this.#waiting.get(id)?.kind !== 'stop') return;
    this.#request(id, 'start', async () => {
      if (this.#active.has(id) || !this.#options.store.entries.has(id)) return;
      await this.#start(id, isMet, at);
    });
  }

  /** @throws MensuraError */
  async #start(id: string, isMet: boolean, at: number): Promise<Run> {
    const { runs, store } = this.#options;
    const { plan, started } = requirePlan(store.entries, id);
    this.#starting = id;
    try {
      const run = await runs.start(this.#runOf(plan, at, started + 1), id, at);
      this.#errors.delete(id);
      this.#options.logger.info(`started "${run.name}" (automatic run ${id})`);
      await this.#saveStart(id, run, !isMet && plan.stop_when_over);
      return run;
    } finally {
      this.#starting = undefined;
      this.#options.onChanged(id);
      this.#settle(id);
    }
  }

  #runOf(plan: PlanEntry['plan'], at: number, n: number): RunStart {
    const { offsetOf } = this.#options;
    const { channels, operator, notes, tags, pre_trigger_s, stop_after_s } = plan;
    const name = formatRunName(plan.name, { date: localDate(at, offsetOf), time: localMinute(at, offsetOf), n });
    return { name, channels, operator, notes, tags, pre_trigger_s, stop_after_s, range: null };
  }

  /** Counts a run; one that was counted already is not counted again. */
  #saveStart(id: string, { started }: Run, isWaiting: boolean): Promise<void> {
    const lastStarted = Date.parse(started);
    return this.#save((entries) => {
      const entry = entries.get(id);
      if (!entry || entry.lastStarted === lastStarted) return entries;
      return new Map([...entries, [id, { ...entry, started: entry.started + 1, lastStarted, isWaiting }]]);
    });
  }

  /** A run was started, changed, stopped or removed. */
  #follow(id: number, run: Run | null): void {
    const before = [...this.#active].find(([, { id: active }]) => active === id)?.[0];
    const plan = run?.to === null ? run.plan : null;
    if (before !== undefined && before !== plan) this.#active.delete(before);
    if (run && plan !== null) {
      this.#active.set(plan, run);
      // The process ended between the start of the run and the write of its count.
      const entry = this.#options.store.entries.get(plan);
      if (entry && plan !== this.#starting && entry.lastStarted !== Date.parse(run.started)) {
        this.#queueSave(() => this.#saveStart(plan, run, false));
      }
    }
    for (const changed of new Set([before, plan])) {
      if (typeof changed !== 'string') continue;
      this.#options.onChanged(changed);
      this.#settle(changed);
    }
  }

  /** Stops the active run of a plan if its condition is over. */
  #settle(id: string): void {
    const run = this.#active.get(id);
    if (!run || this.#starting === id) return;
    const entry = this.#options.store.entries.get(id);
    if (!entry?.plan.stop_when_over) return;
    const isMet = this.#conditions.isMet(id);
    if (isMet && entry.isWaiting) this.#request(id, 'meet', () => this.#saveMet(id));
    else if (isMet === false && !entry.isWaiting) this.#request(id, 'stop', () => this.#stop(id));
  }

  #saveMet(id: string): Promise<void> {
    return this.#save((entries) => {
      const entry = entries.get(id);
      return entry ? new Map([...entries, [id, { ...entry, isWaiting: false }]]) : entries;
    });
  }

  async #stop(id: string): Promise<void> {
    const run = this.#active.get(id);
    // It was met again while the stop waited.
    if (!run || this.#conditions.isMet(id)) return;
    await this.#options.runs.stop(run.id);
    this.#stopErrors.delete(id);
    this.#options.logger.info(`stopped "${run.name}" (automatic run ${id})`);
  }

  /** A task of the kind that waits already is not added. */
  #request(id: string, kind: Task, task: () => Promise<void>): void {
    if (this.#waiting.get(id)?.kind === kind) return;
    const waiting = { kind };
    this.#waiting.set(id, waiting);
    this.#work
      .run(task)
      .catch((error: unknown) => this.#noteFailure(id, kind, error))
      .finally(() => {
        if (this.#waiting.get(id) === waiting) this.#waiting.delete(id);
      });
  }

  #queueSave(save: () => Promise<void>): void {
    this.#work.run(save).catch((error: unknown) => this.#saveFailed(error));
  }

  /** Saves what the plans remember. A failure is logged: the runs go on without it. */
  async #save(make: (entries: PlanEntries) => PlanEntries): Promise<void> {
    try {
      await this.#options.change(make);
    } catch (error) {
      this.#saveFailed(error);
    }
  }

  #saveFailed(error: unknown): void {
    this.#options.logger.error(`cannot save the state of automatic runs: ${errorText(error)}`, { error });
  }

  /** Logs an error once, until the next success. A failed stop is repeated with the next reading. */
  #noteFailure(id: string, kind: Task, error: unknown): void {
    const { store, logger, onChanged } = this.#options;
    const entry = store.entries.get(id);
    // An active run of an earlier run of the service may be loaded only when another is to start.
    if (!entry || (kind === 'start' && this.#active.has(id))) return;
    const errors = kind === 'start' ? this.#errors : this.#stopErrors;
    const text = errorText(error);
    if (errors.get(id) === text) return;
    errors.set(id, text);
    logger.warn(`cannot ${kind === 'start' ? 'start' : 'stop'} "${entry.plan.name}": ${errorClause(error)}`);
    onChanged(id);
  }
}

/** Automatic runs: stores their plans, and starts and stops runs by them (docs/automatic-runs.md). */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EntityChange, Run, RunPlan, RunPlanInput, StoredRunPlan } from '../../contract/index.ts';
import { Emitter, logListenerErrors } from '../../support/emitter.ts';
import { MensuraError } from '../../support/errors.ts';
import { localOffset, type ZoneOffset } from '../../support/local-time.ts';
import { RecentlyRemoved } from '../../support/recently-removed.ts';
import { PlanRunner, type PlanRunnerOptions } from './plan-runner.ts';
import {
  newEntry,
  type PlanEntries,
  type PlanEntry,
  requireCapacity,
  requirePlan,
  requireValid,
} from './plan-store.ts';

export interface RunPlanManagerOptions extends Omit<PlanRunnerOptions, 'offsetOf' | 'change' | 'onChanged'> {
  /** Default: the zone of this computer. */
  offsetOf?: ZoneOffset;
}

export class RunPlanManager {
  readonly events: Emitter<{ changed: EntityChange<'run-plan'> }>;
  readonly #options: RunPlanManagerOptions;
  readonly #runner: PlanRunner;
  readonly #removed: RecentlyRemoved<PlanEntry>;
  /** As last reported. */
  readonly #reported = new Map<string, RunPlan>();

  constructor(options: RunPlanManagerOptions) {
    this.#options = options;
    this.events = new Emitter(logListenerErrors(options.logger));
    this.#removed = new RecentlyRemoved(options.clock);
    this.#runner = new PlanRunner({
      offsetOf: localOffset,
      ...options,
      change: (make) => this.#change(make),
      onChanged: (id) => this.#report(id),
    });
  }

  /** Follows the conditions of all plans. The alarms have been started. */
  start(): void {
    for (const entry of this.#options.store.entries.values()) this.#reported.set(entry.id, this.#view(entry));
    this.#runner.start();
  }

  /** Active runs stay active. A start or stop under way is saved. May be called twice. */
  stop(): Promise<void> {
    return this.#runner.stop();
  }

  /** The computer slept until now: starts what became due meanwhile, if it is not too late. */
  wake(): void {
    this.#runner.wake();
  }

  list(): readonly RunPlan[] {
    return Array.from(this.#options.store.entries.values(), (entry) => this.#view(entry));
  }

  get(id: string): RunPlan {
    return this.#view(requirePlan(this.#options.store.entries, id));
  }

  async create(plan: RunPlanInput): Promise<RunPlan> {
    let id = '';
    await this.#change((entries) => {
      requireCapacity(entries.size + 1);
      id = freshId(entries);
      return new Map([...entries, [id, newEntry({ id, plan }, this.#options.clock.now())]]);
    });
    return this.get(id);
  }

  /** Its runs are counted on. An active one stays active, and follows the changed plan. */
  async update(id: string, plan: RunPlanInput): Promise<RunPlan> {
    await this.#change((entries) => {
      const entry = requirePlan(entries, id);
      return new Map([...entries, [id, this.#changed(entry, plan)]]);
    });
    return this.get(id);
  }

  /** An active run stays active. */
  async remove(id: string): Promise<void> {
    const { before } = await this.#change((entries) => {
      requirePlan(entries, id);
      return new Map([...entries].filter(([other]) => other !== id));
    });
    this.#removed.add(id, requirePlan(before, id));
  }

  /** Adds a recently deleted plan again, with its ID. @throws MensuraError `not-found` */
  async restore(id: string): Promise<RunPlan> {
    await this.#change((entries) => {
      const removed = this.#removed.get(id);
      if (!removed || entries.has(id)) {
        throw new MensuraError('not-found', `No automatic run with ID ${id} was recently deleted.`);
      }
      requireCapacity(entries.size + 1);
      return new Map([...entries, [id, { ...removed, handled: this.#options.clock.now() }]]);
    });
    this.#removed.delete(id);
    return this.get(id);
  }

  /**
   * Starts a run now, also of a disabled plan.
   * @throws MensuraError `not-found`; `conflict` if one is active or the history is off
   */
  startRun(id: string): Promise<Run> {
    return this.#runner.startRun(id);
  }

  /** For backups. */
  stored(): StoredRunPlan[] {
    return Array.from(this.#options.store.entries.values(), ({ id, plan }) => ({ id, plan }));
  }

  /**
   * Validates a complete set.
   * @throws MensuraError `bad-request` naming fields, as in `3.id`
   */
  checkReplacement(wanted: readonly StoredRunPlan[]): void {
    requireValid(wanted);
  }

  /**
   * Replaces all plans and their IDs in one write, all or nothing. Plans that stay continue to count their runs.
   * @returns undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(wanted: readonly StoredRunPlan[]): Promise<() => Promise<void>> {
    requireValid(wanted);
    const { before } = await this.#change((entries) => {
      const replaced = wanted.map((stored) => {
        const present = entries.get(stored.id);
        return present ? this.#changed(present, stored.plan) : newEntry(stored, this.#options.clock.now());
      });
      return new Map(replaced.map((entry) => [entry.id, entry]));
    });
    return async () => {
      await this.#change(() => before);
    };
  }

  /** A time before the change is no scheduled start of another schedule. */
  #changed(entry: PlanEntry, plan: RunPlanInput): PlanEntry {
    const { enabled, start } = entry.plan;
    const isSame = enabled === plan.enabled && isDeepStrictEqual(start, plan.start);
    return { ...entry, plan, handled: isSame ? entry.handled : this.#options.clock.now() };
  }

  /** Saves a change, then applies and reports it. */
  async #change(make: (entries: PlanEntries) => PlanEntries): Promise<Record<'before' | 'after', PlanEntries>> {
    const change = await this.#options.store.change(make);
    const { before, after } = change;
    for (const id of before.keys()) {
      if (!after.has(id)) this.#runner.unwatch(id);
    }
    for (const [id, entry] of after) {
      if (!isDeepStrictEqual(before.get(id), entry)) this.#runner.watch(entry, before.get(id));
    }
    for (const id of new Set([...before.keys(), ...after.keys()])) this.#report(id);
    return change;
  }

  #report(id: string): void {
    const entry = this.#options.store.entries.get(id);
    const value = entry ? this.#view(entry) : null;
    if (isDeepStrictEqual(this.#reported.get(id) ?? null, value)) return;
    if (value) this.#reported.set(id, value);
    else this.#reported.delete(id);
    this.events.emit('changed', { key: id, value });
  }

  #view({ id, plan, lastStarted }: PlanEntry): RunPlan {
    return {
      id,
      plan,
      last_started: lastStarted === null ? null : new Date(lastStarted).toISOString(),
      ...this.#runner.state(id),
    };
  }
}

function freshId(entries: PlanEntries): string {
  for (;;) {
    const id = `p${randomBytes(4).toString('hex')}`;
    if (!entries.has(id)) return id;
  }
}

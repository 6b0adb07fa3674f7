/** Automatic runs in memory: only a request starts their runs. */
import {
  type EntityChange,
  type Run,
  type RunPlan,
  type RunPlanInput,
  runPlanSchema,
} from '../../../service/contract/index.ts';
import type { RunPlanAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { fail, Played } from './played.ts';
import type { PlayedRuns } from './runs.ts';

export class PlayedRunPlans extends Played implements RunPlanAdministration {
  readonly events = new Emitter<{ changed: EntityChange<'run-plan'> }>(fail);
  readonly plans = new Map<string, RunPlan>();
  readonly removed = new Map<string, RunPlan>();
  readonly #runs: PlayedRuns;
  #created = 0;

  constructor(runs: PlayedRuns) {
    super();
    this.#runs = runs;
  }

  list(): readonly RunPlan[] {
    return [...this.plans.values()];
  }

  get(id: string): RunPlan {
    const plan = this.plans.get(id);
    if (!plan) throw new MensuraError('not-found', `No automatic run with ID ${id}.`);
    return plan;
  }

  async create(plan: RunPlanInput): Promise<RunPlan> {
    this.note('create', plan);
    // The first has the id that the examples of the OpenAPI document have.
    const number = (0x1b2c3d4 + this.#created).toString(16);
    this.#created += 1;
    return this.put({ id: `p${number.padStart(8, '0')}`, plan, last_started: null, active_run: null, error: null });
  }

  async update(id: string, plan: RunPlanInput): Promise<RunPlan> {
    this.note('update', id, plan);
    return this.put({ ...this.get(id), plan });
  }

  async remove(id: string): Promise<void> {
    this.note('remove', id);
    this.removed.set(id, this.get(id));
    this.plans.delete(id);
    this.events.emit('changed', { key: id, value: null });
  }

  async restore(id: string): Promise<RunPlan> {
    this.note('restore', id);
    const removed = this.removed.get(id);
    if (!removed) throw new MensuraError('not-found', `No automatic run with ID ${id} was recently deleted.`);
    this.removed.delete(id);
    return this.put(removed);
  }

  async startRun(id: string): Promise<Run> {
    this.note('startRun', id);
    const plan = this.get(id);
    const { enabled: _enabled, start: _start, stop_when_over: _stop, ...run } = plan.plan;
    const active = this.#runs.active().find((one) => one.plan === id);
    if (active) throw new MensuraError('conflict', `The run "${active.name}" is active. Stop it first.`);
    const started = this.#runs.put({ ...(await this.#runs.start({ ...run, range: null })), plan: id });
    this.put({ ...plan, last_started: started.started, active_run: started.id });
    return started;
  }

  /** Adds or replaces an automatic run, and says so. */
  put(plan: RunPlan): RunPlan {
    const value = runPlanSchema.parse(plan);
    this.plans.set(value.id, value);
    this.events.emit('changed', { key: value.id, value });
    return value;
  }
}

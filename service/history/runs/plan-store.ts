/** The configured automatic runs: read once, changed one request at a time, written atomically. */
import { join } from 'node:path';
import * as z from 'zod';
import { MAX_RUN_PLANS, type RunPlanInput, type StoredRunPlan, storedRunPlanSchema } from '../../contract/index.ts';
import { type FieldError, invalidFields, MensuraError } from '../../support/errors.ts';
import { JsonFile } from '../../support/json-file.ts';
import type { Logger } from '../../support/logger.ts';
import { persistChange } from '../../support/saved-change.ts';

/** A plan and what it must remember. Times are milliseconds since 1970. */
export interface PlanEntry {
  readonly id: string;
  readonly plan: RunPlanInput;
  /** Number of its runs so far. */
  readonly started: number;
  /** When the newest of them started; null: none. */
  readonly lastStarted: number | null;
  /** Scheduled starts up to here are done or given up. */
  readonly handled: number;
  /** The active run began while its condition was not met, and does not stop before it was. */
  readonly isWaiting: boolean;
}

/** By ID, in the order in which they were added. */
export type PlanEntries = ReadonlyMap<string, PlanEntry>;

/** @throws MensuraError `not-found` */
export function requirePlan(entries: PlanEntries, id: string): PlanEntry {
  const entry = entries.get(id);
  if (!entry) throw new MensuraError('not-found', `No automatic run with ID ${id}.`);
  return entry;
}

/** @throws MensuraError `bad-request` naming the limit */
export function requireCapacity(count: number): void {
  if (count <= MAX_RUN_PLANS) return;
  throw new MensuraError('bad-request', `The limit is ${MAX_RUN_PLANS} automatic runs. Delete one first.`);
}

/** A plan without any run. @param now milliseconds since 1970 */
export function newEntry({ id, plan }: StoredRunPlan, now: number): PlanEntry {
  return { id, plan, started: 0, lastStarted: null, handled: now, isWaiting: false };
}

/** The field errors of a complete set, by paths as in `3.id`. */
function validateIds(plans: readonly { id: string }[]): FieldError[] {
  const ids = new Set<string>();
  return plans.flatMap(({ id }, index) => {
    const isKnown = ids.has(id);
    ids.add(id);
    return isKnown ? [{ path: `${index}.id`, message: 'is already in use' }] : [];
  });
}

/** @throws MensuraError `bad-request` naming each invalid field, as in `3.id` */
export function requireValid(plans: readonly StoredRunPlan[]): void {
  requireCapacity(plans.length);
  const errors = validateIds(plans);
  if (errors.length > 0) throw invalidFields(errors);
}

/** Also validates a file edited by hand, by the rules for new plans. */
const fileSchema = z
  .strictObject({
    version: z.literal(1),
    plans: z
      .array(
        storedRunPlanSchema.extend({
          started: z.int().min(0),
          last_started: z.number().nullable(),
          handled: z.number(),
          waiting: z.boolean(),
        }),
      )
      .max(MAX_RUN_PLANS),
  })
  .superRefine(({ plans }, context) => {
    for (const { path, message } of validateIds(plans)) {
      context.addIssue({ code: 'custom', path: ['plans', ...path.split('.')], message });
    }
  });

type PlanFile = z.infer<typeof fileSchema>;

export class RunPlanStore {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;
  /** By the file's value, so that a change always follows the one before it. */
  readonly #parsed = new WeakMap<PlanFile, PlanEntries>();

  constructor(dataDir: string, logger: Logger) {
    this.#file = new JsonFile(join(dataDir, 'run-plans.json'), fileSchema, () => ({ version: 1, plans: [] }));
    this.#logger = logger;
  }

  /** In the order in which they were added. */
  get entries(): PlanEntries {
    return this.#entriesIn(this.#file.value);
  }

  /**
   * Reads the file.
   * @returns what was wrong with it, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  /**
   * Changes the entries once the file is written.
   * @returns the entries before and after the change
   * @throws the MensuraError that `make` throws; MensuraError `storage-failed`: then nothing has changed
   */
  async change(make: (entries: PlanEntries) => PlanEntries): Promise<Record<'before' | 'after', PlanEntries>> {
    let before = this.entries;
    let after = before;
    const apply = (file: PlanFile): PlanFile => {
      before = this.#entriesIn(file);
      after = make(before);
      const changed: PlanFile = { version: 1, plans: Array.from(after.values(), toStored) };
      this.#parsed.set(changed, after);
      return changed;
    };
    await persistChange(this.#file, 'the automatic runs', apply, this.#logger);
    return { before, after };
  }

  #entriesIn(file: PlanFile): PlanEntries {
    let entries = this.#parsed.get(file);
    if (!entries) this.#parsed.set(file, (entries = new Map(file.plans.map((plan) => [plan.id, fromStored(plan)]))));
    return entries;
  }
}

type PlanInFile = PlanFile['plans'][number];

function toStored({ lastStarted: last_started, isWaiting: waiting, ...entry }: PlanEntry): PlanInFile {
  return { ...entry, last_started, waiting };
}

function fromStored({ last_started: lastStarted, waiting: isWaiting, ...entry }: PlanInFile): PlanEntry {
  return { ...entry, lastStarted, isWaiting };
}

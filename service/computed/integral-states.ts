/** The time integrals of computed channels, stored over restarts in one file. */
import { join } from 'node:path';
import * as z from 'zod';
import { MAX_COMPUTED_CHANNELS, MAX_FORMULA_LENGTH } from '../contract/index.ts';
import { CoalescedWriter } from '../support/coalesced-writer.ts';
import { errorText } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import type { Entry } from './entries.ts';
import { type FormulaState, formulaStateSchema } from './formula/index.ts';
import type { Runner } from './runner.ts';

/** Longest time between a reading and the save of its integral, in milliseconds. */
const GATHER_MS = 30_000;

const savedSchema = z.strictObject({
  id: z.string(),
  /** Of which it is the state. */
  formula: z.string().max(MAX_FORMULA_LENGTH),
  /** Newest reading in it: milliseconds since 1970. */
  at: z.number(),
  state: formulaStateSchema,
});

const fileSchema = z.strictObject({
  version: z.literal(1),
  integrals: z.array(savedSchema).max(MAX_COMPUTED_CHANNELS),
});

/** A saved state and the time of its newest reading. */
export interface SavedIntegral {
  at: number;
  state: FormulaState;
}

export class IntegralStates {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;
  /** Writes that fail are logged and retried: the history has the readings since the last one. */
  readonly writes = new CoalescedWriter(() => this.#write(), GATHER_MS);
  #current: (() => Iterable<Runner>) | undefined;
  #isFailing = false;

  constructor(dataDir: string, logger: Logger) {
    const empty = (): z.infer<typeof fileSchema> => ({ version: 1, integrals: [] });
    this.#file = new JsonFile(join(dataDir, 'computed-state.json'), fileSchema, empty);
    this.#logger = logger;
  }

  /**
   * Reads the file.
   * @returns what was wrong with it, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  /** The state of this formula since its last reset; undefined if there is none. */
  of({ id, formula, resetAt }: Entry): SavedIntegral | undefined {
    const saved = this.#file.value.integrals.find((one) => one.id === id);
    if (!formula.hasIntegral || saved?.formula !== formula.text || saved.at < (resetAt ?? 0)) return undefined;
    return { at: saved.at, state: saved.state };
  }

  /** @param current returns the computed channels; called at each write */
  startWriting(current: () => Iterable<Runner>): void {
    this.#current = current;
  }

  async #write(): Promise<boolean> {
    const integrals = [...(this.#current?.() ?? [])].flatMap((runner) => this.#stateOf(runner) ?? []);
    if (integrals.length === 0 && this.#file.value.integrals.length === 0) return true;
    try {
      await this.#file.update(() => ({ version: 1, integrals }));
      this.#isFailing = false;
      return true;
    } catch (error) {
      if (!this.#isFailing) {
        this.#logger.warn(`cannot save time integrals: ${errorText(error)} (check disk space)`, { error });
      }
      this.#isFailing = true;
      return false;
    }
  }

  /** While its windows are filled, the state is that of the last write. */
  #stateOf({ entry, computation }: Runner): z.infer<typeof savedSchema> | undefined {
    const { id, formula } = entry;
    if (!formula.hasIntegral) return undefined;
    const saved = this.#file.value.integrals.find((one) => one.id === id && one.formula === formula.text);
    if (computation.isFilling) return saved;
    const [state, at] = [computation.state, computation.lastAt ?? entry.resetAt];
    return state && at !== null ? { id, formula: formula.text, at, state } : saved;
  }
}

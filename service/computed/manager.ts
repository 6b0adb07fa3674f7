/** All computed channels: stores them, runs them and replies to the app API (docs/computed-channels.md). */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  ComputedChannel,
  ComputedInput,
  ComputedPreview,
  ComputedPreviewInput,
  EntityChange,
} from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter, logListenerErrors } from '../support/emitter.ts';
import { invalidFields, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import type { ComputedStore } from './computed-store.ts';
import {
  type Entries,
  type Entry,
  parseEntries,
  requireCapacity,
  requireEntry,
  requireNoLoop,
  requireUnused,
} from './entries.ts';
import type { FormulaEngine } from './formula-engine.ts';

export interface ComputedManagerOptions {
  /** Already read. */
  store: Pick<ComputedStore, 'entries' | 'change'>;
  engine: FormulaEngine;
  clock: Clock;
  logger: Logger;
}

/** An entry of a backup. */
export interface ComputedBackup {
  id: string;
  computed: ComputedInput;
}

export class ComputedManager {
  readonly events: Emitter<{ changed: EntityChange<'computed-channel'> }>;
  readonly #options: ComputedManagerOptions;

  constructor(options: ComputedManagerOptions) {
    this.#options = options;
    this.events = new Emitter(logListenerErrors(options.logger));
  }

  list(): readonly ComputedChannel[] {
    return Array.from(this.#options.store.entries.values(), toView);
  }

  get(id: string): ComputedChannel {
    return toView(requireEntry(this.#options.store.entries, id));
  }

  async create(computed: ComputedInput): Promise<ComputedChannel> {
    const formula = this.#options.engine.parse(computed.formula);
    let id = '';
    const { after } = await this.#change((entries) => {
      requireCapacity(entries.size + 1);
      id = freshId(entries);
      return withEntry(entries, { id, computed, resetAt: null, formula });
    });
    return toView(requireEntry(after, id));
  }

  /** Another formula starts its time integrals at 0. */
  async update(id: string, computed: ComputedInput): Promise<ComputedChannel> {
    const formula = this.#options.engine.parse(computed.formula);
    const { after } = await this.#change((entries) => {
      const before = requireEntry(entries, id);
      const resetAt = before.formula.text === formula.text ? before.resetAt : null;
      return withEntry(entries, { id, computed, resetAt, formula });
    });
    return toView(requireEntry(after, id));
  }

  /** @throws MensuraError `conflict` naming the computed channels that use it */
  async remove(id: string): Promise<void> {
    await this.#change((entries) => {
      requireEntry(entries, id);
      requireUnused(entries, id);
      return new Map([...entries].filter(([other]) => other !== id));
    });
  }

  /** @throws MensuraError `conflict` without a time integral */
  async reset(id: string): Promise<ComputedChannel> {
    const { after } = await this.#change((entries) => {
      const entry = requireEntry(entries, id);
      if (!entry.formula.hasIntegral) {
        throw new MensuraError('conflict', `The formula of "${entry.computed.name}" has no time integral.`);
      }
      return new Map([...entries, [id, { ...entry, resetAt: this.#options.clock.now() }]]);
    });
    return toView(requireEntry(after, id));
  }

  async preview({ formula: text }: ComputedPreviewInput): Promise<ComputedPreview> {
    const formula = this.#options.engine.parse(text);
    return {
      error: null,
      formula: text,
      inputs: formula.inputs.map(({ family, serial, channel }) => ({
        family,
        serial,
        channel,
        magnitude: null,
        unit: '',
      })),
      magnitude: null,
      reason: 'no result',
      has_integral: formula.hasIntegral,
      at: [],
      magnitudes: [],
    };
  }

  /** For backups. */
  stored(): ComputedBackup[] {
    return Array.from(this.#options.store.entries.values(), ({ id, computed }) => ({ id, computed }));
  }

  /**
   * Validates a complete set.
   * @throws MensuraError `bad-request` naming fields, as in `3.id`
   */
  checkReplacement(wanted: readonly ComputedBackup[]): void {
    this.#replacement(wanted, this.#options.store.entries);
  }

  /**
   * Replaces all computed channels and their IDs in one write, all or nothing.
   * @returns undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(wanted: readonly ComputedBackup[]): Promise<() => Promise<void>> {
    const { before } = await this.#change((entries) => this.#replacement(wanted, entries));
    return async () => {
      await this.#change(() => before);
    };
  }

  /** Entries whose formula stays keep the time of their last reset. */
  #replacement(wanted: readonly ComputedBackup[], present: Entries): Entries {
    requireCapacity(wanted.length);
    const stored = wanted.map(({ id, computed }) => {
      const before = present.get(id);
      return { id, computed, resetAt: before?.computed.formula === computed.formula ? before.resetAt : null };
    });
    const { entries, errors } = parseEntries(stored, this.#options.engine);
    if (errors.length > 0) throw invalidFields(errors);
    return entries;
  }

  /** Saves a change, then applies and reports it. */
  async #change(make: (entries: Entries) => Entries): Promise<Record<'before' | 'after', Entries>> {
    const change = await this.#options.store.change(make);
    this.#report(change.before, change.after);
    return change;
  }

  #report(before: Entries, after: Entries): void {
    for (const id of before.keys()) if (!after.has(id)) this.events.emit('changed', { key: id, value: null });
    for (const [id, entry] of after) {
      const former = before.get(id);
      const value = toView(entry);
      if (!former || !isDeepStrictEqual(toView(former), value)) this.events.emit('changed', { key: id, value });
    }
  }
}

function withEntry(entries: Entries, entry: Entry): Entries {
  const changed = new Map([...entries, [entry.id, entry]]);
  requireNoLoop(changed);
  return changed;
}

function toView({ id, computed, resetAt, formula }: Entry): ComputedChannel {
  return {
    id,
    computed,
    inputs: [...formula.inputs],
    has_integral: formula.hasIntegral,
    reset_at: resetAt === null ? null : new Date(resetAt).toISOString(),
  };
}

function freshId(entries: Entries): string {
  for (;;) {
    const id = `c${randomBytes(4).toString('hex')}`;
    if (!entries.has(id)) return id;
  }
}

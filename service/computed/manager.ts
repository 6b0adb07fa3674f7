/** All computed channels: stores them, runs them and replies to the app API (docs/computed-channels.md). */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  ComputedChannel,
  ComputedInput,
  ComputedPreview,
  ComputedPreviewInput,
  EntityChange,
  StoredComputed,
} from '../contract/index.ts';
import type { Registry } from '../devices/registry.ts';
import type { DeviceKey } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter, logListenerErrors } from '../support/emitter.ts';
import { invalidFields, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { RecentlyRemoved } from '../support/recently-removed.ts';
import type { ComputedDriver } from './computed-driver.ts';
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
import { type Formula, translateMakerForm } from './formula/index.ts';
import { resolveMakerChannel } from './maker-channels.ts';
import { parseComputed } from './parse.ts';
import type { Previewer } from './preview.ts';

export interface ComputedManagerOptions {
  /** Already read. */
  store: Pick<ComputedStore, 'entries' | 'change'>;
  driver: Pick<ComputedDriver, 'start' | 'stop' | 'apply'>;
  previewer: Pick<Previewer, 'preview'>;
  registry: Pick<Registry, 'get'>;
  /** Called for each computed channel that has another name, and for each deleted one. */
  onRenamed(key: DeviceKey): void;
  onRemoved(key: DeviceKey): void;
  clock: Clock;
  logger: Logger;
}

export class ComputedManager {
  readonly events: Emitter<{ changed: EntityChange<'computed-channel'> }>;
  readonly #options: ComputedManagerOptions;
  readonly #removed: RecentlyRemoved<Entry>;

  constructor(options: ComputedManagerOptions) {
    this.#options = options;
    this.events = new Emitter(logListenerErrors(options.logger));
    this.#removed = new RecentlyRemoved(options.clock);
  }

  /** Computes the stored computed channels. */
  start(): void {
    this.#options.driver.start(this.#options.store.entries);
  }

  /** Saves the time integrals. May be called twice. */
  stop(): Promise<void> {
    return this.#options.driver.stop();
  }

  list(): readonly ComputedChannel[] {
    return Array.from(this.#options.store.entries.values(), toView);
  }

  get(id: string): ComputedChannel {
    return toView(requireEntry(this.#options.store.entries, id));
  }

  async create(computed: ComputedInput): Promise<ComputedChannel> {
    const [written, formula] = this.#parse(computed);
    let id = '';
    const { after } = await this.#change((entries) => {
      requireCapacity(entries.size + 1);
      id = freshId(entries);
      return withEntry(entries, { id, computed: written, resetAt: this.#beginning(formula), formula });
    });
    return toView(requireEntry(after, id));
  }

  /** Another formula starts its time integrals at 0. */
  async update(id: string, computed: ComputedInput): Promise<ComputedChannel> {
    const [written, formula] = this.#parse(computed);
    const { after } = await this.#change((entries) => {
      const before = requireEntry(entries, id);
      const resetAt = before.formula.text === formula.text ? before.resetAt : this.#beginning(formula);
      return withEntry(entries, { id, computed: written, resetAt, formula });
    });
    return toView(requireEntry(after, id));
  }

  /** @throws MensuraError `conflict` naming the computed channels that use it */
  async remove(id: string): Promise<void> {
    const { before } = await this.#change((entries) => {
      requireEntry(entries, id);
      requireUnused(entries, id);
      return new Map([...entries].filter(([other]) => other !== id));
    });
    this.#removed.add(id, requireEntry(before, id));
  }

  /** Adds a recently deleted one again, with its ID. @throws MensuraError `not-found` */
  async restore(id: string): Promise<ComputedChannel> {
    const { after } = await this.#change((entries) => {
      const removed = this.#removed.get(id);
      if (!removed || entries.has(id)) {
        throw new MensuraError('not-found', `No computed channel with ID ${id} was recently deleted.`);
      }
      requireCapacity(entries.size + 1);
      return withEntry(entries, removed);
    });
    this.#removed.delete(id);
    return toView(requireEntry(after, id));
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

  /** Computes without changing anything. An invalid formula is part of the result. */
  preview(computed: ComputedPreviewInput): Promise<ComputedPreview> {
    return this.#options.previewer.preview(computed, this.#options.store.entries);
  }

  /** For backups. */
  stored(): StoredComputed[] {
    return Array.from(this.#options.store.entries.values(), ({ id, computed }) => ({ id, computed }));
  }

  /**
   * Validates a complete set.
   * @throws MensuraError `bad-request` naming fields, as in `3.id`
   */
  checkReplacement(wanted: readonly StoredComputed[]): void {
    this.#replacement(wanted, this.#options.store.entries);
  }

  /**
   * Replaces all computed channels and their IDs in one write, all or nothing.
   * @returns undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(wanted: readonly StoredComputed[]): Promise<() => Promise<void>> {
    const { before } = await this.#change((entries) => this.#replacement(wanted, entries));
    return async () => {
      await this.#change(() => before);
    };
  }

  /** Entries whose formula stays keep the time of their last reset. */
  #replacement(wanted: readonly StoredComputed[], present: Entries): Entries {
    requireCapacity(wanted.length);
    const stored = wanted.map(({ id, computed }) => {
      const before = present.get(id);
      return { id, computed, resetAt: before?.computed.formula === computed.formula ? before.resetAt : null };
    });
    const { entries, errors } = parseEntries(stored);
    if (errors.length > 0) throw invalidFields(errors);
    return new Map(
      [...entries].map(([id, { resetAt, ...entry }]) => [
        id,
        { ...entry, resetAt: resetAt ?? this.#beginning(entry.formula) },
      ]),
    );
  }

  /** The manufacturer's form of channels is translated. @throws MensuraError `bad-request` naming `formula` */
  #parse(computed: ComputedInput): [written: ComputedInput, formula: Formula] {
    const { registry } = this.#options;
    const text = translateMakerForm(computed.formula, (...channel) => resolveMakerChannel(registry, ...channel));
    return [{ ...computed, formula: text }, parseComputed(text)];
  }

  /** When the time integrals of a new formula begin. */
  #beginning({ hasIntegral }: Formula): number | null {
    return hasIntegral ? this.#options.clock.now() : null;
  }

  /** Saves a change, then applies and reports it. */
  async #change(make: (entries: Entries) => Entries): Promise<Record<'before' | 'after', Entries>> {
    const change = await this.#options.store.change(make);
    this.#options.driver.apply(change.after);
    this.#report(change.before, change.after);
    return change;
  }

  #report(before: Entries, after: Entries): void {
    for (const id of before.keys()) {
      if (after.has(id)) continue;
      this.events.emit('changed', { key: id, value: null });
      this.#options.onRemoved({ family: 'computed', serial: id });
    }
    for (const [id, entry] of after) {
      const former = before.get(id);
      const value = toView(entry);
      if (!former || !isDeepStrictEqual(toView(former), value)) this.events.emit('changed', { key: id, value });
      if (former && former.computed.name !== entry.computed.name) {
        this.#options.onRenamed({ family: 'computed', serial: id });
      }
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

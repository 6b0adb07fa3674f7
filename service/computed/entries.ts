/** The configured computed channels as a whole: their IDs, their formulas and the order in which they are computed. */
import { COMPUTED_CHANNEL, type ComputedInput, MAX_COMPUTED_CHANNELS } from '../contract/index.ts';
import { type FieldError, invalidFields, isMensuraError, MensuraError } from '../support/errors.ts';
import type { Formula } from './formula/index.ts';
import { parseComputed } from './parse.ts';

export interface Entry {
  readonly id: string;
  readonly computed: ComputedInput;
  /** When its time integrals began or were last set to 0: milliseconds since 1970; null without any. */
  readonly resetAt: number | null;
  readonly formula: Formula;
}

/** By ID, in the order in which they were added. */
export type Entries = ReadonlyMap<string, Entry>;

/** An entry as it is stored. */
export type StoredEntry = Omit<Entry, 'formula'>;

/** The form of generated IDs. */
export const COMPUTED_ID = /^c[\da-f]{8}$/;
export const COMPUTED_ID_HELP = 'must be c followed by eight hexadecimal digits (0-9, a-f)';

/** @throws MensuraError `not-found` */
export function requireEntry(entries: Entries, id: string): Entry {
  const entry = entries.get(id);
  if (!entry) throw new MensuraError('not-found', `No computed channel with ID ${id}.`);
  return entry;
}

/** @throws MensuraError `bad-request` naming the limit */
export function requireCapacity(count: number): void {
  if (count <= MAX_COMPUTED_CHANNELS) return;
  throw new MensuraError('bad-request', `The limit is ${MAX_COMPUTED_CHANNELS} computed channels. Delete one first.`);
}

/** The computed channels whose values a formula uses; they do not have to exist. */
export function computedInputsOf({ inputs }: Formula): string[] {
  return inputs.flatMap(({ family, serial, channel }) =>
    family === 'computed' && channel === COMPUTED_CHANNEL ? [serial] : [],
  );
}

/**
 * The IDs in an order in which each follows its inputs.
 * @returns the loop instead, from an entry back to itself, if there is one
 */
export function computingOrder(formulas: ReadonlyMap<string, Formula>): { order: string[] } | { loop: string[] } {
  const order: string[] = [];
  const done = new Set<string>();
  for (const root of formulas.keys()) {
    // Not recursive: a chain may be as long as the limit of entries.
    const path: { id: string; left: string[] }[] = [];
    const open = new Set<string>();
    const enter = (id: string): void => {
      const formula = formulas.get(id);
      if (!formula || done.has(id)) return;
      open.add(id);
      path.push({ id, left: computedInputsOf(formula) });
    };
    enter(root);
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const next = step.left.shift();
      if (next === undefined) {
        path.pop();
        open.delete(step.id);
        done.add(step.id);
        order.push(step.id);
      } else if (open.has(next)) {
        return { loop: [...path.map(({ id }) => id).slice(path.findIndex(({ id }) => id === next)), next] };
      } else enter(next);
    }
  }
  return { order };
}

/** A loop, from an entry back to itself; undefined if there is none. */
export function findLoop(entries: Entries): string[] | undefined {
  const result = computingOrder(new Map([...entries].map(([id, { formula }]) => [id, formula])));
  return 'loop' in result ? result.loop : undefined;
}

/** A clause to follow the formula. */
export function loopMessage(loop: readonly string[], entries: Entries): string {
  const names = loop.map((id) => `"${entries.get(id)?.computed.name ?? id}"`);
  return `must not lead back to itself: ${names.join(' uses ')}`;
}

/**
 * Checks that an added or changed entry does not lead back to itself.
 * @throws MensuraError `bad-request` naming `formula` and the channels of the loop
 */
export function requireNoLoop(entries: Entries): void {
  const loop = findLoop(entries);
  if (loop) throw invalidFields([{ path: 'formula', message: loopMessage(loop, entries) }]);
}

/** Another computed channel that uses this one. @throws MensuraError `conflict` naming all of them */
export function requireUnused(entries: Entries, id: string): void {
  const users = [...entries.values()].filter(({ formula }) => computedInputsOf(formula).includes(id));
  if (users.length === 0) return;
  const names = users.map(({ computed }) => `"${computed.name}"`).join(', ');
  throw new MensuraError(
    'conflict',
    `"${requireEntry(entries, id).computed.name}" is used by ${names}. Change or delete ${users.length === 1 ? 'that computed channel' : 'those computed channels'} first.`,
  );
}

/** The parsed entries and the field errors of a complete set, by paths as in `3.id`. */
export function parseEntries(stored: readonly StoredEntry[]): { entries: Entries; errors: FieldError[] } {
  const entries = new Map<string, Entry>();
  const errors: FieldError[] = [];
  for (const [index, entry] of stored.entries()) {
    if (!COMPUTED_ID.test(entry.id)) errors.push({ path: `${index}.id`, message: COMPUTED_ID_HELP });
    if (entries.has(entry.id)) errors.push({ path: `${index}.id`, message: 'is already in use' });
    try {
      entries.set(entry.id, { ...entry, formula: parseComputed(entry.computed.formula) });
    } catch (error) {
      if (!isMensuraError(error, 'bad-request')) throw error;
      const message = error.errors[0]?.message ?? error.message;
      errors.push({ path: `${index}.computed.formula`, message });
    }
  }
  const loop = findLoop(entries);
  if (loop) {
    const index = stored.findIndex(({ id }) => id === loop[0]);
    errors.push({ path: `${index}.computed.formula`, message: loopMessage(loop, entries) });
  }
  return { entries, errors };
}

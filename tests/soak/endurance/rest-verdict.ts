/** Judges the counts at rest: nothing may remain at the end that was not there before. */
import type { Problems } from '../support/outcome.ts';
import type { Counts } from './living.ts';
import { type Rest, risesOf, sumOf } from './rest.ts';
import type { Held } from './window.ts';

/**
 * Allowed growth: less than the number of times that anything happens in half an hour, so that one left each time is
 * found. Short-lived objects, such as those of an active alarm, are within it.
 */
const SPARE = { listeners: 24, entries: 24, handles: 2, promises: 200 } as const;

/** Allowed growth of the page, in MiB and by count; it is opened some two hundred times. */
const SPARE_OF_PAGE: Readonly<Held> = { heapMiB: 12, nodes: 150, listeners: 60 };

/**
 * Owners of maps with a limit of their own: events for reconnecting readers, failures just reported, and messages and
 * batches in flight.
 */
export const BOUNDED: ReadonlySet<string> = new Set([
  'EventRing.#events',
  'Reporter.#reported',
  'DeliveryWindow.#onTheirWay',
  'MemoryQueue.#taken',
  'Store._inflights',
  'StoreThread.#pending',
]);

/** The judged part of a count. */
export function judged({ listeners, entries }: Rest): { listeners: Counts; entries: Counts } {
  // Classes of one name are numbered in the bundle.
  const isJudged = (owner: string): boolean => !BOUNDED.has(owner.replace(/\d+\./, '.'));
  return { listeners, entries: Object.fromEntries(Object.entries(entries).filter(([owner]) => isJudged(owner))) };
}

export function judgeRests(before: Rest, after: Rest, problems: Problems): void {
  problems.unless(after.files <= before.files, `${after.files} open files, ${before.files} before`);
  const isSpare = after.promises - before.promises <= SPARE.promises;
  problems.unless(isSpare, `promises: ${after.promises}, ${before.promises} before`);
  const bounded = (what: string, spare: number, is: Counts, was: Counts, named: [string, number][]): void => {
    const more = sumOf(is) - sumOf(was);
    const rises = named.slice(0, 12).map(([name, by]) => `${by} x ${name}`);
    problems.unless(more <= spare, `${what}: ${sumOf(is)}, ${sumOf(was)} before: ${rises.join(', ')}`);
  };
  const [resources, timers] = [risesOf(after.resources, before.resources), risesOf(after.timers, before.timers)];
  bounded('handles', SPARE.handles, after.resources, before.resources, [...resources, ...timers]);
  const [is, was] = [judged(after), judged(before)];
  bounded('listeners', SPARE.listeners, is.listeners, was.listeners, risesOf(is.listeners, was.listeners));
  bounded('entries of maps and sets', SPARE.entries, is.entries, was.entries, risesOf(is.entries, was.entries));
}

/** @param before the memory, nodes and listeners of the page; likewise `after` */
export function judgePage(before: Held, after: Held, problems: Problems): void {
  for (const kind of ['heapMiB', 'nodes', 'listeners'] as const) {
    const [is, was] = [after[kind], before[kind]];
    problems.unless(
      is - was <= SPARE_OF_PAGE[kind],
      `the page: ${kind} ${is.toFixed(0)}, ${was.toFixed(0)} before; at most ${SPARE_OF_PAGE[kind]} more are allowed`,
    );
  }
}

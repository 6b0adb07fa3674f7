/** Counts of objects in a service without requests, compared before and after. */
import { setTimeout as delay } from 'node:timers/promises';
import { ProcessWatch } from '../../support/load/process-watch.ts';
import type { Insides } from './insides.ts';
import type { Counts, Living } from './living.ts';

/** Time without requests until keep-alive connections are closed, in milliseconds. */
const QUIET_MS = 13_000;

/** Number and interval of counts, to ignore short-lived objects. */
const LOOKS = 20;
const APART_MS = 150;

/** The minimum of every count; `entries` and `heldMiB` are from one count. */
export interface Rest extends Living {
  files: number;
  resources: Counts;
}

export interface RestOptions {
  pid: number;
  insides: Insides;
  /** Pauses all devices during the count, which can block the service for many seconds. */
  quietly<Answer>(look: () => Promise<Answer>): Promise<Answer>;
}

export async function atRest({ pid, insides, quietly }: RestOptions): Promise<Rest> {
  const looked = (): Promise<Living> => quietly(() => insides.living());
  await delay(QUIET_MS);
  const watch = new ProcessWatch(pid, APART_MS);
  let files = watch.files();
  const resources = await insides.resources();
  for (let look = 1; look < LOOKS; look += 1) {
    await delay(APART_MS);
    files = Math.min(files, watch.files());
    lower(resources, await insides.resources());
  }
  // Last, and with a pause between: counting can block the service for so long that it detects sleep and reopens its
  // ports, which would then be missing.
  const living = await looked();
  await delay(QUIET_MS);
  const again = await looked();
  for (const kind of ['listeners', 'timers'] as const) lower(living[kind], again[kind]);
  // Only the second count knows their owners: V8 follows moved objects after the first snapshot.
  const promises = Math.min(living.promises, again.promises);
  return { ...again, listeners: living.listeners, timers: living.timers, promises, files, resources };
}

/** Takes the smaller counts. */
function lower(counts: Counts, now: Readonly<Counts>): void {
  for (const [kind, count] of Object.entries(counts)) counts[kind] = Math.min(count, now[kind] ?? 0);
}

/** All of them. */
export function sumOf(counts: Readonly<Counts>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Increases, largest first. */
export function risesOf(after: Readonly<Counts>, before: Readonly<Counts>): [name: string, by: number][] {
  return Object.entries(after)
    .map(([name, count]): [string, number] => [name, count - (before[name] ?? 0)])
    .filter(([, by]) => by > 0)
    .toSorted(([, one], [, other]) => other - one);
}

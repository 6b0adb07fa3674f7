/** What is alive in a service while nothing is asked of it: compared before and after, it must be the same. */
import { setTimeout as delay } from 'node:timers/promises';
import { ProcessWatch } from '../../support/load/process-watch.ts';
import type { Insides } from './insides.ts';
import type { Counts, Living } from './living.ts';

/** So long nobody has asked anything: connections that were kept for a next question are closed. In milliseconds. */
const QUIET_MS = 13_000;

/** How often, and how far apart, it is looked: what is there for a moment alone is not counted. */
const LOOKS = 20;
const APART_MS = 150;

/** The least of every count; `entries` and `heldMiB` are of one moment. */
export interface Rest extends Living {
  files: number;
  resources: Counts;
}

export interface RestOptions {
  pid: number;
  insides: Insides;
  /** Lets no instrument send while this goes on: on a busy computer the service is held for many seconds by it. */
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
  // Last, and with a rest between: a look at everything that lives may hold the service for so long that it takes it for
  // sleep and opens its ports anew. Seen just then, they would be missing.
  const living = await looked();
  await delay(QUIET_MS);
  const again = await looked();
  for (const kind of ['listeners', 'timers'] as const) lower(living[kind], again[kind]);
  // Their owners are known to the second look alone: V8 follows objects that it moves from the first snapshot on.
  return { ...again, listeners: living.listeners, timers: living.timers, files, resources };
}

/** Takes over what is less. */
function lower(counts: Counts, now: Readonly<Counts>): void {
  for (const [kind, count] of Object.entries(counts)) counts[kind] = Math.min(count, now[kind] ?? 0);
}

/** All of them. */
export function sumOf(counts: Readonly<Counts>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** What is more than before, the most first. */
export function risesOf(after: Readonly<Counts>, before: Readonly<Counts>): [name: string, by: number][] {
  return Object.entries(after)
    .map(([name, count]): [string, number] => [name, count - (before[name] ?? 0)])
    .filter(([, by]) => by > 0)
    .toSorted(([, one], [, other]) => other - one);
}

/** What is alive in a service while nothing is asked of it: compared before and after, it must be the same. */
import { setTimeout as delay } from 'node:timers/promises';
import { ProcessWatch } from '../support/process-watch.ts';
import type { Insides, Living } from './insides.ts';

/** So long nobody has asked anything: connections that were kept for a next question are closed. In milliseconds. */
const QUIET_MS = 13_000;

/** How often, and how far apart, it is looked: what is there for a moment alone is not counted. */
const LOOKS = 20;
const APART_MS = 150;

/** The least of every count. */
export interface Rest {
  files: number;
  entries: number;
  listeners: Record<string, number>;
  resources: Record<string, number>;
  timers: Record<string, number>;
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
  const rest: Rest = { files: watch.files(), ...(await looked()) };
  for (let look = 1; look < LOOKS; look += 1) {
    await delay(APART_MS);
    rest.files = Math.min(rest.files, watch.files());
    lower(rest.resources, await insides.resources());
  }
  const again = await looked();
  rest.entries = Math.min(rest.entries, again.entries);
  for (const kind of ['listeners', 'resources', 'timers'] as const) lower(rest[kind], again[kind]);
  return rest;
}

/** Takes over what is less. */
function lower(counts: Record<string, number>, now: Readonly<Record<string, number>>): void {
  for (const [kind, count] of Object.entries(counts)) counts[kind] = Math.min(count, now[kind] ?? 0);
}

/** All of them. */
export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

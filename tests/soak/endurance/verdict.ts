/** What the samples say: how memory, open files, threads and the event loop fared. */
import { quantile } from '../../bench/statistics.ts';
import type { Problems } from '../support/outcome.ts';
import { type Slope, slopeOf } from '../support/slope.ts';
import { type Rest, sumOf } from './rest.ts';
import type { Sample } from './samples.ts';

/**
 * What memory may rise by in an hour, in MiB, and what a process may still settle by in the second half, however short
 * that is: caches and what keeps the newest are filled by then, compiled code is not yet in every branch.
 */
const RISE = {
  heapMiB: { perHour: 4, settling: 4 },
  residentMiB: { perHour: 20, settling: 20 },
} as const;

/** So many standard errors are no chance. */
const SURE = 3;

/** What entries and listeners may be more by at the end, for each connection that was lost: less than one. */
const PER_CONNECTION = 0.2;
const SPARE = { listeners: 12, entries: 60 } as const;

const OF_EXPORTS = new Set(['PieceStream', 'ServerResponse']);

/** A pause before a retry, a peak of an alarm: timers that are there now and then. */
const SPARE_HANDLES = 2;

export interface Verdict {
  heap: Slope;
  resident: Slope;
  threads: [least: number, most: number];
  p99Ms: number;
  maxMs: number;
}

/** @param samples in order; the second half of them is judged */
export function judgeSamples(samples: readonly Sample[], problems: Problems): Verdict {
  const half = samples.slice(Math.floor(samples.length / 2));
  const hours = (half.at(-1)?.hours ?? 0) - (half[0]?.hours ?? 0);
  const slope = (kind: keyof typeof RISE): Slope => {
    const found = slopeOf(half.map((sample) => [sample.hours, sample[kind]] as const));
    const { perHour, settling } = RISE[kind];
    const bound = perHour + settling / hours;
    problems.unless(
      found.slope - SURE * found.uncertainty < bound,
      `${kind} rises by ${slopeText(found)}; ${bound.toFixed(0)} would be no leak for certain`,
    );
    return found;
  };
  const threads = samples.map((sample) => sample.threads);
  return {
    heap: slope('heapMiB'),
    resident: slope('residentMiB'),
    threads: [Math.min(...threads), Math.max(...threads)],
    p99Ms: quantile(
      samples.map(({ p99Ms }) => p99Ms),
      0.5,
    ),
    maxMs: Math.max(...samples.map(({ maxMs }) => maxMs)),
  };
}

/** @param connections to the broker in between, each of which was lost again */
export function judgeRests(before: Rest, after: Rest, connections: number, problems: Problems): void {
  problems.unless(after.files <= before.files, `${after.files} files are open, ${before.files} before`);
  const lost = PER_CONNECTION * connections;
  const bounds = { resources: SPARE_HANDLES, listeners: SPARE.listeners + lost } as const;
  for (const kind of ['resources', 'listeners'] as const) {
    const [is, was] = [sumOf(lasting(after[kind])), sumOf(lasting(before[kind]))];
    const which = JSON.stringify({ ...more(after[kind], before[kind]), ...more(after.timers, before.timers) });
    problems.unless(is - was <= bounds[kind], `${kind}: ${is}, ${was} before; more are ${which}`);
  }
  const entries = after.entries - before.entries;
  problems.unless(
    entries <= SPARE.entries + lost,
    `maps and sets: ${entries} entries more than before (${before.entries}), after ${connections} connections`,
  );
}

/** Without what belongs to exports that have ended: the newest of them are kept for whoever asks how they went. */
function lasting(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([name]) => !OF_EXPORTS.has(name)));
}

function more(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): Record<string, number> {
  const risen = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(risen.filter(([, difference]) => difference > 0));
}

/** As `1.3 ± 0.4 MiB/h`. */
export function slopeText({ slope, uncertainty }: Slope): string {
  return `${slope.toFixed(1)} ± ${uncertainty.toFixed(1)} MiB/h`;
}

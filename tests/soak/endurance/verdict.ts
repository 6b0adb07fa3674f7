/** Judges memory, threads and the event loop by the samples. */
import { quantile } from '../../bench/statistics.ts';
import type { Problems } from '../support/outcome.ts';
import { type Slope, slopeOf } from '../support/slope.ts';
import type { Sample } from './samples.ts';

/** Allowed rise of memory in an hour, and once for settling in the second half (code is compiled late), in MiB. */
const RISE = {
  heapMiB: { perHour: 4, settling: 4 },
  residentMiB: { perHour: 20, settling: 20 },
} as const;

/** A slope this many standard errors above the bound is certain. */
const SURE = 3;

export interface Verdict {
  heap: Slope;
  resident: Slope;
  threads: [least: number, most: number];
  p99Ms: number;
  maxMs: number;
}

/** @param samples in order; the second half is judged */
export function judgeSamples(samples: readonly Sample[], problems: Problems): Verdict {
  const half = samples.slice(Math.floor(samples.length / 2));
  const hours = (half.at(-1)?.hours ?? 0) - (half[0]?.hours ?? 0);
  const slope = (kind: keyof typeof RISE): Slope => {
    const found = slopeOf(half.map((sample) => [sample.hours, sample[kind]] as const));
    const { perHour, settling } = RISE[kind];
    const bound = perHour + settling / hours;
    problems.unless(
      found.slope - SURE * found.uncertainty < bound,
      `${kind} rises by ${slopeText(found)}; the bound is ${bound.toFixed(0)}`,
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

/** As `1.3 ± 0.4 MiB/h`. */
export function slopeText({ slope, uncertainty }: Slope): string {
  return `${slope.toFixed(1)} ± ${uncertainty.toFixed(1)} MiB/h`;
}

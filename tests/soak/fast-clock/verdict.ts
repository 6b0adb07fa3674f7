/** What the hourly looks say. */
import type { Problems } from '../support/outcome.ts';
import { type Slope, slopeOf } from '../support/slope.ts';
import { LIMITS } from './plan.ts';
import type { HourLook } from './report.ts';

/** What script memory may rise by in a virtual day, and settle by in the time that is judged, in MiB. */
const RISE = { perDay: 0.5, settling: 1.5 } as const;

/** So many standard errors are no chance. */
const SURE = 3;

/** Least and most. */
type Range = [number, number];

export interface LookVerdict {
  heap: Slope;
  resident: Slope;
  timers: Range;
  handles: Range;
  files: Range;
  /** The most that the history took before it was given less. */
  wideBytes: number;
}

/** Timers that come and go: pauses before a retry, a peak of an alarm. */
const SPARE_TIMERS = 8;

/** Blocks are dropped as a whole, hours as a whole. */
const SPARE_DAYS = 0.25;

/** A look may come while the history is making room: an hour's readings. */
const SPARE_BYTES = 2 ** 20;

export function judgeLooks(looks: readonly HourLook[], problems: Problems): LookVerdict {
  const half = looks.slice(Math.floor(looks.length / 2));
  const days = half.length / 24;
  const slope = (kind: 'heapMiB' | 'residentMiB'): Slope => slopeOf(half.map((look) => [look.hour / 24, look[kind]]));
  const range = (kind: 'timers' | 'handles' | 'files'): Range => {
    const values = half.map((look) => look[kind]);
    return [Math.min(...values), Math.max(...values)];
  };
  const heap = slope('heapMiB');
  const bound = RISE.perDay + RISE.settling / days;
  problems.unless(
    heap.slope - SURE * heap.uncertainty < bound,
    `script memory rises by ${memoryText(heap)}; ${bound.toFixed(1)} would be no leak for certain`,
  );
  for (const kind of ['timers', 'handles', 'files'] as const) {
    const [least, most] = range(kind);
    problems.unless(most - least <= SPARE_TIMERS, `${kind}: between ${least} and ${most}`);
  }
  for (const { hour, bytes, limitBytes, oldestReadingDays } of looks) {
    problems.unless(
      bytes <= limitBytes + SPARE_BYTES,
      `hour ${hour}: the history takes ${bytes} of ${limitBytes} bytes`,
    );
    problems.unless(
      oldestReadingDays <= LIMITS.rawDays + SPARE_DAYS,
      `hour ${hour}: the oldest reading is ${oldestReadingDays.toFixed(2)} days old`,
    );
  }
  const wide = looks.filter(({ limitBytes }) => limitBytes === LIMITS.wideBytes);
  return {
    heap,
    resident: slope('residentMiB'),
    timers: range('timers'),
    handles: range('handles'),
    files: range('files'),
    wideBytes: Math.max(...wide.map(({ bytes }) => bytes)),
  };
}

/** As `0.3 ± 0.1 MiB a day`. */
export function memoryText({ slope, uncertainty }: Slope): string {
  return `${slope.toFixed(2)} ± ${uncertainty.toFixed(2)} MiB a day of virtual time`;
}

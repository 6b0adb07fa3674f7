/** Judges the hourly checks. */
import type { Problems } from '../support/outcome.ts';
import { type Slope, slopeOf } from '../support/slope.ts';
import { LIMITS } from './plan.ts';
import type { HourLook } from './report.ts';

/** Allowed rise of memory in a virtual day, and once for settling, in MiB. */
interface Rise {
  perDay: number;
  settling: number;
}

/** For scripts, and for buffers. */
const HELD: Rise = { perDay: 0.5, settling: 1.5 };

/** The judged figures and their names. */
const MEMORY = {
  heap: { what: 'script memory', of: ({ main }) => main.heapMiB, rise: HELD },
  buffers: { what: 'buffers', of: ({ main }) => main.buffersMiB, rise: HELD },
  threadHeap: { what: "script memory of the history's thread", of: ({ thread }) => thread.heapMiB, rise: HELD },
  threadBuffers: { what: "buffers of the history's thread", of: ({ thread }) => thread.buffersMiB, rise: HELD },
  native: { what: 'native memory', of: nativeMiB, rise: { perDay: 8, settling: 24 } },
} as const satisfies Record<string, { what: string; of(look: HourLook): number; rise: Rise }>;

/** A slope this many standard errors above the bound is certain. */
const SURE = 3;

/** Minimum and maximum. */
type Range = [number, number];

export interface LookVerdict {
  memory: Record<keyof typeof MEMORY, Slope>;
  resident: Slope;
  timers: Range;
  handles: Range;
  files: Range;
  /** Maximum size of the history before its limit is lowered. */
  wideBytes: number;
}

/** Allowance for short-lived timers, such as pauses before a retry. */
const SPARE_TIMERS = 8;

/** Allowance for deletion in whole blocks and hours. */
const SPARE_DAYS = 0.25;

/** Allowance for a check during deletion: an hour's readings. */
const SPARE_BYTES = 2 ** 20;

export function judgeLooks(looks: readonly HourLook[], problems: Problems): LookVerdict {
  const half = looks.slice(Math.floor(looks.length / 2));
  const days = half.length / 24;
  const slope = (of: (look: HourLook) => number): Slope => slopeOf(half.map((look) => [look.hour / 24, of(look)]));
  const range = (kind: 'timers' | 'handles' | 'files'): Range => {
    const values = half.map((look) => look[kind]);
    return [Math.min(...values), Math.max(...values)];
  };
  const judged = (kind: keyof typeof MEMORY): Slope => {
    const { what, of, rise } = MEMORY[kind];
    const found = slope(of);
    const bound = rise.perDay + rise.settling / days;
    problems.unless(
      found.slope - SURE * found.uncertainty < bound,
      `${what} rises by ${memoryText(found)}; the bound is ${bound.toFixed(1)}`,
    );
    return found;
  };
  for (const kind of ['timers', 'handles', 'files'] as const) {
    const [least, most] = range(kind);
    problems.unless(most - least <= SPARE_TIMERS, `${kind}: between ${least} and ${most}`);
  }
  for (const { hour, bytes, limitBytes, oldestReadingDays } of looks) {
    problems.unless(bytes <= limitBytes + SPARE_BYTES, `hour ${hour}: the history has ${bytes} of ${limitBytes} bytes`);
    problems.unless(
      oldestReadingDays <= LIMITS.rawDays + SPARE_DAYS,
      `hour ${hour}: the oldest reading is ${oldestReadingDays.toFixed(2)} days old`,
    );
  }
  const wide = looks.filter(({ limitBytes }) => limitBytes === LIMITS.wideBytes);
  return {
    memory: {
      heap: judged('heap'),
      buffers: judged('buffers'),
      threadHeap: judged('threadHeap'),
      threadBuffers: judged('threadBuffers'),
      native: judged('native'),
    },
    resident: slope(({ residentMiB }) => residentMiB),
    timers: range('timers'),
    handles: range('handles'),
    files: range('files'),
    wideBytes: Math.max(...wide.map(({ bytes }) => bytes)),
  };
}

/** Resident memory without heaps, buffers and files, in MiB: SQLite, compiled code, stacks, freed memory. */
export function nativeMiB({ residentMiB, filesMiB, main, thread }: HourLook): number {
  return residentMiB - filesMiB - main.heapRoomMiB - thread.heapRoomMiB - main.buffersMiB - thread.buffersMiB;
}

/** As `0.3 ± 0.1 MiB a day`. */
export function memoryText({ slope, uncertainty }: Slope): string {
  return `${slope.toFixed(2)} ± ${uncertainty.toFixed(2)} MiB a day`;
}

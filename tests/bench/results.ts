/** What the benchmarks hand to the report. */
import type { Spread } from './statistics.ts';
import { spreadOf } from './statistics.ts';

/** A figure that is wanted: at least or at most so much. */
export interface Wanted {
  is: 'at least' | 'below';
  value: number;
  /** The name of the figure in the same section that it is to be seen beside: its yardstick. */
  beside?: string;
}

export interface Result extends Spread {
  /** What was measured. */
  name: string;
  unit: string;
  /** The figure of each round, in the order they ran. */
  rounds: number[];
  wanted?: Wanted;
}

export function resultOf(name: string, unit: string, rounds: readonly number[], wanted?: Wanted): Result {
  return { name, unit, ...spreadOf(rounds), rounds: [...rounds], ...(wanted && { wanted }) };
}

/** Whether the median is what was wanted; undefined where nothing is, or nothing could be measured. */
export function verdict({ median, wanted }: Result): 'met' | 'missed' | undefined {
  if (!wanted || Number.isNaN(median)) return undefined;
  return (wanted.is === 'at least' ? median >= wanted.value : median < wanted.value) ? 'met' : 'missed';
}

/** One benchmark: its heading, what exactly was done, and the figures; `skipped` says why there are none. */
export interface Section {
  title: string;
  method: string;
  results: Result[];
  skipped?: string;
  /** What the figures say together, or makes them worth less, as a machine that was too busy: no problem. */
  remarks?: readonly string[];
  /** What must never be, whatever the machine: a process that died, a reading that was lost. Empty when all is well. */
  problems?: readonly string[];
}

/** What is left of a benchmark that did not get to its end. */
export function brokenSection(name: string, why: string): Section {
  return { title: name, method: '', results: [], problems: [`${name}: ${why}`] };
}

/** Results of benchmarks. */
import type { Spread } from './statistics.ts';
import { spreadOf } from './statistics.ts';

/** A wanted figure: at least or below a value. */
export interface Wanted {
  is: 'at least' | 'below';
  value: number;
  /** Name of the yardstick's figure in the same section. */
  beside?: string;
}

export interface Result extends Spread {
  /** `subject: metric`; ratios have no unit. */
  name: string;
  unit: string;
  /** The figure of each round, in the order they ran. */
  rounds: number[];
  wanted?: Wanted;
}

export function resultOf(name: string, unit: string, rounds: readonly number[], wanted?: Wanted): Result {
  return { name, unit, ...spreadOf(rounds), rounds: [...rounds], ...(wanted && { wanted }) };
}

/** Whether the median is as wanted; undefined if nothing is wanted or could be measured. */
export function verdict({ median, wanted }: Result): 'met' | 'missed' | undefined {
  if (!wanted || Number.isNaN(median)) return undefined;
  return (wanted.is === 'at least' ? median >= wanted.value : median < wanted.value) ? 'met' : 'missed';
}

/** One benchmark: heading, method and figures; `skipped` is the reason for having none. */
export interface Section {
  title: string;
  method: string;
  results: Result[];
  skipped?: string;
  /** Conclusions and reservations, such as a busy machine; not problems. */
  remarks?: readonly string[];
  /** Failures on any machine: a process that died, an unaccounted reading. */
  problems?: readonly string[];
}

/** A benchmark that did not complete. */
export function brokenSection(name: string, why: string): Section {
  return { title: name, method: '', results: [], problems: [`${name}: ${why}`] };
}

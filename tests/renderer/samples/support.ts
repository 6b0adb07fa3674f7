import { MemoryBudget } from '../../../renderer/data/samples/memory-budget.ts';
import type { PointRing, PointSink } from '../../../renderer/data/samples/point-ring.ts';
import { SampleRing } from '../../../renderer/data/samples/sample-ring.ts';

/** A point as time and value; null: a break. */
export type Pair = [time: number, value: number | null];

const pair = (time: number, value: number): Pair => [time, Number.isNaN(value) ? null : value];

export function roomy(): MemoryBudget {
  return new MemoryBudget(Number.MAX_SAFE_INTEGER);
}

export function sampleRing(points: readonly Pair[] = []): SampleRing {
  const ring = new SampleRing(roomy());
  for (const [time, value] of points) ring.push(time, value);
  return ring;
}

export function pairs(ring: PointRing): Pair[] {
  return Array.from({ length: ring.length }, (_, index) => pair(ring.time(index), ring.value(index)));
}

/** Keeps what it is given. */
export class Recorder implements PointSink {
  readonly points: Pair[] = [];

  append(time: number, value: number): void {
    this.points.push(pair(time, value));
  }
}

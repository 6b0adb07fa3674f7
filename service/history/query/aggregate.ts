import { type Aggregate, GAP, type Points } from '../types.ts';

export function emptyAggregate(): Aggregate {
  return {
    count: 0,
    failed: 0,
    min: Number.NaN,
    max: Number.NaN,
    mean: Number.NaN,
    m2: Number.NaN,
    gaps: 0,
    brokenBefore: false,
    brokenAfter: false,
  };
}

/**
 * Adds a point as the newest.
 * @param value finite: a valid reading; GAP: a gap; anything else: a sensor error
 */
export function addReading(summary: Aggregate, value: number): void {
  if (!Number.isFinite(value)) {
    if (value !== GAP) summary.failed += 1;
    summary.brokenAfter = true;
    if (summary.count === 0) summary.brokenBefore = true;
    return;
  }
  if (summary.count === 0) {
    summary.count = 1;
    summary.min = value;
    summary.max = value;
    summary.mean = value;
    summary.m2 = 0;
  } else {
    summary.count += 1;
    if (summary.brokenAfter) summary.gaps += 1;
    if (value < summary.min) summary.min = value;
    if (value > summary.max) summary.max = value;
    const before = value - summary.mean;
    summary.mean += before / summary.count;
    summary.m2 += before * (value - summary.mean);
  }
  summary.brokenAfter = false;
}

/** Adds a later aggregate. */
export function mergeInto(into: Aggregate, next: Aggregate): void {
  into.failed += next.failed;
  if (next.count === 0) {
    into.brokenAfter ||= next.brokenAfter;
    if (into.count === 0) into.brokenBefore = into.brokenAfter;
    return;
  }
  if (into.count === 0) {
    into.count = next.count;
    into.min = next.min;
    into.max = next.max;
    into.mean = next.mean;
    into.m2 = next.m2;
    into.gaps = next.gaps;
    into.brokenBefore ||= next.brokenBefore;
  } else {
    const count = into.count + next.count;
    const apart = next.mean - into.mean;
    into.gaps += next.gaps + (into.brokenAfter || next.brokenBefore ? 1 : 0);
    if (next.min < into.min) into.min = next.min;
    if (next.max > into.max) into.max = next.max;
    into.m2 += next.m2 + apart * apart * ((into.count * next.count) / count);
    into.mean += apart * (next.count / count);
    into.count = count;
  }
  into.brokenAfter = next.brokenAfter;
}

/**
 * Aggregates the points [start, end). The mean is computed from offsets to the first valid reading, the squares in a
 * second pass: large values with little noise stay exact.
 */
export function aggregate({ value }: Points, start: number, end: number): Aggregate {
  const summary = emptyAggregate();
  let pivot = 0;
  let sum = 0;
  for (let index = start; index < end; index += 1) {
    const reading = value[index] ?? Number.NaN;
    if (!Number.isFinite(reading)) {
      addReading(summary, reading);
      continue;
    }
    if (summary.count === 0) {
      pivot = reading;
      summary.min = reading;
      summary.max = reading;
    } else {
      if (summary.brokenAfter) summary.gaps += 1;
      if (reading < summary.min) summary.min = reading;
      if (reading > summary.max) summary.max = reading;
    }
    sum += reading - pivot;
    summary.count += 1;
    summary.brokenAfter = false;
  }
  if (summary.count > 0) {
    summary.mean = pivot + sum / summary.count;
    summary.m2 = squaresAround(summary.mean, value, start, end);
  }
  return summary;
}

/** Sum of squared deviations of valid readings from their mean. */
function squaresAround(mean: number, value: Float64Array, start: number, end: number): number {
  let squares = 0;
  for (let index = start; index < end; index += 1) {
    const reading = value[index] ?? Number.NaN;
    if (Number.isFinite(reading)) squares += (reading - mean) ** 2;
  }
  return squares;
}

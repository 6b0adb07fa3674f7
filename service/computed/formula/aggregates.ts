/** What a window keeps of any number of points: a few numbers, which can be merged in any order. */

export interface Aggregate {
  /** How many numbers. */
  width: number;
  /** Writes the aggregate of one point; `at` in seconds. */
  ofPoint: (into: Float64Array, offset: number, at: number, value: number) => void;
  merge: (into: Float64Array, offset: number, from: Float64Array, fromOffset: number) => void;
}

// Offsets are inside the arrays by construction; a typed array has no holes.
const at = (numbers: Float64Array, index: number): number => numbers[index] as number;

/** Count, mean, and sum of squared differences from the mean, merged as by Chan, Golub and LeVeque (1979). */
export const MOMENTS: Aggregate = {
  width: 3,
  ofPoint(into, offset, _at, value) {
    into[offset] = 1;
    into[offset + 1] = value;
    into[offset + 2] = 0;
  },
  merge(into, offset, from, fromOffset) {
    const count = at(into, offset);
    const added = at(from, fromOffset);
    const total = count + added;
    const difference = at(from, fromOffset + 1) - at(into, offset + 1);
    into[offset] = total;
    into[offset + 1] = at(into, offset + 1) + (difference * added) / total;
    into[offset + 2] =
      at(into, offset + 2) + at(from, fromOffset + 2) + ((difference * count) / total) * added * difference;
  },
};

const extreme = (choose: (one: number, other: number) => number): Aggregate => ({
  width: 1,
  ofPoint(into, offset, _at, value) {
    into[offset] = value;
  },
  merge(into, offset, from, fromOffset) {
    into[offset] = choose(at(into, offset), at(from, fromOffset));
  },
});

export const MINIMUM = extreme(Math.min);
export const MAXIMUM = extreme(Math.max);

/** Count, mean time, mean value, and their sums of squares and of products about the means. */
export const REGRESSION: Aggregate = {
  width: 5,
  ofPoint(into, offset, time, value) {
    into[offset] = 1;
    into[offset + 1] = time;
    into[offset + 2] = value;
    into[offset + 3] = 0;
    into[offset + 4] = 0;
  },
  merge(into, offset, from, fromOffset) {
    const count = at(into, offset);
    const added = at(from, fromOffset);
    const total = count + added;
    const time = at(from, fromOffset + 1) - at(into, offset + 1);
    const value = at(from, fromOffset + 2) - at(into, offset + 2);
    const weight = (count / total) * added;
    into[offset] = total;
    into[offset + 1] = at(into, offset + 1) + (time * added) / total;
    into[offset + 2] = at(into, offset + 2) + (value * added) / total;
    into[offset + 3] = at(into, offset + 3) + at(from, fromOffset + 3) + weight * time * time;
    into[offset + 4] = at(into, offset + 4) + at(from, fromOffset + 4) + weight * time * value;
  },
};

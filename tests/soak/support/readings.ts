/**
 * Accounts for readings: which were published, which arrived, and in what order. The whole payload identifies a
 * reading, so a changed one is missing.
 */

/** When a reading was taken, in milliseconds since 1970. @param payload of a `measurement` topic */
export function takenAt(payload: string): number {
  return Date.parse((JSON.parse(payload) as { timestamp: string }).timestamp);
}

export interface Account {
  /** Different readings that arrived. */
  arrived: number;
  /** Readings of the truth that did not arrive. */
  missing: string[];
  /** Readings that arrived and are not in the truth. */
  unknown: string[];
  /** Arrivals beyond the first of the same reading. */
  repeated: string[];
  /** Readings whose first arrival came after the first arrival of a later one. */
  late: string[];
}

/**
 * Compares what arrived with what was published. Repetitions in the truth count once.
 * @param truth every reading in the order in which it was taken
 */
export function account(truth: Iterable<string>, arrivals: Iterable<string>): Account {
  const places = new Map<string, number>();
  for (const reading of truth) if (!places.has(reading)) places.set(reading, places.size);
  const seen = new Set<string>();
  const result: Account = { arrived: 0, missing: [], unknown: [], repeated: [], late: [] };
  let furthest = -1;
  for (const reading of arrivals) {
    if (seen.has(reading)) {
      result.repeated.push(reading);
      continue;
    }
    seen.add(reading);
    const place = places.get(reading);
    if (place === undefined) result.unknown.push(reading);
    else if (place < furthest) result.late.push(reading);
    else furthest = place;
  }
  result.arrived = seen.size;
  result.missing = [...places.keys()].filter((reading) => !seen.has(reading));
  return result;
}

/**
 * Readings published twice: on a busy machine the simulation sometimes samples twice in one millisecond, and its values
 * are a function of the time.
 * @param truth as received from a broker without disturbances
 */
export function twinsIn(truth: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(truth.filter((reading) => seen.size === seen.add(reading).size));
}

/** A few of many, for an error text. */
export function few(items: readonly string[]): string {
  const shown = items.slice(0, 3).map((item) => item.slice(0, 200));
  return items.length > 3 ? `${shown.join(', ')} and ${items.length - 3} more` : shown.join(', ');
}

/**
 * Omits readings of one client from before the first of the other, since two clients of one service do not start at the
 * same time.
 */
export function fromCommonStart(one: readonly string[], other: readonly string[]): [string[], string[]] {
  const [first, otherFirst] = [one[0], other[0]];
  if (first === undefined || otherFirst === undefined) return [[...one], [...other]];
  const start = Math.max(takenAt(first), takenAt(otherFirst));
  // The first sample set may be incomplete.
  const later = (reading: string): boolean => takenAt(reading) > start;
  return [one.filter(later), other.filter(later)];
}

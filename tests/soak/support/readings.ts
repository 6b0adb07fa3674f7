/** Accounting for readings: which were published, which arrived, and in what order. */

/** What tells one reading from all others: serial number and timestamp, as in `SIM00001 2026-11-21T07:33:28.259Z`. */
export function readingKey(payload: string): string {
  const { serial, timestamp } = JSON.parse(payload) as { serial: string; timestamp: string };
  return `${serial} ${timestamp}`;
}

/** When a reading was taken, in milliseconds since 1970. */
export function takenAt(key: string): number {
  return Date.parse(key.slice(key.lastIndexOf(' ') + 1));
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
  for (const key of truth) if (!places.has(key)) places.set(key, places.size);
  const seen = new Set<string>();
  const result: Account = { arrived: 0, missing: [], unknown: [], repeated: [], late: [] };
  let furthest = -1;
  for (const key of arrivals) {
    if (seen.has(key)) {
      result.repeated.push(key);
      continue;
    }
    seen.add(key);
    const place = places.get(key);
    if (place === undefined) result.unknown.push(key);
    else if (place < furthest) result.late.push(key);
    else furthest = place;
  }
  result.arrived = seen.size;
  result.missing = [...places.keys()].filter((key) => !seen.has(key));
  return result;
}

/** A few of many, for an error text. */
export function few(keys: readonly string[]): string {
  const shown = keys.slice(0, 3).join(', ');
  return keys.length > 3 ? `${shown} and ${keys.length - 3} more` : shown;
}

/**
 * Two clients of one service do not begin in the same moment: drops what one of them had before the other's first
 * reading.
 */
export function fromCommonStart(one: readonly string[], other: readonly string[]): [string[], string[]] {
  const start = Math.max(takenAt(one[0] ?? ''), takenAt(other[0] ?? ''));
  // Readings of the first moment itself may be there in part.
  const later = (key: string): boolean => takenAt(key) > start;
  return [one.filter(later), other.filter(later)];
}

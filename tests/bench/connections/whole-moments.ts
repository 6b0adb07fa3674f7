/** The share of events received of those due, without the sample sets cut by the edges of the time. */

export interface Moments {
  /** Devices, each with one event for each client and sample set. */
  devices: number;
  /** Clients whose events these are. */
  clients: number;
  /** Sampling period in milliseconds. */
  periodMs: number;
  /** Length of the time, in milliseconds. */
  elapsedMs: number;
}

/**
 * @param stamps the timestamps of the events received, in milliseconds, in any order
 * @returns NaN if the time is too short for one whole sample set
 */
export function shareOfWholeMoments(
  stamps: readonly number[],
  { devices, clients, periodMs, elapsedMs }: Moments,
): number {
  // The first and the last may have been cut.
  const sorted = stamps.toSorted((a, b) => a - b);
  const begin = (sorted[0] ?? 0) + periodMs / 2;
  const end = (sorted.at(-1) ?? 0) - periodMs / 2;
  const inside = sorted.filter((stamp) => stamp > begin && stamp < end).length;
  // The minimum number of whole sample sets in the time.
  const least = Math.floor(elapsedMs / periodMs) - 2;
  const due = Math.max(least, Math.round((end - begin) / periodMs)) * devices * clients;
  return due > 0 ? inside / due : Number.NaN;
}

/** What share of the events due came: of whole moments, as the edges of a short time cut one or two of them. */

export interface Moments {
  /** Instruments, each with one event for each client and moment. */
  devices: number;
  /** Clients whose events these are. */
  clients: number;
  /** From one moment to the next, in milliseconds. */
  periodMs: number;
  /** How long events were taken, in milliseconds. */
  elapsedMs: number;
}

/**
 * @param stamps the time stamps of the events that came, in milliseconds, in any order
 * @returns NaN where the time is too short for one whole moment
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
  // So many at least lie in the time, whatever came of them.
  const least = Math.floor(elapsedMs / periodMs) - 2;
  const due = Math.max(least, Math.round((end - begin) / periodMs)) * devices * clients;
  return due > 0 ? inside / due : Number.NaN;
}

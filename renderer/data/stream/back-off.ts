const FIRST_MS = 250;
const LONGEST_MS = 5000;

/** The wait before attempt number `attempt` (1 is the first retry), in milliseconds: doubling, 5 s at most. */
export function backOffMs(attempt: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
}

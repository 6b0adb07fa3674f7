const FIRST_MS = 250;
const LONGEST_MS = 5000;

/** Delay before attempt `attempt` (1 is the first retry), in milliseconds: doubles up to 5 s. */
export function backOffMs(attempt: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
}

/** The bounds of a sampling period in milliseconds, and what is used when nothing is set. */
export const PERIOD_MS = { min: 100, max: 60_000, default: 1000 } as const;

/** Range and default of a sampling period, in milliseconds. */
export const PERIOD_MS = { min: 100, max: 60_000, default: 1000 } as const;

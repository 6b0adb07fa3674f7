/** How long a test waits for what the service does a moment later: a bound, not an expectation. */
export const PATIENCE = { timeout: 15_000 };

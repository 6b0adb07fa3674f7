/** What must be right on the computer. */

export type { ChecksOptions } from './check-result.ts';
export { createSystemChecks } from './checks.ts';

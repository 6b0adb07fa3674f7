/** What must be right on the computer. */
export { createSystemChecks } from './checks.ts';
export type { ChecksOptions } from './parts.ts';

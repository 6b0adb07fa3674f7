/** Backup, restore, reset and diagnostics. */
export { createDiagnostics } from '../diagnostics/diagnostics.ts';
export { Maintenance } from './maintenance.ts';

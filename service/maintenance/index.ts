/** Backup, restore, reset and diagnostics. */
export { Maintenance } from './maintenance.ts';

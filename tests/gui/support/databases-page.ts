/** The Databases page in a browser, on a service that is played. */
import { type EntryRig, entryRig } from './entry-rig.ts';

export function databasesRig(): EntryRig {
  return entryRig('/databases', 'Status and backfill');
}

/** The Alarms page in a browser, on a service that is played. */
import { type EntryRig, entryRig } from './entry-rig.ts';

export function alarmsRig(): EntryRig {
  return entryRig('/alarms', 'Alarms of this rule');
}

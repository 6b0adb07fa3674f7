/** The Notifications page in a browser, on a service that is played. */
import { type EntryRig, entryRig } from './entry-rig.ts';

export function notificationsRig(): EntryRig {
  return entryRig('/notifications', 'Status');
}

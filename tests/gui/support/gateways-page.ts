/** The Gateways page in a browser, on a service that is played. */
import { type EntryRig, entryRig } from './entry-rig.ts';

export function gatewaysRig(): EntryRig {
  return entryRig('/gateways', 'Status and devices');
}

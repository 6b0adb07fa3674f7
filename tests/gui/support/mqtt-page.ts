/** The MQTT page in a browser, on a service that is played. */
import { type EntryRig, entryRig } from './entry-rig.ts';

export function mqttRig(): EntryRig {
  return entryRig('/mqtt', 'Topics and statistics');
}

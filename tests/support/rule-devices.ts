import type { RuleDevicesOptions } from '../../service/alarms/rule-devices.ts';
import { Emitter } from '../../service/support/emitter.ts';
import { fail } from './played/played.ts';

/** What an AlarmManager has of devices: none is remembered, and none is in a group. */
export function noRuleDevices(): Pick<RuleDevicesOptions, 'known' | 'settings'> {
  return {
    known: { list: () => [], get: () => undefined, events: new Emitter(fail) },
    settings: { get: () => ({ group: '' }), events: new Emitter(fail) },
  };
}

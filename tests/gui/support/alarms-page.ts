import { beforeEach } from 'vitest';
import { alarmOf, minutesAgo, ruleOf } from '../../support/views/alarms.ts';
import { appDevice } from '../../support/views/devices.ts';
import { type EntryRig, entryRig } from './entry-rig.ts';
import type { PlayedService } from './played-service.ts';

export const cold = appDevice({ serial: 'E1', alias: 'Cold room' });

/** The played service has two devices. */
export function alarmsRig(): EntryRig {
  const rig = entryRig('/alarms', 'Alarms from this rule');
  beforeEach(() => {
    rig.service.put(cold);
    rig.service.put(appDevice({ serial: 'E2' }));
  });
  return rig;
}

/** A rule; an active, an acknowledged and a cleared alarm; three past alarms. */
export function fill({ alarms }: PlayedService): void {
  alarms.putRule(ruleOf('r1', { hysteresis: 0.5, no_data_s: 600 }));
  for (const hours of [3, 2, 1]) {
    const moment = minutesAgo(hours * 60);
    alarms.put(alarmOf({ id: `was${hours}`, peak: 30 + hours, since: moment, ended: moment, acknowledged: moment }));
  }
  alarms.put(
    alarmOf({
      id: 'over',
      serial: 'E9',
      kind: 'no-data',
      limit: null,
      magnitude: null,
      peak: null,
      since: minutesAgo(30),
      ended: minutesAgo(20),
    }),
  );
  alarms.put(
    alarmOf({ id: 'seen', channel: 'dew_point', limit: 12, acknowledged: minutesAgo(3), since: minutesAgo(9) }),
  );
  alarms.put(alarmOf({ id: 'new' }));
}

import { describe, expect, test } from 'vitest';
import { type AlarmFilter, alarmMatcher } from '../../../service/contract/index.ts';
import { alarmOf } from '../../support/views/alarms.ts';

const AT = '2026-11-20T14:45:12.318Z';
const ALARMS = [
  alarmOf({ id: 'plain' }),
  alarmOf({ id: 'urgent', severity: 'critical', serial: 'E2', channel: 'dew_point', message: 'Close the Door.' }),
  alarmOf({ id: 'over', family: 'gateway', severity: 'information', rule: 'r2', ended: AT }),
  alarmOf({ id: 'seen', acknowledged: AT, acknowledged_by: 'Ann Müller', acknowledgment_comment: 'Seal ordered' }),
];

const CASES: readonly (readonly [filter: AlarmFilter, ids: string[]])[] = [
  [{}, ['plain', 'urgent', 'over', 'seen']],
  [{ min_severity: 'information' }, ['plain', 'urgent', 'over', 'seen']],
  [{ min_severity: 'warning' }, ['plain', 'urgent', 'seen']],
  [{ min_severity: 'critical' }, ['urgent']],
  [{ device: 'usb/E1' }, ['plain', 'seen']],
  [{ device: 'gateway/E1' }, ['over']],
  [{ device: 'usb/E' }, []],
  [{ rule: 'r2' }, ['over']],
  [{ state: 'active' }, ['plain', 'urgent', 'seen']],
  [{ state: 'cleared' }, ['over']],
  [{ state: 'acknowledged' }, ['seen']],
  [{ state: 'unacknowledged' }, ['plain', 'urgent', 'over']],
  [{ text: ' ' }, ['plain', 'urgent', 'over', 'seen']],
  [{ text: 'door CLOSE' }, ['urgent']],
  [{ text: 'dew point' }, ['urgent']],
  [{ text: 'müller seal' }, ['seen']],
  [{ text: 'müller door' }, []],
  [{ text: 'e2' }, ['urgent']],
  [{ state: 'active', min_severity: 'critical', text: 'E1' }, []],
];

describe('a filter of alarms', () => {
  test.each(CASES)('%j', (filter, ids) => {
    expect(ALARMS.filter(alarmMatcher(filter)).map(({ id }) => id)).toEqual(ids);
  });
});

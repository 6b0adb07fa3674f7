import type { Recipient } from '../alarms/notification-queue.ts';
import { ALARM_SEVERITIES, deviceKey } from '../contract/index.ts';
import type { DestinationConfig } from './types.ts';

const MINUTE_MS = 60_000;

/** Which alarms a destination is notified of. */
export function recipientOf({ fields }: Pick<DestinationConfig, 'fields'>): Recipient {
  const { alarms, min_severity, device_list, rule_list, cleared, acknowledged, delay_min, reminder_min } = fields;
  const devices = new Set(device_list);
  const rules = new Set(rule_list);
  return {
    matches: (alarm) => {
      if (ALARM_SEVERITIES.indexOf(alarm.severity) < ALARM_SEVERITIES.indexOf(min_severity)) return false;
      if (alarms === 'devices') return devices.has(deviceKey(alarm));
      return alarms === 'all' || rules.has(alarm.rule);
    },
    cleared,
    acknowledged,
    delayMs: delay_min * MINUTE_MS,
    reminderMs: reminder_min * MINUTE_MS,
  };
}

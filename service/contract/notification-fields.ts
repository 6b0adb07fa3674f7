/** Which alarms a destination is notified of, and when. */
import * as z from 'zod';
import { alarmSeveritySchema } from './alarm-rules.ts';
import { timeOfDayError } from './destination-rules.ts';
import { DEVICE_KEY_RULE, deviceKeySchema } from './device-key.ts';
import { checked, text } from './mqtt-texts.ts';
import { list, WEEKDAYS, whole, yesNo } from './schema-parts.ts';

/** Fields of every destination that sends notifications: a heartbeat has none of them. */
export const notificationFields = {
  alarms: z
    .enum(['all', 'devices', 'rules'], { error: 'must be all, devices or rules' })
    .default('all')
    .meta({
      description: 'Which alarms are sent: all, those of the devices in `device_list`, or of the rules in `rule_list`.',
      field: {
        group: 'alarms',
        label: 'Alarms',
        choices: { all: 'All alarms', devices: 'Alarms of selected devices', rules: 'Alarms of selected rules' },
      },
    }),
  device_list: list(deviceKeySchema, 1000)
    .default([])
    .meta({
      description: `Devices for \`alarms\`; each ${DEVICE_KEY_RULE.replace('must be ', '')}.`,
      example: ['usb/E24638'],
      field: { group: 'alarms', label: 'Selected devices', mono: true, encoded: true },
    }),
  rule_list: list(text().regex(/^[\w-]{1,64}$/, { error: 'must be the ID of an alarm rule' }), 1000)
    .default([])
    .meta({
      description: 'IDs of alarm rules for `alarms`.',
      field: { group: 'alarms', label: 'Selected rules', mono: true },
    }),
  min_severity: alarmSeveritySchema.default('information').meta({
    description: 'Minimum severity of the alarms that are sent.',
    field: {
      group: 'alarms',
      label: 'Severity',
      choices: { information: 'All severities', warning: 'Warning and critical', critical: 'Critical only' },
    },
  }),
  cleared: yesNo()
    .default(true)
    .meta({
      description: 'Also notify when an alarm clears.',
      field: { group: 'alarms', legend: 'Also notify', label: 'When an alarm clears' },
    }),
  acknowledged: yesNo()
    .default(false)
    .meta({
      description: 'Also notify when an alarm is acknowledged.',
      field: { group: 'alarms', label: 'When an alarm is acknowledged' },
    }),
  delay_min: whole(0, 1440, ' min')
    .default(0)
    .meta({
      description:
        'Escalation delay, in minutes: only alarms that are still active and unacknowledged after this time are sent. 0: all, immediately.',
      field: {
        group: 'alarms',
        label: 'Escalation delay',
        help: 'Minutes that an alarm must stay active and unacknowledged before it is sent, at most 1440. 0 sends immediately.',
      },
    }),
  reminder_min: whole(0, 1440, ' min')
    .default(0)
    .meta({
      description: 'Interval of reminders while an alarm is active and unacknowledged, in minutes. 0: none.',
      field: {
        group: 'alarms',
        label: 'Reminder interval',
        help: 'Minutes between reminders while an alarm is active and unacknowledged, at most 1440. 0 disables reminders.',
      },
    }),
  quiet_days: list(z.enum(WEEKDAYS, { error: 'must be mon, tue, wed, thu, fri, sat or sun' }), 7)
    .default([])
    .meta({
      description: 'Days on which quiet hours begin. Notifications in quiet hours are held until their end.',
      field: {
        group: 'schedule',
        label: 'Quiet hours begin on',
        help: 'Notifications are held until the end of the quiet hours. Times are in the time zone of the computer that runs Mensura.',
      },
    }),
  quiet_from: checked((value) => (value === '' ? 'must not be empty' : timeOfDayError(value)))
    .default('22:00')
    .meta({
      description: 'Start of the quiet hours, in the time zone of the computer.',
      field: { group: 'schedule', label: 'Quiet hours from', trim: true },
    }),
  quiet_to: checked((value) => (value === '' ? 'must not be empty' : timeOfDayError(value)))
    .default('06:00')
    .meta({
      description: 'Their end; on the next day if it is not after the start.',
      field: { group: 'schedule', label: 'Quiet hours to', trim: true },
    }),
  quiet_critical: yesNo()
    .default(false)
    .meta({
      description: 'Send critical alarms in quiet hours too.',
      field: { group: 'schedule', legend: 'In quiet hours', label: 'Send critical alarms' },
    }),
  daily_at: checked(timeOfDayError)
    .default('')
    .meta({
      description:
        'Time of a daily message that reports that Mensura is running and lists the active alarms. Empty: none.',
      field: {
        group: 'schedule',
        label: 'Daily message at',
        help: 'Reports that Mensura is running and lists the active alarms. Leave empty to disable.',
        placeholder: 'Disabled',
        trim: true,
      },
    }),
  max_per_minute: whole(1, 60, '')
    .default(6)
    .meta({
      description: 'Maximum delivered messages per minute. Alarms beyond the limit share the next message.',
      field: {
        group: 'advanced',
        label: 'Maximum messages per minute',
        help: '1 to 60. Alarms beyond the limit share the next message.',
      },
    }),
  max_per_hour: whole(1, 1000, '')
    .default(60)
    .meta({
      description: 'Maximum delivered messages per hour.',
      field: { group: 'advanced', label: 'Maximum messages per hour', help: '1 to 1000.' },
    }),
};

/** Their names. */
export const NOTIFICATION_FIELDS = Object.keys(notificationFields) as (keyof typeof notificationFields)[];

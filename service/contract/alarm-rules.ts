/** Wire types of alarm rules. */
import * as z from 'zod';
import { timeOfDayError } from './destination-rules.ts';
import { familySchema, timestampSchema } from './devices.ts';
import { channelPath, channelRefSchema } from './history.ts';
import { checked } from './mqtt-texts.ts';
import { isRuleOfChannel } from './rule-targets.ts';
import { groupText, list, WEEKDAYS } from './schema-parts.ts';

/** Maximum rules of an installation. */
export const MAX_ALARM_RULES = 1000;

const DAY_S = 86_400;

/** Maximum length of a serial number or channel name in a rule, in characters. */
const MAX_NAME = 255;

const name = z
  .string()
  .min(1, { error: 'must not be empty' })
  .max(MAX_NAME, {
    error: `must have at most ${MAX_NAME} characters`,
  });

const limit = z.number().nullable().default(null);

const difference = z.number().positive({ error: 'must be above 0' }).nullable().default(null);

function timeOfDay(otherwise: string) {
  return checked((value) => (value === '' ? 'must not be empty' : timeOfDayError(value))).default(otherwise);
}

/** From least to most severe (docs/alarms.md#severity). */
export const ALARM_SEVERITIES = ['information', 'warning', 'critical'] as const;
export const alarmSeveritySchema = z
  .enum(ALARM_SEVERITIES, { error: 'must be information, warning or critical' })
  .meta({ id: 'AlarmSeverity' });
export type AlarmSeverity = z.infer<typeof alarmSeveritySchema>;

/** Names of the severities. */
export const SEVERITY_NAMES = {
  information: 'Information',
  warning: 'Warning',
  critical: 'Critical',
} as const satisfies Record<AlarmSeverity, string>;

/** Maximum length of a rule's message, in characters. */
const MAX_MESSAGE = 500;

/** Fields of a rule of which at least one is set; each has its own alarm. */
export const RULE_CONDITIONS = ['upper', 'lower', 'change', 'deviation', 'no_data_s'] as const;

/** Earlier versions stored rules without the fields that have a default. */
export const alarmRuleInputSchema = channelRefSchema
  .extend({
    family: familySchema.meta({
      field: { label: 'Connection', choices: { usb: 'This computer', gateway: 'Gateway', computed: 'Computed' } },
    }),
    serial: name.nullable().meta({
      description: 'Serial number of the device. Null: the rule watches the channel of every device, or of `group`.',
      field: { label: 'Serial number', help: 'As printed on the device, such as E24638.', mono: true },
    }),
    group: groupText.default('').meta({
      description: 'Of a rule with `serial` null: only devices of this group. Empty: every device of `family`.',
      field: { label: 'Group', trim: true },
    }),
    channel: name.meta({ field: { label: 'Channel', mono: true } }),
    enabled: z.boolean().default(true),
    severity: alarmSeveritySchema.default('warning').meta({
      description: 'Urgency of the alarm. Notification destinations can filter by it.',
      field: { label: 'Severity', choices: SEVERITY_NAMES },
    }),
    message: z
      .string({ error: 'must be a string' })
      .max(MAX_MESSAGE, { error: `must have at most ${MAX_MESSAGE} characters` })
      .default('')
      .meta({
        description: 'For example, what to do. Shown with the alarm and sent with its notifications.',
        field: {
          label: 'Message',
          help: 'For example, what to do. Shown with the alarm and sent with its notifications. At most 500 characters.',
          placeholder: 'None',
          trim: true,
        },
      }),
    upper: limit.meta({
      description: "Upper limit, in the channel's API unit. A reading above it raises an alarm.",
      field: { label: 'Upper limit', placeholder: 'No limit', affects: 'lower' },
    }),
    lower: limit.meta({
      description: 'Lower limit, in the same unit. A reading below it raises an alarm.',
      field: { label: 'Lower limit', placeholder: 'No limit', affects: 'upper' },
    }),
    hysteresis: z
      .number()
      .min(0, { error: 'must not be negative' })
      .default(0)
      .meta({
        description: 'How far a reading must return inside the limit before the alarm clears.',
        field: {
          label: 'Hysteresis',
          help: 'Distance inside the limit at which the alarm clears. Prevents repeated alarms while the value is near the limit.',
        },
      }),
    delay_s: z
      .number()
      .min(0, { error: 'must not be negative' })
      .max(DAY_S, { error: 'must be at most 86400 s (1 day)' })
      .default(0)
      .meta({
        description: 'How long all readings must be beyond the limit before the alarm is raised, in seconds.',
        field: {
          label: 'Delay',
          help: 'Time beyond the limit before an alarm is raised, such as 30 s or 5 min. At most 24 h.',
        },
      }),
    change: difference.meta({
      description:
        'Difference between the highest and the lowest reading of `change_s` above which an alarm is raised, in the same unit.',
      field: {
        label: 'Change',
        help: 'An alarm is raised if the highest and the lowest reading within the given time differ by more than this. Empty disables it.',
        placeholder: 'Disabled',
      },
    }),
    change_s: z
      .number()
      .min(1, { error: 'must be at least 1 s' })
      .max(DAY_S, { error: 'must be at most 86400 s (1 day)' })
      .default(600)
      .meta({
        description: 'Time over which the change is measured, in seconds.',
        field: { label: 'Within', help: 'Time over which the change is measured, 1 s to 24 h, such as 10 min.' },
      }),
    deviation: difference.meta({
      description:
        'Difference from the newest reading of `reference` above which an alarm is raised, in the same unit.',
      field: {
        label: 'Deviation',
        help: 'An alarm is raised if the reading differs by more than this from that of another channel, up or down. Empty disables it.',
        placeholder: 'Disabled',
      },
    }),
    reference: channelRefSchema
      .nullable()
      .default(null)
      .meta({
        description: 'Channel that `deviation` compares with; it must have the same unit. Null: none.',
        example: { family: 'computed', serial: 'c01b2c3d4', channel: 'value' },
        field: { label: 'Compare with', help: 'Channel with the same unit.' },
      }),
    no_data_s: z
      .number()
      .min(1, { error: 'must be at least 1 s' })
      .max(30 * DAY_S, { error: 'must be at most 2592000 s (30 days)' })
      .nullable()
      .default(null)
      .meta({
        description:
          'Time without a valid reading before the alarm is raised, in seconds. It also runs while the device is disconnected.',
        field: {
          label: 'Time without data',
          help: 'Time without a valid reading before the alarm is raised, also while the device is disconnected. 1 s to 30 days, such as 10 min. Empty disables it.',
          placeholder: 'Disabled',
        },
      }),
    watch_days: list(z.enum(WEEKDAYS, { error: 'must be mon, tue, wed, thu, fri, sat or sun' }), WEEKDAYS.length)
      .refine((days) => new Set(days).size === days.length, { message: 'must not list a day twice' })
      .default([])
      .meta({
        description: 'Days on which its watch times start. Empty: it always watches.',
        field: {
          label: 'Watch times start on',
          help: 'Outside its watch times, a rule raises no alarms and its alarms are cleared. Times are in the time zone of the computer that runs Mensura. No days: it always watches.',
        },
      }),
    watch_from: timeOfDay('08:00').meta({
      description: 'Start of the watch times, in the time zone of the computer.',
      field: { label: 'Watch from', trim: true },
    }),
    watch_to: timeOfDay('18:00').meta({
      description: 'Their end; on the next day if it is not after the start.',
      field: { label: 'Watch to', help: 'On the next day if it is not after the start.', trim: true },
    }),
  })
  .refine(({ serial, family }) => serial !== null || family !== 'computed', {
    message: 'must be the ID of a computed channel',
    path: ['serial'],
  })
  .refine(({ serial, group }) => serial === null || group === '', {
    message: 'must be empty unless serial is null',
    path: ['group'],
  })
  .refine((rule) => RULE_CONDITIONS.some((field) => rule[field] !== null), {
    message: 'set an upper limit, a lower limit, a change, a deviation or a time without data',
    path: ['upper'],
  })
  .refine(({ upper, lower }) => upper === null || lower === null || lower < upper, {
    message: 'must be above the lower limit',
    path: ['upper'],
  })
  .refine(
    ({ upper, lower, hysteresis }) => upper === null || lower === null || lower >= upper || hysteresis < upper - lower,
    { message: 'must be less than the distance between the limits', path: ['hysteresis'] },
  )
  .refine(({ change, hysteresis }) => change === null || change <= 0 || hysteresis < change, {
    message: 'must be less than the change',
    path: ['hysteresis'],
  })
  .refine(({ deviation, hysteresis }) => deviation === null || deviation <= 0 || hysteresis < deviation, {
    message: 'must be less than the deviation',
    path: ['hysteresis'],
  })
  .refine(({ deviation, reference }) => (deviation === null) === (reference === null), {
    message: 'set both a deviation and the channel to compare with, or neither',
    path: ['reference'],
  })
  .refine(
    (rule) => rule.reference === null || !isRuleOfChannel(rule) || channelPath(rule.reference) !== channelPath(rule),
    {
      message: 'must be another channel',
      path: ['reference'],
    },
  )
  .meta({ id: 'AlarmRuleInput' });
export type AlarmRuleInput = z.infer<typeof alarmRuleInputSchema>;

export const ruleIdSchema = z.string().meta({ description: 'Assigned by the service.', example: 'a01b2c3d4' });

/** Longest snooze, in seconds: 30 days. */
export const MAX_SNOOZE_S = 30 * DAY_S;

const snoozedBy = z
  .string({ error: 'must be a string' })
  .max(100, { error: 'must have at most 100 characters' })
  .regex(/^\P{Cc}*$/u, { message: 'must not contain control characters' })
  .default('');

const snoozeReason = z
  .string({ error: 'must be a string' })
  .max(500, { error: 'must have at most 500 characters' })
  .default('');

export const ruleSnoozeInputSchema = z
  .strictObject({
    duration_s: z
      .number()
      .min(1, { error: 'must be at least 1 s' })
      .max(MAX_SNOOZE_S, { error: 'must be at most 2592000 s (30 days)' })
      .meta({
        description: 'How long the rule is snoozed, in seconds.',
        field: { label: 'Duration', help: '1 s to 30 days, such as 30 min or 2 h.', placeholder: '30 min' },
      }),
    reason: snoozeReason.meta({
      description: 'For example, the cause. At most 500 characters.',
      field: { label: 'Reason', placeholder: 'None', trim: true },
    }),
    by: snoozedBy.meta({
      description: 'Name of the person who snoozes the rule. At most 100 characters.',
      field: { label: 'Name', placeholder: 'None', trim: true },
    }),
  })
  .meta({ id: 'RuleSnoozeInput' });
export type RuleSnoozeInput = z.infer<typeof ruleSnoozeInputSchema>;

/** A snoozed rule raises no alarms. */
export const ruleSnoozeSchema = z
  .strictObject({
    until: timestampSchema.meta({ description: 'When the rule watches again.' }),
    reason: snoozeReason,
    by: snoozedBy,
  })
  .meta({ id: 'RuleSnooze' });
export type RuleSnooze = z.infer<typeof ruleSnoozeSchema>;

export const alarmRuleSchema = z
  .strictObject({
    id: ruleIdSchema,
    rule: alarmRuleInputSchema,
    snoozed: ruleSnoozeSchema.nullable().meta({ description: 'Null: it is not snoozed.' }),
    watching: z.boolean().meta({
      description: 'Whether it raises alarms now: it is enabled, not snoozed, and in its watch times.',
    }),
  })
  .meta({ id: 'AlarmRule' });
export type AlarmRule = z.infer<typeof alarmRuleSchema>;

/** A rule in a backup. */
export const storedAlarmRuleSchema = alarmRuleSchema.pick({ id: true, rule: true }).meta({ id: 'StoredAlarmRule' });
export type StoredAlarmRule = z.infer<typeof storedAlarmRuleSchema>;

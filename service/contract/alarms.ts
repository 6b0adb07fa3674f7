/**
 * Wire types of alarms, `/app/v1/alarms`. States follow ISA-18.2: an alarm is listed until it is cleared and
 * acknowledged.
 */
import * as z from 'zod';
import { familySchema, timestampSchema } from './devices.ts';
import { channelRefSchema } from './history.ts';

/** Maximum rules of an installation. */
export const MAX_ALARM_RULES = 1000;

/**
 * Raised again less than this after it cleared, an alarm continues; raised three times within this, it flaps, until its
 * condition has been over for as long. In milliseconds (docs/alarms.md#flapping).
 */
export const FLAP_WINDOW_MS = 300_000;

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

/** Maximum length of the name and the comment of an acknowledgment, in characters. */
export const MAX_ACKNOWLEDGED_BY = 100;
export const MAX_ACKNOWLEDGMENT_COMMENT = 500;

/** The conditions of a channel. At least one of `upper`, `lower` and `no_data_s` is set. */
export const alarmRuleInputSchema = channelRefSchema
  .extend({
    family: familySchema.meta({
      field: { label: 'Connection', choices: { usb: 'This computer', gateway: 'Gateway', computed: 'Computed' } },
    }),
    serial: name.meta({
      field: { label: 'Serial number', help: 'As printed on the device, such as E24638.', mono: true },
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
  })
  .refine(({ upper, lower, no_data_s }) => upper !== null || lower !== null || no_data_s !== null, {
    message: 'set an upper limit, a lower limit or a time without data',
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
  .meta({ id: 'AlarmRuleInput' });
export type AlarmRuleInput = z.infer<typeof alarmRuleInputSchema>;

const ruleId = z.string().meta({ description: 'Assigned by the service.', example: 'a01b2c3d4' });

export const alarmRuleSchema = z.strictObject({ id: ruleId, rule: alarmRuleInputSchema }).meta({ id: 'AlarmRule' });
export type AlarmRule = z.infer<typeof alarmRuleSchema>;

export const alarmKindSchema = z.enum(['above', 'below', 'no-data']).meta({ id: 'AlarmKind' });
export type AlarmKind = z.infer<typeof alarmKindSchema>;

/** Who acknowledges an alarm, and why; each is empty by default. */
export const alarmAcknowledgmentSchema = z
  .strictObject({
    by: z
      .string()
      .max(MAX_ACKNOWLEDGED_BY, { error: `must have at most ${MAX_ACKNOWLEDGED_BY} characters` })
      .regex(/^\P{Cc}*$/u, { message: 'must not contain control characters' })
      .default('')
      .meta({ description: 'Name of the person who acknowledges the alarm. At most 100 characters.' }),
    comment: z
      .string()
      .max(MAX_ACKNOWLEDGMENT_COMMENT, { error: `must have at most ${MAX_ACKNOWLEDGMENT_COMMENT} characters` })
      .default('')
      .meta({ description: 'For example, what was done. At most 500 characters.' }),
  })
  .meta({ id: 'AlarmAcknowledgment' });
export type AlarmAcknowledgment = z.infer<typeof alarmAcknowledgmentSchema>;

/**
 * One alarm, from the exceeded limit until it is cleared and acknowledged. Earlier versions stored alarms without the
 * fields that have a default.
 */
export const alarmSchema = channelRefSchema
  .extend({
    id: z.string().meta({ description: 'Never reused.', example: '01b2c3d4-5' }),
    rule: ruleId,
    kind: alarmKindSchema,
    severity: alarmSeveritySchema.default('warning'),
    message: z.string().default('').meta({ description: 'Message of the rule.' }),
    limit: z.number().nullable().meta({ description: 'The exceeded limit; null for `no-data`.' }),
    magnitude: z.number().nullable().meta({ description: 'The reading that raised the alarm; null for `no-data`.' }),
    peak: z.number().nullable().meta({ description: 'The reading furthest beyond the limit; null for `no-data`.' }),
    unit: z.string(),
    since: timestampSchema.meta({ description: 'When the alarm was first raised.' }),
    ended: timestampSchema.nullable().meta({ description: 'When the alarm last cleared; null while active.' }),
    count: z.int().min(1).default(1).meta({ description: 'How many times it was raised since then, at least 1.' }),
    flapping: z.boolean().default(false).meta({
      description: 'Raised three times within 5 min. The alarm is active until its condition has been over for 5 min.',
    }),
    acknowledged: timestampSchema.nullable(),
    acknowledged_by: z.string().default('').meta({ description: 'Who acknowledged it; empty if not given.' }),
    acknowledgment_comment: z
      .string()
      .default('')
      .meta({ description: 'Comment on the acknowledgment; empty if not given.' }),
  })
  .meta({ id: 'Alarm' });
export type Alarm = z.infer<typeof alarmSchema>;

export const alarmsSchema = z
  .strictObject({
    rules: z.array(alarmRuleSchema).meta({ description: 'In the order they were added.' }),
    alarms: z.array(alarmSchema).meta({
      description: 'Active alarms, and cleared alarms that are not acknowledged. Newest first.',
    }),
  })
  .meta({ id: 'Alarms' });
export type Alarms = z.infer<typeof alarmsSchema>;

/** Past and active alarms, whether acknowledged or not. */
export const alarmLogSchema = z
  .strictObject({ alarms: z.array(alarmSchema).meta({ description: 'Newest first.' }) })
  .meta({ id: 'AlarmLog' });
export type AlarmLog = z.infer<typeof alarmLogSchema>;

/**
 * Wire types of alarms, `/app/v1/alarms`. States follow ISA-18.2: an alarm is listed until it is cleared and
 * acknowledged.
 */
import * as z from 'zod';
import { alarmRuleSchema, alarmSeveritySchema, ruleIdSchema } from './alarm-rules.ts';
import { timestampSchema } from './devices.ts';
import { channelRefSchema } from './history.ts';

/**
 * Raised again less than this after it cleared, an alarm continues; raised three times within this, it flaps, until its
 * condition has been over for as long. In milliseconds (docs/alarms.md#flapping).
 */
export const FLAP_WINDOW_MS = 300_000;

/** Maximum length of the name and the comment of an acknowledgment, in characters. */
export const MAX_ACKNOWLEDGED_BY = 100;
export const MAX_ACKNOWLEDGMENT_COMMENT = 500;

export const alarmKindSchema = z.enum(['above', 'below', 'change', 'deviation', 'no-data']).meta({ id: 'AlarmKind' });
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
    rule: ruleIdSchema,
    kind: alarmKindSchema,
    severity: alarmSeveritySchema.default('warning'),
    message: z.string().default('').meta({ description: 'Message of the rule.' }),
    limit: z.number().nullable().meta({ description: 'The exceeded limit; null for `no-data`.' }),
    magnitude: z.number().nullable().meta({
      description:
        'The reading that raised the alarm; for `change` and `deviation` the signed difference, null for `no-data`.',
    }),
    peak: z
      .number()
      .nullable()
      .meta({ description: 'The reading or difference furthest beyond the limit; null for `no-data`.' }),
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

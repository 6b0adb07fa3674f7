/** The wire types of alarms: `/app/v1/alarms`. States follow ISA-18.2: an alarm stays until it is over and was seen. */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';
import { channelRefSchema } from './history.ts';

/** The most rules of an installation. */
export const MAX_ALARM_RULES = 1000;

const DAY_S = 86_400;

/** The longest serial number or channel name that a rule can be for, in characters. */
const MAX_NAME = 255;

const name = z
  .string()
  .min(1, { error: 'must not be empty' })
  .max(MAX_NAME, {
    error: `has at most ${MAX_NAME} characters`,
  });

const limit = z.number().nullable().default(null);

/** What a channel is watched for. At least one of `upper`, `lower` and `no_data_s` is set. */
export const alarmRuleInputSchema = channelRefSchema
  .extend({
    serial: name,
    channel: name,
    enabled: z.boolean().default(true),
    upper: limit.meta({ description: "Above this it is an alarm; in the contract's unit of the channel." }),
    lower: limit.meta({ description: 'Below this it is an alarm.' }),
    hysteresis: z.number().min(0, { error: 'must not be negative' }).default(0).meta({
      description: 'How far back inside the limit a reading must come for the alarm to be over.',
    }),
    delay_s: z
      .number()
      .min(0, { error: 'must not be negative' })
      .max(DAY_S, { error: 'is a day at most: 86400 seconds' })
      .default(0)
      .meta({
        description: 'How long readings must lie beyond the limit, without one inside, before it is an alarm.',
      }),
    no_data_s: z
      .number()
      .min(1, { error: 'is a second at least' })
      .max(30 * DAY_S, { error: 'is 30 days at most: 2592000 seconds' })
      .nullable()
      .default(null)
      .meta({
        description: 'Without a valid reading for so long it is an alarm. Also while the device is away.',
      }),
  })
  .refine(({ upper, lower, no_data_s }) => upper !== null || lower !== null || no_data_s !== null, {
    message: 'give an upper limit, a lower limit, or a time without data',
    path: ['upper'],
  })
  .refine(({ upper, lower }) => upper === null || lower === null || lower < upper, {
    message: 'must be above the lower limit',
    path: ['upper'],
  })
  .refine(
    ({ upper, lower, hysteresis }) => upper === null || lower === null || lower >= upper || hysteresis < upper - lower,
    { message: 'must be less than what lies between the limits', path: ['hysteresis'] },
  )
  .meta({ id: 'AlarmRuleInput' });
export type AlarmRuleInput = z.infer<typeof alarmRuleInputSchema>;

const ruleId = z.string().meta({ description: 'Given by the service.', example: 'a01b2c3d4' });

export const alarmRuleSchema = z.strictObject({ id: ruleId, rule: alarmRuleInputSchema }).meta({ id: 'AlarmRule' });
export interface AlarmRule {
  id: string;
  rule: AlarmRuleInput;
}

export const alarmKindSchema = z.enum(['above', 'below', 'no-data']).meta({ id: 'AlarmKind' });
export type AlarmKind = z.infer<typeof alarmKindSchema>;

/** One alarm: from the moment that a limit was passed until it is over and acknowledged. */
export const alarmSchema = channelRefSchema
  .extend({
    id: z.string().meta({ description: 'Unique for ever.', example: '01b2c3d4-5' }),
    rule: ruleId,
    kind: alarmKindSchema,
    limit: z.number().nullable().meta({ description: 'The limit that was passed; null for `no-data`.' }),
    magnitude: z.number().nullable().meta({ description: 'The reading that made it an alarm; null for `no-data`.' }),
    peak: z.number().nullable().meta({ description: 'The reading furthest beyond the limit; null for `no-data`.' }),
    unit: z.string(),
    since: timestampSchema,
    ended: timestampSchema.nullable().meta({ description: 'Null while it is active.' }),
    acknowledged: timestampSchema.nullable(),
  })
  .meta({ id: 'Alarm' });
export type Alarm = z.infer<typeof alarmSchema>;

export const alarmsSchema = z
  .strictObject({
    rules: z.array(alarmRuleSchema).meta({ description: 'In the order they were added.' }),
    alarms: z.array(alarmSchema).meta({
      description: 'The active ones, and those that are over but not acknowledged. Newest first.',
    }),
  })
  .meta({ id: 'Alarms' });
export interface Alarms {
  rules: AlarmRule[];
  alarms: Alarm[];
}

/** What was: alarms that are over and acknowledged, and those that are not. */
export const alarmLogSchema = z
  .strictObject({ alarms: z.array(alarmSchema).meta({ description: 'Newest first.' }) })
  .meta({ id: 'AlarmLog' });
export type AlarmLog = z.infer<typeof alarmLogSchema>;

/** An alarm that came, changed, or left the list (`alarm` null). */
export const alarmEventSchema = z
  .strictObject({ id: z.string(), alarm: alarmSchema.nullable() })
  .meta({ id: 'AlarmEvent' });
export type AlarmEvent = z.infer<typeof alarmEventSchema>;

/** A rule that came, changed, or went (`rule` null). */
export const alarmRuleEventSchema = z
  .strictObject({ id: z.string(), rule: alarmRuleInputSchema.nullable() })
  .meta({ id: 'AlarmRuleEvent' });
export interface AlarmRuleEvent {
  id: string;
  rule: AlarmRuleInput | null;
}

/** Which alarms of the alarm history are listed. */
import * as z from 'zod';
import { ALARM_SEVERITIES, alarmSeveritySchema } from './alarm-rules.ts';
import type { Alarm } from './alarms.ts';
import { deviceKey, deviceKeySchema } from './device-key.ts';
import { type ChannelRef, channelPath } from './history.ts';

/** Maximum length of the rule's ID and of the text, in characters. */
export const MAX_ALARM_FILTER_TEXT = 200;

const textSchema = z
  .string()
  .max(MAX_ALARM_FILTER_TEXT, { error: `must have at most ${MAX_ALARM_FILTER_TEXT} characters` });

/** States to filter by. An alarm has two of them: active or cleared, and acknowledged or not. */
export const ALARM_FILTER_STATES = ['active', 'cleared', 'acknowledged', 'unacknowledged'] as const;
export type AlarmFilterState = (typeof ALARM_FILTER_STATES)[number];

/** All conditions apply; an omitted one does not. */
export const alarmFilterSchema = z.strictObject({
  min_severity: alarmSeveritySchema.optional(),
  device: deviceKeySchema.optional(),
  rule: textSchema.optional(),
  state: z.enum(ALARM_FILTER_STATES, { error: `must be one of ${ALARM_FILTER_STATES.join(', ')}` }).optional(),
  /** Words, each of which is in a text of the alarm, in any case. */
  text: textSchema.optional(),
});
export type AlarmFilter = z.infer<typeof alarmFilterSchema>;

/** A part of the alarm history, newest first. Of several alarms that began at one time, the highest ID comes first. */
export interface AlarmLogQuery {
  /** Alarms that began in [from, to), in milliseconds since 1970. */
  from: number;
  to: number;
  /** Only alarms that were still active at this time, in milliseconds since 1970; default: all. */
  activeFrom?: number | undefined;
  /** Only alarms of these channels; default: of all. */
  channels?: readonly ChannelRef[] | undefined;
  /** Only alarms listed after this one. */
  after?: Pick<Alarm, 'id' | 'since'> | undefined;
  /** Maximum number of alarms. */
  limit: number;
  /** Default: all. */
  filter?: AlarmFilter | undefined;
}

/** Alarms of a query that were found so far. */
export interface AlarmLogPart {
  alarms: Alarm[];
  /** The query continues after this alarm; null: these are all. */
  next: NonNullable<AlarmLogQuery['after']> | null;
}

const STATES: Readonly<Record<AlarmFilterState, (alarm: Alarm) => boolean>> = {
  active: ({ ended }) => ended === null,
  cleared: ({ ended }) => ended !== null,
  acknowledged: ({ acknowledged }) => acknowledged !== null,
  unacknowledged: ({ acknowledged }) => acknowledged === null,
};

/** @returns whether an alarm meets the conditions of a query, besides its times */
export function alarmQueryMatcher({ filter = {}, channels }: AlarmLogQuery): (alarm: Alarm) => boolean {
  const matches = alarmMatcher(filter);
  const paths = channels && new Set(channels.map(channelPath));
  return (alarm) => (paths?.has(channelPath(alarm)) ?? true) && matches(alarm);
}

/** @returns whether an alarm meets all conditions */
export function alarmMatcher({ min_severity, device, rule, state, text }: AlarmFilter): (alarm: Alarm) => boolean {
  const lowest = min_severity ? ALARM_SEVERITIES.indexOf(min_severity) : 0;
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return (alarm) =>
    ALARM_SEVERITIES.indexOf(alarm.severity) >= lowest &&
    (device === undefined || deviceKey(alarm) === device) &&
    (rule === undefined || alarm.rule === rule) &&
    (state === undefined || STATES[state](alarm)) &&
    (words.length === 0 || hasWords(alarm, words));
}

function hasWords(alarm: Alarm, words: readonly string[]): boolean {
  const { serial, channel, kind, message, acknowledged_by, acknowledgment_comment } = alarm;
  const texts = [serial, channel, kind, message, acknowledged_by, acknowledgment_comment].join('\n').toLowerCase();
  return words.every((word) => texts.includes(word));
}

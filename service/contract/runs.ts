/** Wire types of runs, `/app/v1/runs`: named ranges of the history of some channels (docs/runs.md). */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';
import { channelPath, channelRefSchema, channelStatisticsSchema } from './history.ts';
import { MAX_HISTORY_CHANNELS } from './history-widths.ts';

/** Maximum runs of an installation, active ones included. */
export const MAX_RUNS = 10_000;

/** Maximum runs that are active at a time. */
export const MAX_ACTIVE_RUNS = 20;

/** Maximum runs of one list. */
export const MAX_LISTED_RUNS = 1000;

/** Maximum attachments of a run. */
export const MAX_RUN_ATTACHMENTS = 10;

/** Maximum length of an attachment, in characters. */
export const MAX_ATTACHMENT_LENGTH = 50_000;

/** Longest time of readings before the start, in seconds. */
export const MAX_PRE_TRIGGER_S = 3600;

/** Longest run with a planned end, in seconds: 366 days. */
export const MAX_RUN_S = 366 * 86_400;

/** Text on one line; spaces at its ends are removed. */
function line(max: number) {
  return z
    .string({ error: 'must be a string' })
    .trim()
    .max(max, { error: `must have at most ${max} characters` })
    .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' });
}

const limit = z.number().nullable().default(null);

export const runChannelSchema = channelRefSchema
  .extend({
    low: limit.meta({ description: "Lower limit, in the channel's API unit; null: none." }),
    high: limit.meta({ description: 'Upper limit, in the same unit; null: none.' }),
  })
  .refine(({ low, high }) => low === null || high === null || low < high, {
    message: 'must be above low',
    path: ['high'],
  })
  .meta({ id: 'RunChannel' });
export type RunChannel = z.infer<typeof runChannelSchema>;

/** Fields of a run that the user can change at any time. */
export const runFields = {
  name: line(100)
    .min(1, { error: 'must not be empty' })
    .meta({
      description: 'Name of the run.',
      example: 'Batch 12',
      field: { label: 'Name', placeholder: 'Batch 12' },
    }),
  channels: z
    .array(runChannelSchema, { error: 'must be an array' })
    .min(1, { error: 'must list a channel' })
    .max(MAX_HISTORY_CHANNELS, { error: `must list at most ${MAX_HISTORY_CHANNELS} channels` })
    .refine((channels) => new Set(channels.map(channelPath)).size === channels.length, {
      message: 'must not list a channel twice',
    })
    .meta({
      description: 'The channels, each with the limits of the statistic `outside_ms`.',
      field: { label: 'Channels' },
    }),
  operator: line(100)
    .default('')
    .meta({
      description: 'Who is responsible for the run.',
      field: { label: 'Operator', flag: '--operator <name>', flagHelp: 'name of the operator' },
    }),
  notes: z
    .string({ error: 'must be a string' })
    .max(10_000, { error: 'must have at most 10000 characters' })
    .default('')
    .meta({
      description: 'Free text, with line breaks.',
      field: { label: 'Notes', flag: '--notes <text>', flagHelp: 'free text' },
    }),
  tags: z
    .array(line(40).min(1, { error: 'must not be empty' }), { error: 'must be an array' })
    .max(20, { error: 'must list at most 20 tags' })
    .refine((tags) => new Set(tags).size === tags.length, { message: 'must not list a tag twice' })
    .default([])
    .meta({
      description: 'Words by which runs are found.',
      example: ['cold room'],
      field: { label: 'Tags', help: 'Separated by commas.' },
    }),
};

/** What the user can change of a run at any time. */
export const runInputSchema = z.strictObject(runFields).meta({ id: 'RunInput' });
export type RunInput = z.infer<typeof runInputSchema>;

const inputTime = z.iso
  .datetime({ offset: true, error: 'must be a timestamp such as 2026-11-20T14:45:12.318Z' })
  .refine((text) => Date.parse(text) >= 0, { message: 'must not be before 1970' });

/** A range of stored readings. */
export const runRangeSchema = z
  .strictObject({
    from: inputTime.meta({ description: 'Start of the range.' }),
    to: inputTime.meta({ description: 'End of the range, exclusive.' }),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { message: 'must be after from', path: ['to'] })
  .meta({ id: 'RunRange' });
export type RunRange = z.infer<typeof runRangeSchema>;

/** When the readings of a run that starts now begin and end. */
export const runStartFields = {
  pre_trigger_s: z
    .number()
    .min(0, { error: 'must not be negative' })
    .max(MAX_PRE_TRIGGER_S, { error: `must be at most ${MAX_PRE_TRIGGER_S} s (1 h)` })
    .default(0)
    .meta({
      description: 'Stored readings before the start that belong to the run, in seconds.',
      field: {
        label: 'Readings before the start',
        help: 'Up to 1 h of stored readings before the start, such as 30 s.',
      },
    }),
  stop_after_s: z
    .number()
    .min(1, { error: 'must be at least 1 s' })
    .max(MAX_RUN_S, { error: `must be at most ${MAX_RUN_S} s (366 days)` })
    .nullable()
    .default(null)
    .meta({
      description: 'Time after which the run stops, in seconds; null: no planned end.',
      field: {
        label: 'Stop after',
        help: 'Such as 3 h. Empty: until you stop it. At most 366 days.',
        placeholder: 'Until stopped',
      },
    }),
};

/** A run to start now, or with `range` one of stored readings. */
export const runStartSchema = z
  .strictObject({
    ...runFields,
    ...runStartFields,
    range: runRangeSchema.nullable().default(null).meta({
      description: 'Null: the run starts now. Otherwise it is a finished run of this past range.',
    }),
  })
  .refine(({ range, pre_trigger_s, stop_after_s }) => !range || (pre_trigger_s === 0 && stop_after_s === null), {
    message: 'must not be combined with pre_trigger_s and stop_after_s',
    path: ['range'],
  })
  .meta({ id: 'RunStart' });
export type RunStart = z.infer<typeof runStartSchema>;

export const runSchema = z
  .strictObject({
    id: z.int().meta({ description: 'Assigned by the service.', example: 1 }),
    ...runFields,
    from: timestampSchema.meta({ description: 'Start of its readings, including those before `started`.' }),
    to: timestampSchema.nullable().meta({ description: 'End of its readings, exclusive; null while it is active.' }),
    started: timestampSchema.meta({
      description: 'When it was started; of a past range: its start. Durations count from here.',
    }),
    stop_at: timestampSchema.nullable().meta({ description: 'Planned end of an active run; null: none.' }),
    plan: z.string().nullable().meta({ description: 'ID of the automatic run that started it; null: none.' }),
    attachments: z
      .array(
        z.strictObject({
          name: z.string(),
          length: z.int().meta({ description: 'Length of the text, in characters.' }),
        }),
      )
      .meta({ description: 'Attached texts, in the order they were added.' }),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof runSchema>;

export const runsSchema = z
  .strictObject({
    runs: z.array(runSchema).meta({ description: 'Newest first, by their start.' }),
    total: z.int().meta({ description: 'Runs that match, with those of other pages.' }),
  })
  .meta({ id: 'Runs' });
export type Runs = z.infer<typeof runsSchema>;

/** Which runs to list. */
export interface RunQuery {
  /** Words that the name, the operator, a tag, the notes or a serial number contain, in any case; empty: all runs. */
  search: string;
  /** Number of matching runs to leave out, and maximum number to return. */
  offset: number;
  limit: number;
}

/** Name of an attachment: a file name without a folder. */
export const attachmentNameSchema = line(100)
  .min(1, { error: 'must not be empty' })
  .regex(/^[^/\\]+$/, { error: 'must not contain / or \\' });

export const attachmentInputSchema = z
  .strictObject({
    text: z
      .string({ error: 'must be a string' })
      .max(MAX_ATTACHMENT_LENGTH, { error: `must have at most ${MAX_ATTACHMENT_LENGTH} characters` }),
  })
  .meta({ id: 'RunAttachmentInput' });
export type AttachmentInput = z.infer<typeof attachmentInputSchema>;

export const runAttachmentSchema = z.strictObject({ name: z.string(), text: z.string() }).meta({ id: 'RunAttachment' });
export type RunAttachment = z.infer<typeof runAttachmentSchema>;

export const runChannelStatisticsSchema = channelStatisticsSchema
  .extend({
    low: z.number().nullable().meta({ description: 'The lower limit of the run.' }),
    high: z.number().nullable().meta({ description: 'The upper limit of the run.' }),
    outside_ms: z.number().nullable().meta({
      description:
        'Time outside the limits, in milliseconds: each valid reading counts until the next, gaps do not count. Null without limits or readings, or for the reason in `area_missing`.',
    }),
    mean_kinetic_temperature: z.number().nullable().meta({
      description:
        'Mean kinetic temperature in °C (activation energy 83.144 kJ/mol). Null for another quantity, without readings, or for the reason in `area_missing`.',
    }),
  })
  .meta({ id: 'RunChannelStatistics' });
export type RunChannelStatistics = z.infer<typeof runChannelStatisticsSchema>;

export const runStatisticsSchema = z
  .strictObject({
    from: timestampSchema,
    to: timestampSchema.meta({ description: 'Exclusive; for an active run, the time of the request.' }),
    bytes: z.int().meta({ description: 'Size of its stored data, in bytes. Retention does not delete it.' }),
    channels: z.array(runChannelStatisticsSchema).meta({ description: 'In the order of the run.' }),
  })
  .meta({ id: 'RunStatistics' });
export type RunStatistics = z.infer<typeof runStatisticsSchema>;

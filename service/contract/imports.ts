/** Files of readings that are imported into the history. */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';
import { channelPathSchema } from './history.ts';

/** Largest file, in bytes. */
export const MAX_IMPORT_BYTES = 256 * 2 ** 20;

/** Most readings of a file. */
export const MAX_IMPORT_READINGS = 5_000_000;

/** Most columns of a file, or channels of a file with a row for each reading. */
export const MAX_IMPORT_COLUMNS = 512;

/** Unreadable lines that a preview lists. */
export const LISTED_IMPORT_LINES = 20;

/** The name, without its folder; a daily CSV file has the serial number in it. */
export const importFileNameSchema = z.string().min(1).max(255).meta({ description: 'Name of the file.' });

export const importColumnInputSchema = z
  .strictObject({
    column: z.int().min(1).max(MAX_IMPORT_COLUMNS).meta({ description: 'Number of the column, from 1.' }),
    channel: channelPathSchema
      .nullable()
      .meta({ description: 'Channel that gets the readings, as `family/serial/channel`. Null: not imported.' }),
    unit: z
      .string()
      .max(32)
      .optional()
      .meta({ description: 'Unit of the column. Default: the unit in its heading; without one, that of the channel.' }),
  })
  .meta({ id: 'ImportColumnInput' });

/** How a file is read where it does not say so itself. */
export const importOptionsSchema = z
  .strictObject({
    time_zone: z.string().max(64).optional().meta({
      description: 'IANA time zone of local times. Default: that in the heading, otherwise that of the computer.',
    }),
    date_order: z
      .enum(['dmy', 'mdy'])
      .optional()
      .meta({ description: 'Order of dates such as 03/04/2026. Without it, such dates cannot be read.' }),
    device: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: 'Device of columns without a serial number, as `family/serial`.' }),
    columns: z
      .array(importColumnInputSchema)
      .max(MAX_IMPORT_COLUMNS)
      .default([])
      .meta({ description: 'Channels of columns that are not recognized, or that belong to another channel.' }),
  })
  .meta({ id: 'ImportOptions' });
export type ImportOptions = z.infer<typeof importOptionsSchema>;

const count = (description: string) => z.int().meta({ description });

export const importColumnSchema = z
  .strictObject({
    column: z.int().nullable().meta({ description: 'Number from 1; null in a file with a row for each reading.' }),
    heading: z.string(),
    channel: channelPathSchema.nullable().meta({ description: 'Null: not imported.' }),
    unit: z.string().meta({ description: 'Unit in the file.' }),
    target_unit: z.string().meta({ description: 'Unit of the channel, to which values are converted.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the column is not imported; null if it is, or need not be.' }),
    readings: count('Readings of the column, including sensor errors.'),
    first: timestampSchema.nullable(),
    last: timestampSchema.nullable(),
    new: count('Readings that are added.'),
    stored: count('Skipped readings: the channel has one at the same time.'),
    covered: count('Skipped readings: only aggregates of their hour are stored.'),
    expired: count(
      'Of the new readings, those of which only aggregates stay: older than what retention leaves of raw readings.',
    ),
  })
  .meta({ id: 'ImportColumn' });
export type ImportColumn = z.infer<typeof importColumnSchema>;

/** What stays known of an import. */
export const importSummarySchema = z
  .strictObject({
    file: z.string(),
    created: timestampSchema,
    columns: z.array(importColumnSchema),
  })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof importSummarySchema>;

export const importStateSchema = z.enum(['reading', 'ready', 'unreadable', 'applying', 'applied', 'undoing']).meta({
  id: 'ImportState',
  description: 'A file that is `ready` or `unreadable` is only a preview. Nothing of it is stored in the history.',
});
export type ImportState = z.infer<typeof importStateSchema>;

/** How the file was read. */
export const importFormatSchema = z
  .strictObject({
    kind: z.enum(['mensura', 'general']).meta({ description: 'A file of Mensura, or another one.' }),
    layout: z.enum(['moments', 'readings']),
    separator: z.enum(['comma', 'semicolon', 'tab']),
    decimal_mark: z.enum(['point', 'comma']),
    heading_line: z.int(),
    time_column: z.string().meta({ description: 'Heading of the time column, or of the date and time columns.' }),
    time_zone: z.string().nullable().meta({ description: 'Zone of local times; null if the times have their zone.' }),
  })
  .meta({ id: 'ImportFormat' });
export type ImportFormat = z.infer<typeof importFormatSchema>;

export const importLineSchema = z
  .strictObject({ line: z.int(), text: z.string(), reason: z.string() })
  .meta({ id: 'ImportLine' });
export type ImportLine = z.infer<typeof importLineSchema>;

export const importJobSchema = importSummarySchema
  .extend({
    id: z.string(),
    state: importStateSchema,
    progress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'Completed share of the work; null if no work is in progress.' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the file is unreadable, or the last import or undo failed.' }),
    can_undo: z.boolean(),
    bytes: z.int(),
    options: importOptionsSchema.nullable().meta({ description: 'Null for an import from before the last start.' }),
    format: importFormatSchema.nullable(),
    lines: count('Lines with readings.').nullable(),
    unreadable_lines: count('Lines that cannot be read.'),
    repeated: count('Skipped readings: the file has one at the same time further up.'),
    unreadable: z.array(importLineSchema).meta({ description: `The first ${LISTED_IMPORT_LINES} unreadable lines.` }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ImportJob' });
export type ImportJob = z.infer<typeof importJobSchema>;

export const importJobsSchema = z
  .strictObject({ imports: z.array(importJobSchema).meta({ description: 'Newest first.' }) })
  .meta({ id: 'ImportJobs' });
export type ImportJobs = z.infer<typeof importJobsSchema>;

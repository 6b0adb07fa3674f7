/** Wire types of exports, `/app/v1/export`, and of the daily CSV files. */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';

/** `csv` by RFC 4180; `jsonl` one JSON object per line; `parquet` for tables of any size. */
export const exportFormatSchema = z.enum(['csv', 'jsonl', 'parquet']).meta({ id: 'ExportFormat' });
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** `moments`: a row per sample set with a column per channel; `readings`: a row per reading. */
export const exportLayoutSchema = z.enum(['moments', 'readings']).meta({ id: 'ExportLayout' });

/**
 * `iso` 2026-11-20T14:45:12.318Z; `local` 2026-11-20 15:45:12.318, which every spreadsheet reads as a time, with the
 * decimal mark before the milliseconds; `serial` days since 1899-12-30 in local time, as spreadsheets count; `unix_ms`
 * milliseconds.
 */
export const timeFormatSchema = z.enum(['iso', 'local', 'serial', 'unix_ms']).meta({ id: 'TimeFormat' });
export type TimeFormat = z.infer<typeof timeFormatSchema>;

export const csvOptionsSchema = z
  .strictObject({
    separator: z.enum(['comma', 'semicolon', 'tab']).default('comma'),
    decimal_mark: z.enum(['point', 'comma']).default('point'),
    time: timeFormatSchema.default('iso'),
  })
  .refine(({ separator, decimal_mark }) => separator !== 'comma' || decimal_mark !== 'comma', {
    message: 'must not be a comma if the separator is a comma',
    path: ['decimal_mark'],
  })
  .meta({ id: 'CsvOptions' });
export type CsvOptions = z.infer<typeof csvOptionsSchema>;

/** Maximum rows of a spreadsheet: 2^20, one of them the heading. */
export const SPREADSHEET_ROWS = 1_048_575;

/** `preparing` before its first byte; `cancelled` by the user or by its reader. */
export const exportStateSchema = z
  .enum(['preparing', 'running', 'done', 'cancelled', 'failed'])
  .meta({ id: 'ExportState' });

/** A running or recent export. */
export const exportJobSchema = z
  .strictObject({
    id: z.string(),
    state: exportStateSchema,
    file: z.string().meta({ description: 'Suggested file name.' }),
    started: timestampSchema,
    rows: z.int().meta({ description: 'Rows written so far.' }),
    readings: z.int().meta({ description: 'Readings written so far.' }),
    readings_expected: z.int().nullable().meta({ description: 'Null while unknown.' }),
    bytes: z.int().meta({ description: 'Bytes sent so far.' }),
    error: z.string().nullable(),
  })
  .meta({ id: 'ExportJob' });
export type ExportJob = z.infer<typeof exportJobSchema>;

export const exportJobsSchema = z
  .strictObject({ exports: z.array(exportJobSchema).meta({ description: 'Newest first.' }) })
  .meta({ id: 'ExportJobs' });
export type ExportJobs = z.infer<typeof exportJobsSchema>;

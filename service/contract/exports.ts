/** Wire types of exports, `/app/v1/export`, and of the daily CSV files. */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';
import { type Field, fieldsOf } from './field.ts';

export interface ExportFormatInfo {
  /** In the window. */
  label: string;
  /** Of the file name, without its dot. */
  extension: string;
  contentType: string;
  /** Cannot be shown as text. */
  isBinary: boolean;
  /** Has the options of `csvOptionsSchema`, and can be split into files for spreadsheets. */
  isCsv: boolean;
  /** Has the option `decimals`; others have all. */
  hasDecimals: boolean;
}

/**
 * The file formats: `csv` by RFC 4180; `xlsx` a workbook by ECMA-376; `jsonl` one JSON object per line; `parquet` for tables of any size. The history
 * has a writer for each.
 */
export const EXPORT_FORMATS = {
  csv: {
    label: 'CSV, for spreadsheets',
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    isBinary: false,
    isCsv: true,
    hasDecimals: true,
  },
  xlsx: {
    label: 'XLSX, for Excel',
    extension: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isBinary: true,
    isCsv: false,
    hasDecimals: true,
  },
  jsonl: {
    label: 'JSON Lines, for programs',
    extension: 'jsonl',
    contentType: 'application/jsonl; charset=utf-8',
    isBinary: false,
    isCsv: false,
    hasDecimals: false,
  },
  parquet: {
    label: 'Parquet, for data analysis',
    extension: 'parquet',
    contentType: 'application/vnd.apache.parquet',
    isBinary: true,
    isCsv: false,
    hasDecimals: false,
  },
} as const satisfies Record<string, ExportFormatInfo>;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

const exportFormatSchema = z.enum(Object.keys(EXPORT_FORMATS) as ExportFormat[]).meta({ id: 'ExportFormat' });

/** `moments`: a row per sample set with a column per channel; `readings`: a row per reading. */
const exportLayoutSchema = z.enum(['moments', 'readings']).meta({ id: 'ExportLayout' });

/** Longest interval of a row, in seconds: a day. */
const MAX_INTERVAL_S = 86_400;

/** Seconds between two rows. */
export const rowIntervalSchema = z.number().min(0).max(MAX_INTERVAL_S);

/** The values of an interval, as they are offered. */
export const INTERVAL_VALUES = ['newest', 'mean', 'min', 'max', 'count'] as const;
export type IntervalValue = (typeof INTERVAL_VALUES)[number];

const INTERVAL_VALUE_RULE = `must be one of ${INTERVAL_VALUES.join(', ')}`;

/** The values of each interval, in the order of their columns. */
export const intervalValuesSchema = z
  .array(z.enum(INTERVAL_VALUES, { error: ({ input }) => `${INTERVAL_VALUE_RULE}, got ${JSON.stringify(input)}` }))
  .min(1, { error: 'must have at least one value' })
  .refine((values) => new Set(values).size === values.length, { message: 'must not list a value twice' });

/** In forms. */
export const INTERVAL_VALUE_LABELS: Readonly<Record<IntervalValue, string>> = {
  newest: 'Newest',
  mean: 'Mean',
  min: 'Minimum',
  max: 'Maximum',
  count: 'Count',
};

/** The choices of an export that every format has. */
export const exportChoiceSchema = z.strictObject({
  format: exportFormatSchema.default('csv').meta({
    description: 'File format.',
    field: {
      label: 'Format',
      choices: Object.fromEntries(Object.entries(EXPORT_FORMATS).map(([name, { label }]) => [name, label])),
      flag: '--format <format>',
    },
  }),
  layout: exportLayoutSchema.default('moments').meta({
    description: 'One row per sample set (moments) or per reading (readings).',
    field: {
      label: 'Rows',
      choices: { moments: 'One per timestamp', readings: 'One per reading' },
      flag: '--layout <layout>',
    },
  }),
  interval_s: rowIntervalSchema.default(0).meta({
    description: 'One row per interval of this many seconds, aligned to the local clock. 0: every reading.',
    field: {
      label: 'Interval',
      help: 'One row per interval, aligned to the local clock. Up to 86,400 s (1 day). 0: every reading.',
      unit: 's',
      flag: '--interval <time>',
      flagHelp: 'one row per interval, such as 60s or 1h, at most 1d (default: every reading)',
    },
  }),
  values: intervalValuesSchema.default(['mean']).meta({
    description: `With \`interval_s\`: values of each interval, comma-separated: ${INTERVAL_VALUES.map((value) => `\`${value}\``).join(', ')}.`,
    field: {
      label: 'Values of an interval',
      choices: INTERVAL_VALUE_LABELS,
      flag: '--values <values>',
      flagHelp: `with --interval: ${INTERVAL_VALUES.join(', ')}; separated by commas (default: mean)`,
    },
  }),
});

/**
 * `iso` 2026-11-20T14:45:12.318Z; `local` 2026-11-20 15:45:12.318, which every spreadsheet reads as a time, with the
 * decimal mark before the milliseconds; `serial` days since 1899-12-30 in local time, as spreadsheets count; `unix_ms`
 * milliseconds.
 */
const timeFormatSchema = z.enum(['iso', 'local', 'serial', 'unix_ms']).meta({ id: 'TimeFormat' });
export type TimeFormat = z.infer<typeof timeFormatSchema>;

export const csvOptionsSchema = z
  .strictObject({
    separator: z
      .enum(['comma', 'semicolon', 'tab'])
      .default('comma')
      .meta({
        description: 'Field separator of CSV files.',
        field: {
          label: 'Separator',
          choices: { comma: 'Comma (,)', semicolon: 'Semicolon (;)', tab: 'Tab' },
          affects: 'decimal_mark',
          flag: '--separator <sign>',
        },
      }),
    decimal_mark: z
      .enum(['point', 'comma'])
      .default('point')
      .meta({
        description: 'Decimal mark of CSV files.',
        field: {
          label: 'Decimal mark',
          choices: { point: 'Point (21.5)', comma: 'Comma (21,5)' },
          flag: '--decimal-mark <sign>',
        },
      }),
    time: timeFormatSchema.default('iso').meta({
      description: 'Time format of CSV files.',
      field: {
        label: 'Time format',
        help: 'Spreadsheets recognize local time as a date.',
        choices: {
          iso: 'UTC, ISO 8601 (2026-11-20T14:45:12.318Z)',
          local: 'Local time (2026-11-20 15:45:12.318)',
          serial: 'Spreadsheet date number (46346.656393)',
          unix_ms: 'Unix time in milliseconds',
        },
        flag: '--time <form>',
      },
    }),
    decimals: z
      .enum(['channel', 'all'])
      .default('channel')
      .meta({
        description: 'Decimals of values in CSV and XLSX files: as displayed for the channel, or all.',
        field: {
          label: 'Decimals',
          help: 'All decimals show more digits than a sensor resolves.',
          choices: { channel: 'As displayed (22.16)', all: 'All (22.158770122835122)' },
          flag: '--decimals <which>',
        },
      }),
  })
  .refine(({ separator, decimal_mark }) => separator !== 'comma' || decimal_mark !== 'comma', {
    message: 'must not be a comma if the separator is a comma',
    path: ['decimal_mark'],
  })
  .meta({ id: 'CsvOptions' });
export type CsvOptions = z.infer<typeof csvOptionsSchema>;

/** The choices of an export, of which the last need a format that is CSV. */
export const EXPORT_FIELDS: readonly Field[] = [...fieldsOf(exportChoiceSchema), ...fieldsOf(csvOptionsSchema)];

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

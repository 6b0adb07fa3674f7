/** Exports in the OpenAPI document. */
import { MAX_HISTORY_CHANNELS, SPREADSHEET_ROWS } from '../../contract/index.ts';
import {
  ATTACHMENT,
  EMPTY,
  jsonResponse,
  NO_BODY,
  operationsOf,
  type Parameter,
  type PathItem,
  refusal,
  WRONG,
} from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

const operation = operationsOf('History');

function parameter(name: string, description: string, schema: JsonSchema, required = false): Parameter {
  return { name, in: 'query', required, description, schema };
}

const MOMENT: JsonSchema = { type: 'string', example: '2026-11-20T00:00:00Z' };

const PARAMETERS: Parameter[] = [
  parameter(
    'channel',
    `\`family/serial/channel\`, each part percent-encoded; 1 to ${MAX_HISTORY_CHANNELS} times.`,
    { type: 'array', items: { type: 'string', example: 'usb/E24638/temperature' } },
    true,
  ),
  parameter('from', 'ISO 8601 with a zone, or milliseconds since 1970; left out: an hour before `to`.', MOMENT),
  parameter('to', 'Exclusive; left out: now.', MOMENT),
  parameter('format', 'Left out: `csv`.', schemaRef('ExportFormat')),
  parameter('layout', 'Left out: `moments`.', schemaRef('ExportLayout')),
  parameter('separator', 'Of CSV.', { type: 'string', enum: ['comma', 'semicolon', 'tab'], default: 'comma' }),
  parameter('decimal_mark', 'Of CSV.', { type: 'string', enum: ['point', 'comma'], default: 'point' }),
  parameter('time', 'Of CSV; left out: `iso`.', schemaRef('TimeFormat')),
  parameter('split_rows', 'Of CSV: rows of one file, its heading not counted. The answer is a ZIP of such files.', {
    type: 'integer',
    minimum: 1,
    maximum: SPREADSHEET_ROWS,
  }),
  parameter('id', 'The id to follow the export by; left out: the service gives it one.', { type: 'string' }),
  parameter('preview', 'For the first lines alone: the export is not logged, and not listed once it has ended.', {
    type: 'string',
    enum: ['true', 'false'],
    default: 'false',
  }),
];

const ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the export.',
  schema: { type: 'string', example: 'weekly-report' },
};

const UNKNOWN = refusal('There is no such export, or it ended more than ten minutes ago.');

const FILE: JsonSchema = { type: 'string', format: 'binary' };

const EXPORT: PathItem = {
  get: operation('export', 'What was measured, as a file', {
    description:
      'The file is made while it is sent, however large it is. One that breaks off ends its connection abnormally; `/app/v1/exports` has the reason.',
    parameters: PARAMETERS,
    answers: {
      '200': {
        description: 'The file, as an attachment with a name.',
        headers: ATTACHMENT,
        content: {
          'text/csv': { schema: FILE },
          'application/zip': { schema: FILE },
          'application/jsonl': { schema: FILE },
          'application/vnd.apache.parquet': { schema: FILE },
        },
      },
      '400': refusal('A parameter is wrong; `problems` names it.'),
      '409': refusal('The id is in use.'),
      '500': refusal('The history could not be read.'),
      '503': refusal('Three exports are running already.'),
    },
  }),
};

const EXPORTS: PathItem = {
  get: operation('exports', 'Exports that run, and those that ended lately', {
    answers: { '200': jsonResponse('The exports.', schemaRef('ExportJobs')) },
  }),
};

const ONE_EXPORT: PathItem = {
  get: operation('export-job', 'One export', {
    parameters: [ID],
    answers: { '200': jsonResponse('The export.', schemaRef('ExportJob')), '404': UNKNOWN },
  }),
  delete: operation('cancel-export', 'Cancel an export', {
    description: 'Whoever reads it sees the connection end abnormally. One that ended stays as it is.',
    parameters: [ID],
    body: NO_BODY,
    answers: { '200': jsonResponse('An empty object.', EMPTY), '400': WRONG, '404': UNKNOWN },
  }),
};

export function exportOperations(): Record<string, PathItem> {
  return { '/app/v1/export': EXPORT, '/app/v1/exports': EXPORTS, '/app/v1/exports/{id}': ONE_EXPORT };
}

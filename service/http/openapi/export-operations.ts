/** Exports in the OpenAPI document. */
import { MAX_HISTORY_CHANNELS, SPREADSHEET_ROWS } from '../../contract/index.ts';
import {
  ATTACHMENT,
  INVALID_BODY,
  NO_CONTENT,
  OPTIONAL_BODY,
  operationsOf,
  type Parameter,
  type PathItem,
  refusal,
  responseSpec,
} from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

const operation = operationsOf('History');

function parameter(name: string, description: string, schema: JsonSchema, required = false): Parameter {
  return { name, in: 'query', required, description, schema };
}

const TIMESTAMP: JsonSchema = { type: 'string', example: '2026-11-20T00:00:00Z' };

const PARAMETERS: Parameter[] = [
  parameter(
    'channel',
    `\`family/serial/channel\`, each part percent-encoded. Repeat it for up to ${MAX_HISTORY_CHANNELS} channels.`,
    { type: 'array', items: { type: 'string', example: 'usb/E24638/temperature' } },
    true,
  ),
  parameter(
    'from',
    'Start of the range. Default: 1 hour before `to`. ISO 8601 with a time zone, or milliseconds since 1970.',
    TIMESTAMP,
  ),
  parameter('to', 'End of the range, exclusive. Default: now.', TIMESTAMP),
  parameter('format', 'File format. Default: `csv`.', schemaRef('ExportFormat')),
  parameter('layout', 'Row layout. Default: `moments`.', schemaRef('ExportLayout')),
  parameter('separator', 'CSV only: field separator.', {
    type: 'string',
    enum: ['comma', 'semicolon', 'tab'],
    default: 'comma',
  }),
  parameter('decimal_mark', 'CSV only: decimal mark.', { type: 'string', enum: ['point', 'comma'], default: 'point' }),
  parameter('time', 'CSV only: time format. Default: `iso`.', schemaRef('TimeFormat')),
  parameter(
    'split_rows',
    'CSV only: maximum rows per file, without the heading. The response is a ZIP of these files.',
    {
      type: 'integer',
      minimum: 1,
      maximum: SPREADSHEET_ROWS,
    },
  ),
  parameter('id', 'Export ID, to follow the progress. Default: assigned by the service.', { type: 'string' }),
  parameter(
    'preview',
    'For reading only the first lines: the export is not logged, and not listed once it has ended.',
    {
      type: 'string',
      enum: ['true', 'false'],
      default: 'false',
    },
  ),
];

const ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Export ID.',
  schema: { type: 'string', example: 'weekly-report' },
};

const UNKNOWN = refusal('No such export, or it ended more than ten minutes ago.');

const FILE: JsonSchema = { type: 'string', format: 'binary' };

const EXPORT: PathItem = {
  get: operation('export', 'Export stored readings', {
    description:
      'The file is streamed while it is created, whatever its size. If the export fails, the connection is aborted; `/app/v1/exports` has the cause.',
    parameters: PARAMETERS,
    responses: {
      '200': {
        description: 'The file, as a named attachment.',
        headers: ATTACHMENT,
        content: {
          'text/csv': { schema: FILE },
          'application/zip': { schema: FILE },
          'application/jsonl': { schema: FILE },
          'application/vnd.apache.parquet': { schema: FILE },
        },
      },
      '400': refusal('A parameter is invalid. `errors` names it.'),
      '409': refusal('The ID is in use.'),
      '500': refusal('The history cannot be read.'),
      '503': refusal('Three exports are already running.'),
    },
  }),
};

const EXPORTS: PathItem = {
  get: operation('exports', 'List running and recent exports', {
    responses: { '200': responseSpec('The exports.', schemaRef('ExportJobs')) },
  }),
};

const ONE_EXPORT: PathItem = {
  get: operation('export-job', 'Get an export', {
    parameters: [ID],
    responses: { '200': responseSpec('The export.', schemaRef('ExportJob')), '404': UNKNOWN },
  }),
  delete: operation('cancel-export', 'Cancel an export', {
    description: 'Aborts the connection of the download. A finished export is not changed.',
    parameters: [ID],
    body: OPTIONAL_BODY,
    responses: { '200': responseSpec('An empty object.', NO_CONTENT), '400': INVALID_BODY, '404': UNKNOWN },
  }),
};

export function exportOperations(): Record<string, PathItem> {
  return { '/app/v1/export': EXPORT, '/app/v1/exports': EXPORTS, '/app/v1/exports/{id}': ONE_EXPORT };
}

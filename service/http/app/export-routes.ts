/** `/app/v1/export`: stored readings as a file; `/app/v1/exports`: progress of exports. */
import * as z from 'zod';
import {
  csvOptionsSchema,
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  exportChoiceSchema,
  type Field,
  SPREADSHEET_ROWS,
} from '../../contract/index.ts';
import { invalidFields } from '../../support/errors.ts';
import { ATTACHMENT, type Parameter, pathParameter, queryParameter } from '../openapi/operation.ts';
import { type JsonSchema, schemaRef } from '../openapi/schemas.ts';
import type { ExportRequest } from '../options.ts';
import { sendAttachment } from './attachment.ts';
import { operationsOf, type Route } from './route.ts';
import { CHANNELS, channelsOf, LAST_HOUR, parametersOf, parseTimeRange, wholeNumber } from './time-range-query.ts';

const EXPORTS = '/app/v1/exports';

function choiceParameter({
  path,
  description,
  id,
  kind,
  choices = {},
  min = 0,
  max = 0,
  default: usual,
}: Field): Parameter {
  if (kind === 'number') {
    return queryParameter(path, description, { type: 'number', minimum: min, maximum: max, default: usual });
  }
  if (kind === 'list') {
    const example = Object.keys(choices).slice(1).join(',');
    return queryParameter(path, description, { type: 'string', default: String(usual), example });
  }
  if (id) return queryParameter(path, `${description} Default: \`${String(usual)}\`.`, schemaRef(id));
  return queryParameter(path, description, { type: 'string', enum: Object.keys(choices), default: usual });
}

const PARAMETERS: readonly Parameter[] = [
  CHANNELS,
  ...LAST_HOUR,
  ...EXPORT_FIELDS.map(choiceParameter),
  queryParameter(
    'split_rows',
    'CSV only: maximum rows per file, without the heading. The response is a ZIP of these files.',
    { type: 'integer', minimum: 1, maximum: SPREADSHEET_ROWS },
  ),
  queryParameter('id', 'Export ID, to follow the progress. Default: assigned by the service.', { type: 'string' }),
  queryParameter(
    'preview',
    'For reading only the first lines: the export is not logged, and not listed once it has ended.',
    { type: 'string', enum: ['true', 'false'], default: 'false' },
  ),
];

const ID = pathParameter('id', 'Export ID.', { type: 'string', example: 'weekly-report' });

const callSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/, { message: 'must be 1 to 64 letters, digits, - or _' })
    .optional(),
  preview: z.enum(['true', 'false'], { message: 'must be true or false' }).default('false'),
});

/** @throws MensuraError `bad-request` naming the invalid parameter */
function requestOf(query: URLSearchParams, now: number): ExportRequest {
  const { format, layout, interval_s, values } = parametersOf(query, exportChoiceSchema);
  const intervalMs = Math.round(interval_s * 1000);
  if (intervalMs === 0 && query.has('values')) {
    throw invalidFields([{ path: 'values', message: 'requires an interval (interval_s)' }]);
  }
  const { id, preview } = parametersOf(query, callSchema);
  const csv = parametersOf(query, csvOptionsSchema);
  const splitRows = query.has('split_rows')
    ? wholeNumber(query, 'split_rows', { min: 1, max: SPREADSHEET_ROWS, otherwise: SPREADSHEET_ROWS })
    : undefined;
  const isPreview = preview === 'true';
  return {
    channels: channelsOf(query),
    ...parseTimeRange(query, now),
    format,
    layout,
    csv,
    interval: intervalMs > 0 ? { intervalMs, values } : undefined,
    splitRows,
    id,
    isPreview,
  };
}

const UNKNOWN = 'No such export, or it ended more than ten minutes ago.';

const FILE: JsonSchema = { type: 'string', format: 'binary' };

const { read, write } = operationsOf('History');

export const EXPORT_ROUTES: readonly Route[] = [
  {
    path: '/app/v1/export',
    get: read('export', 'Export stored readings', {
      description:
        'The file is streamed while it is created, whatever its size. If the export fails, the connection is aborted; `/app/v1/exports` has the cause.',
      parameters: PARAMETERS,
      ok: {
        description: 'The file, as a named attachment.',
        headers: ATTACHMENT,
        content: {
          ...Object.fromEntries(
            Object.values(EXPORT_FORMATS).map(({ contentType }) => [contentType.split(';')[0], { schema: FILE }]),
          ),
          'application/zip': { schema: FILE },
        },
      },
      errors: {
        '409': 'The ID is in use.',
        '500': 'The history cannot be read.',
        '503': 'Three exports are already running.',
      },
      handle: async ({ services, request, response, query }) => {
        const wanted = requestOf(query, services.clock.now());
        // HEAD must not use up the ID: the export follows.
        const isHead = request.method === 'HEAD';
        const started = await services.exports.start(isHead ? { ...wanted, id: undefined, isPreview: true } : wanted);
        await sendAttachment(started, response);
      },
    }),
  },
  {
    path: EXPORTS,
    get: read('exports', 'List running and recent exports', {
      ok: ['The exports.', 'ExportJobs'],
      handle: ({ services }) => services.exports.list(),
    }),
  },
  {
    path: `${EXPORTS}/:id`,
    get: read('export-job', 'Get an export', {
      parameters: [ID],
      ok: ['The export.', 'ExportJob'],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.exports.get(id),
    }),
    delete: write('cancel-export', 'Cancel an export', {
      description: 'Aborts the connection of the download. A finished export is not changed.',
      parameters: [ID],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.exports.cancel(id),
    }),
  },
];

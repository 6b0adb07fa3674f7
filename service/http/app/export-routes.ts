/** `/app/v1/export`: stored readings as a file; `/app/v1/exports`: progress of exports. */
import * as z from 'zod';
import { csvOptionsSchema, exportFormatSchema, exportLayoutSchema, SPREADSHEET_ROWS } from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import type { ExportAdministration, ExportRequest } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';
import { idOf, nothingSchema } from './actions.ts';
import { sendAttachment } from './attachment.ts';
import {
  channelsOf,
  parseTimeRange,
  queryOf,
  requireKnownParameters,
  singleParameter,
  wholeNumber,
} from './time-range-query.ts';

const EXPORTS = '/app/v1/exports';

/** CSV only. */
const CSV_PARAMETERS = ['separator', 'decimal_mark', 'time'] as const;

const PARAMETERS = [
  'channel',
  'from',
  'to',
  'format',
  'layout',
  ...CSV_PARAMETERS,
  'split_rows',
  'id',
  'preview',
] as const;

const choiceSchema = z.strictObject({
  format: exportFormatSchema.default('csv'),
  layout: exportLayoutSchema.default('moments'),
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/, { message: 'must be 1 to 64 letters, digits, - or _' })
    .optional(),
  preview: z.enum(['true', 'false'], { message: 'must be true or false' }).default('false'),
});

/** The given parameters among `names`. */
function given(query: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = singleParameter(query, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @throws MensuraError `bad-request` naming the invalid parameter */
function requestOf(query: URLSearchParams, now: number): ExportRequest {
  requireKnownParameters(query, PARAMETERS);
  const { format, layout, id, preview } = checkBody(choiceSchema, {
    value: given(query, ['format', 'layout', 'id', 'preview']),
    problem: undefined,
  });
  const csv = checkBody(csvOptionsSchema, { value: given(query, CSV_PARAMETERS), problem: undefined });
  const splitRows = query.has('split_rows')
    ? wholeNumber(query, 'split_rows', { min: 1, max: SPREADSHEET_ROWS, otherwise: SPREADSHEET_ROWS })
    : undefined;
  const isPreview = preview === 'true';
  return { channels: channelsOf(query), ...parseTimeRange(query, now), format, layout, csv, splitRows, id, isPreview };
}

export interface ExportRoutesOptions {
  exports: ExportAdministration;
  clock: Clock;
}

export function exportRoutes({ exports, clock }: ExportRoutesOptions): Resource[] {
  return [
    {
      path: '/app/v1/export',
      get: async (request, response) => {
        const wanted = requestOf(queryOf(request.originalUrl), clock.now());
        // HEAD must not use up the ID: the export follows.
        const isHead = request.method === 'HEAD';
        const started = await exports.start(isHead ? { ...wanted, id: undefined, isPreview: true } : wanted);
        await sendAttachment(started, response);
      },
    },
    { path: EXPORTS, get: (_request, response) => sendJson(response, exports.list()) },
    {
      path: `${EXPORTS}/:id`,
      get: (request, response) => sendJson(response, exports.get(idOf(request))),
      delete: (request, response, body) => {
        checkBody(nothingSchema, body);
        exports.cancel(idOf(request));
        sendJson(response, {});
      },
    },
  ];
}

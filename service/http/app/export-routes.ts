/** `/app/v1/export`: what was measured as a file, sent while it is made; `/app/v1/exports`: how exports fare. */
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import * as z from 'zod';
import { csvOptionsSchema, exportFormatSchema, exportLayoutSchema, SPREADSHEET_ROWS } from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import { sendJson } from '../answer.ts';
import type { ExportAdministration, ExportRequest, StartedExport } from '../options.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';
import { idOf, nothingSchema } from './actions.ts';
import { channelsOf, knownParameters, queryOf, single, stretch, wholeNumber } from './stretch-query.ts';

const EXPORTS = '/app/v1/exports';

/** Of CSV alone. */
const CSV_PARAMETERS = ['separator', 'decimal_mark', 'time'] as const;

const PARAMETERS = ['channel', 'from', 'to', 'format', 'layout', ...CSV_PARAMETERS, 'split_rows', 'id'] as const;

const choiceSchema = z.strictObject({
  format: exportFormatSchema.default('csv'),
  layout: exportLayoutSchema.default('moments'),
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/, { message: 'must be 1 to 64 letters, digits, - or _' })
    .optional(),
});

/** The parameters of these names that are given. */
function given(query: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = single(query, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @throws MensuraError `bad-request` naming the parameter that is wrong */
function requestOf(query: URLSearchParams, now: number): ExportRequest {
  knownParameters(query, PARAMETERS);
  const { format, layout, id } = checkBody(choiceSchema, {
    value: given(query, ['format', 'layout', 'id']),
    problem: undefined,
  });
  const csv = checkBody(csvOptionsSchema, { value: given(query, CSV_PARAMETERS), problem: undefined });
  const splitRows = query.has('split_rows')
    ? wholeNumber(query, 'split_rows', { min: 1, max: SPREADSHEET_ROWS, otherwise: SPREADSHEET_ROWS })
    : undefined;
  return { channels: channelsOf(query), ...stretch(query, now), format, layout, csv, splitRows, id };
}

/** An export that breaks off takes its connection with it, so that nobody takes the file for a whole one. */
async function send({ file, contentType, stream }: StartedExport, response: Response): Promise<void> {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Disposition', `attachment; filename="${file}"; filename*=UTF-8''${file}`);
  response.setHeader('Cache-Control', 'no-store');
  if (response.req.method === 'HEAD') {
    stream.destroy();
    response.end();
    return;
  }
  // Why it broke off is told by the job: here there is nobody left to be told. Where the reader left before there was
  // anything to send, nothing is connected: the export is ended here.
  await pipeline(stream, response).catch(() => stream.destroy());
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
        // The id is for the export that is sent: whoever asks for the head asks again.
        const started = await exports.start(request.method === 'HEAD' ? { ...wanted, id: undefined } : wanted);
        await send(started, response);
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

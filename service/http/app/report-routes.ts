/** `/app/v1/runs/:id/report` and `/app/v1/report`: reports to print and sign (docs/reports.md). */
import * as z from 'zod';
import { runInputSchema } from '../../contract/index.ts';
import { ATTACHMENT, queryParameter, type Response as ResponseSpec } from '../openapi/operation.ts';
import type { ReportAdministration } from '../options.ts';
import { reportPolicy } from '../pages/security-headers.ts';
import { checkBody } from '../routing/strict-json.ts';
import { type Call, operationsOf, type Route } from './route.ts';
import { RUN_ID, runIdOf } from './run-routes.ts';
import { CHANNELS, channelsOf, LAST_HOUR, parseTimeRange, singleParameter } from './time-range-query.ts';

const DEFAULT_TITLE = 'Report of readings';

const UNREADABLE = 'Stored readings or runs cannot be read.';
const BUSY = 'Too many queries are already running.';

const DOCUMENT: ResponseSpec = {
  description: 'An HTML document, complete in itself.',
  headers: ATTACHMENT,
  content: { 'text/html': { schema: { type: 'string' } } },
};

type ReportDocument = Awaited<ReturnType<ReportAdministration['ofRun']>>;

const titleSchema = z.object({ title: runInputSchema.shape.name });

/** @throws MensuraError `bad-request` */
function titleOf(query: URLSearchParams): string {
  const value = { title: singleParameter(query, 'title') ?? DEFAULT_TITLE };
  return checkBody(titleSchema, { value, problem: undefined }).title;
}

/** @param file name for those who save it: only letters, digits and `-_.` */
function sendReport({ request, response }: Call, { html, style }: ReportDocument, file: string): void {
  reportPolicy(style)(request, response);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Disposition', `inline; filename="${file}"`);
  response.type('html').send(html);
}

const { read } = operationsOf('Runs');

export const REPORT_ROUTES: readonly Route[] = [
  {
    path: '/app/v1/runs/:id/report',
    get: read('run-report', 'Get the report of a run', {
      description:
        "A document to print and sign, with the user's names and units. The same data gives the same document. The report of an active run ends at the time of the request.",
      parameters: [RUN_ID],
      ok: DOCUMENT,
      errors: { '404': 'No such run.', '500': UNREADABLE, '503': BUSY },
      handle: async (call) => {
        const id = runIdOf(call);
        sendReport(call, await call.services.reports.ofRun(id), `run-${id}-report.html`);
      },
    }),
  },
  {
    path: '/app/v1/report',
    get: read('report', 'Get the report of a range', {
      description: 'The same document for channels without a run.',
      parameters: [
        CHANNELS,
        ...LAST_HOUR,
        queryParameter('title', `Title of the report, at most 100 characters. Default: ${DEFAULT_TITLE}.`, {
          type: 'string',
          example: 'Cold room in November',
        }),
      ],
      ok: DOCUMENT,
      errors: { '500': UNREADABLE, '503': BUSY },
      handle: async (call) => {
        const { services, query } = call;
        const range = parseTimeRange(query, services.clock.now());
        const reported = { title: titleOf(query), channels: channelsOf(query), ...range };
        sendReport(call, await services.reports.ofRange(reported), 'report.html');
      },
    }),
  },
];

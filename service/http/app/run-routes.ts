/** `/app/v1/runs`: named ranges of the history. */
import * as z from 'zod';
import {
  attachmentInputSchema,
  attachmentNameSchema,
  MAX_ATTACHMENT_LENGTH,
  MAX_LISTED_RUNS,
  runInputSchema,
  runRangeSchema,
  runStartSchema,
} from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';
import { pathParameter, queryParameter } from '../openapi/operation.ts';
import { checkBody } from '../routing/strict-json.ts';
import { type Call, operationsOf, type Route, STORAGE_FAILED, sendCreated } from './route.ts';
import { singleParameter, wholeNumber } from './time-range-query.ts';

export const RUNS = '/app/v1/runs';

/** Default number of listed runs. */
const DEFAULT_LISTED = 100;

export const RUN_ID = pathParameter('id', 'Run ID, assigned by the service.', { type: 'integer', example: 1 });
const NAME = pathParameter('name', 'Name of the attachment.', { type: 'string', example: 'protocol.txt' });

/** A character may be written as `\\u20ac`. */
const bodyBytes = 8 * MAX_ATTACHMENT_LENGTH;

const UNKNOWN = 'No such run.';
const UNREADABLE = 'Stored runs cannot be read.';
const BUSY = 'Too many queries are already running.';

const EXAMPLE = {
  name: 'Batch 12',
  channels: [{ family: 'usb', serial: 'E24638', channel: 'temperature', low: 2, high: 8 }],
  operator: 'A. Rossi',
  tags: ['cold room'],
};

const RANGE_EXAMPLE = { from: '2026-11-20T14:00:00Z', to: '2026-11-20T15:00:00Z' };

/** @throws MensuraError `not-found` if it is not a run ID */
export function runIdOf({ id }: Pick<Call, 'id'>): number {
  if (!/^\d{1,15}$/.test(id)) throw new MensuraError('not-found', `No run with ID ${id}.`);
  return Number(id);
}

const attachmentPathSchema = z.object({ name: attachmentNameSchema });

/** @throws MensuraError `bad-request` */
function attachmentNameOf({ request }: Pick<Call, 'request'>): string {
  return checkBody(attachmentPathSchema, { value: { name: request.params['name'] }, problem: undefined }).name;
}

const { read, write } = operationsOf('Runs');

export const RUN_ROUTES: readonly Route[] = [
  {
    path: RUNS,
    get: read('runs', 'List runs', {
      parameters: [
        queryParameter(
          'search',
          'Words that the name, the operator, the notes, a tag or a serial number contain. Default: all runs.',
          { type: 'string', example: 'cold room' },
        ),
        queryParameter('offset', 'Number of matching runs to leave out. Default: 0.', { type: 'integer', minimum: 0 }),
        queryParameter('limit', `Maximum number of runs. Default: ${DEFAULT_LISTED}.`, {
          type: 'integer',
          minimum: 1,
          maximum: MAX_LISTED_RUNS,
        }),
      ],
      ok: ['The runs.', 'Runs'],
      errors: { '500': UNREADABLE, '503': BUSY },
      handle: ({ services, query }) =>
        services.runs.list({
          search: singleParameter(query, 'search') ?? '',
          offset: wholeNumber(query, 'offset', { min: 0, max: Number.MAX_SAFE_INTEGER, otherwise: 0 }),
          limit: wholeNumber(query, 'limit', { min: 1, max: MAX_LISTED_RUNS, otherwise: DEFAULT_LISTED }),
        }),
    }),
    post: write('start-run', 'Start a run', {
      description: 'With `range`, adds a finished run of stored readings instead.',
      body: { schema: runStartSchema, example: EXAMPLE },
      created: ['The run. `Location` has its path.', 'Run'],
      errors: { '409': 'The history is off, or too many runs are active.', '500': STORAGE_FAILED, '503': BUSY },
      handle: async ({ services, response, body }) => {
        const run = await services.runs.start(body());
        sendCreated(response, RUNS, String(run.id), run);
      },
    }),
  },
  {
    path: `${RUNS}/:id`,
    get: read('run', 'Get a run', {
      parameters: [RUN_ID],
      ok: ['The run.', 'Run'],
      errors: { '404': UNKNOWN, '500': UNREADABLE, '503': BUSY },
      handle: (call) => call.services.runs.get(runIdOf(call)),
    }),
    put: write('update-run', 'Change a run', {
      description: 'Omitted fields are reset to their defaults. The range stays; see `trim`.',
      parameters: [RUN_ID],
      body: { schema: runInputSchema, example: { ...EXAMPLE, notes: 'Door opened once.' } },
      ok: ['The changed run.', 'Run'],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED, '503': BUSY },
      handle: (call) => call.services.runs.change(runIdOf(call), call.body()),
    }),
    delete: write('remove-run', 'Delete a run', {
      description:
        'Stops an active run. For 10 minutes, `restore` undoes it. After that, retention applies to its readings.',
      parameters: [RUN_ID],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED, '503': BUSY },
      handle: (call) => call.services.runs.remove(runIdOf(call)),
    }),
  },
  {
    path: `${RUNS}/:id/stop`,
    post: write('stop-run', 'Stop a run', {
      parameters: [RUN_ID],
      ok: ['The finished run.', 'Run'],
      errors: { '404': UNKNOWN, '409': 'The run is finished.', '500': STORAGE_FAILED, '503': BUSY },
      handle: (call) => call.services.runs.stop(runIdOf(call)),
    }),
  },
  {
    path: `${RUNS}/:id/trim`,
    post: write('trim-run', 'Change the range of a run', {
      description: 'The range may also become longer. Readings outside it are not deleted at once: retention applies.',
      parameters: [RUN_ID],
      body: { schema: runRangeSchema, example: RANGE_EXAMPLE },
      ok: ['The changed run.', 'Run'],
      errors: { '404': UNKNOWN, '409': 'The run is active.', '500': STORAGE_FAILED, '503': BUSY },
      handle: (call) => call.services.runs.trim(runIdOf(call), call.body()),
    }),
  },
  {
    path: `${RUNS}/:id/restore`,
    post: write('restore-run', 'Undo the deletion of a run', {
      parameters: [RUN_ID],
      ok: ['The run.', 'Run'],
      errors: { '404': 'No run with this ID was deleted in the last 10 minutes.', '500': STORAGE_FAILED, '503': BUSY },
      handle: (call) => call.services.runs.restore(runIdOf(call)),
    }),
  },
  {
    path: `${RUNS}/:id/statistics`,
    get: read('run-statistics', 'Get the statistics of a run', {
      parameters: [RUN_ID],
      ok: ['The statistics of each channel, and the size of the stored data.', 'RunStatistics'],
      errors: { '404': UNKNOWN, '500': UNREADABLE, '503': BUSY },
      handle: (call) => call.services.runs.statistics(runIdOf(call)),
    }),
  },
  {
    path: `${RUNS}/:id/attachments/:name`,
    bodyBytes,
    get: read('run-attachment', 'Get an attached text', {
      parameters: [RUN_ID, NAME],
      ok: ['The text.', 'RunAttachment'],
      errors: { '404': 'No such run or attachment.', '500': UNREADABLE, '503': BUSY },
      handle: (call) => call.services.runs.attachment(runIdOf(call), attachmentNameOf(call)),
    }),
    put: write('attach-to-run', 'Attach a text', {
      description: 'Replaces an attachment of the same name. A run has at most 10.',
      parameters: [RUN_ID, NAME],
      body: { schema: attachmentInputSchema, example: { text: 'Probe on the upper shelf.' } },
      ok: ['The changed run.', 'Run'],
      errors: { '404': UNKNOWN, '409': 'The run has 10 attachments.', '500': STORAGE_FAILED, '503': BUSY },
      handle: (call) => call.services.runs.attach(runIdOf(call), { name: attachmentNameOf(call), ...call.body() }),
    }),
    delete: write('detach-from-run', 'Delete an attached text', {
      parameters: [RUN_ID, NAME],
      ok: ['The changed run.', 'Run'],
      errors: { '404': 'No such run or attachment.', '500': STORAGE_FAILED, '503': BUSY },
      handle: (call) => call.services.runs.detach(runIdOf(call), attachmentNameOf(call)),
    }),
  },
];

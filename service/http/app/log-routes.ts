/** The log of this run, the checks of this computer, and the diagnostics. */
import { logLevelSchema, MAX_LOG_ENTRIES } from '../../contract/index.ts';
import type { LogQuery } from '../../log/log-ring.ts';
import { invalidFields } from '../../support/errors.ts';
import { LOG_LEVELS } from '../../support/logger.ts';
import { ATTACHMENT, queryParameter } from '../openapi/operation.ts';
import { type JsonSchema, schemaRef } from '../openapi/schemas.ts';
import { sendAttachment } from './attachment.ts';
import { operationsOf, type Route } from './route.ts';
import { singleParameter, wholeNumber } from './time-range-query.ts';

const DEFAULT_ENTRIES = 200;

/** IDs are exact in JSON. */
const IDS = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** @throws MensuraError `bad-request` */
function levelOf(query: URLSearchParams): LogQuery['level'] {
  const level = logLevelSchema.safeParse(singleParameter(query, 'level') ?? 'info');
  if (level.success) return level.data;
  throw invalidFields([{ path: 'level', message: `must be one of ${LOG_LEVELS.join(', ')}` }]);
}

/** @throws MensuraError `bad-request` naming the invalid parameter */
function logQueryOf(query: URLSearchParams): LogQuery {
  return {
    level: levelOf(query),
    after: wholeNumber(query, 'after', { ...IDS, otherwise: 0 }),
    before: wholeNumber(query, 'before', { ...IDS, otherwise: Number.MAX_SAFE_INTEGER }),
    limit: wholeNumber(query, 'limit', { min: 1, max: MAX_LOG_ENTRIES, otherwise: DEFAULT_ENTRIES }),
  };
}

const ID: JsonSchema = { type: 'integer', minimum: 0 };

const { read } = operationsOf('Service');

export const LOG_ROUTES: readonly Route[] = [
  {
    path: '/app/v1/log',
    ownPagesOnly: 'read the log',
    get: read('log', 'Get the log of this run', {
      description: 'The newest 5000 lines, up to 2 MiB of text. To get only new lines, set `after` to the newest ID.',
      parameters: [
        queryParameter('level', 'Minimum level. Default: `info`.', schemaRef('LogLevel')),
        queryParameter('after', 'Only lines with a higher ID.', ID),
        queryParameter('before', 'Only lines with a lower ID.', ID),
        queryParameter('limit', `Maximum number of lines; the newest are returned. Default: ${DEFAULT_ENTRIES}.`, {
          type: 'integer',
          minimum: 1,
          maximum: MAX_LOG_ENTRIES,
        }),
      ],
      ok: ['The lines.', 'LogAnswer'],
      handle: ({ services, query }) => services.log.read(logQueryOf(query)),
    }),
  },
  {
    path: '/app/v1/checks',
    get: read('checks', 'Check whether devices can be found and read on this computer', {
      ok: ['The checks, with a remedy for each failed one.', 'Checks'],
      handle: ({ services }) => services.checks.run(),
    }),
  },
  {
    path: '/app/v1/diagnostics',
    ownPagesOnly: 'collect diagnostics',
    get: read('diagnostics', 'Download diagnostics', {
      description:
        'A ZIP file with versions, settings, devices, MQTT clients, gateways, alarms, checks and the newest lines of the log. It has no passwords, certificates or keys, and no readings except the latest.',
      ok: {
        description: 'The file, as a named attachment.',
        headers: ATTACHMENT,
        content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
      },
      handle: ({ services, response }) => {
        const file = services.diagnostics.open(services.status.app());
        return sendAttachment({ contentType: 'application/zip', ...file }, response);
      },
    }),
  },
];

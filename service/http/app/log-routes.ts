/** `/app/v1/log`: the log of this run. */

import { logLevelSchema, MAX_LOG_ENTRIES } from '../../contract/index.ts';
import { invalidFields } from '../../support/errors.ts';
import { LOG_LEVELS } from '../../support/logger.ts';
import type { LogQuery, LogSource } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { queryOf, requireKnownParameters, singleParameter, wholeNumber } from './time-range-query.ts';

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
  requireKnownParameters(query, ['level', 'after', 'before', 'limit']);
  return {
    level: levelOf(query),
    after: wholeNumber(query, 'after', { ...IDS, otherwise: 0 }),
    before: wholeNumber(query, 'before', { ...IDS, otherwise: Number.MAX_SAFE_INTEGER }),
    limit: wholeNumber(query, 'limit', { min: 1, max: MAX_LOG_ENTRIES, otherwise: DEFAULT_ENTRIES }),
  };
}

export function logRoutes(log: LogSource): Resource[] {
  return [
    {
      path: '/app/v1/log',
      ownPagesOnly: 'read the log',
      get: (request, response) => sendJson(response, log.read(logQueryOf(queryOf(request.originalUrl)))),
    },
  ];
}

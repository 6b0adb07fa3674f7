/** `/app/v1/alarms`: alarms, alarm rules and the alarm log. */
import { alarmRuleInputSchema } from '../../contract/index.ts';
import type { AlarmAdministration } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';
import { actionRoutes, idOf, nothingSchema, sendCreated } from './actions.ts';
import { MAX_TIMESTAMP_MS, parseTimeRange, queryOf, requireKnownParameters, wholeNumber } from './time-range-query.ts';

const ALARMS = '/app/v1/alarms';
const RULES = `${ALARMS}/rules`;

/** Range and default of the number of entries. */
export const LOG_LIMIT = { min: 1, max: 10_000, otherwise: 1000 } as const;

export function alarmRoutes(alarms: AlarmAdministration): Resource[] {
  return [
    { path: ALARMS, get: (_request, response) => sendJson(response, alarms.list()) },
    {
      path: `${ALARMS}/log`,
      get: async (request, response) => {
        const query = queryOf(request.originalUrl);
        requireKnownParameters(query, ['from', 'to', 'limit']);
        const { from, to } = parseTimeRange(query, MAX_TIMESTAMP_MS, 2 * MAX_TIMESTAMP_MS);
        sendJson(response, await alarms.log(from, to, wholeNumber(query, 'limit', LOG_LIMIT)));
      },
    },
    {
      path: `${ALARMS}/acknowledge`,
      postMayBeEmpty: true,
      post: async (_request, response, body) => {
        checkBody(nothingSchema, body);
        sendJson(response, { acknowledged: await alarms.acknowledgeAll() });
      },
    },
    {
      path: RULES,
      get: (_request, response) => sendJson(response, { rules: alarms.list().rules }),
      post: async (_request, response, body) => {
        const rule = await alarms.createRule(checkBody(alarmRuleInputSchema, body));
        sendCreated(response, RULES, rule.id, rule);
      },
    },
    {
      path: `${RULES}/:id`,
      get: (request, response) => sendJson(response, alarms.rule(idOf(request))),
      put: async (request, response, body) => {
        // 404 comes before an invalid body.
        const { id } = alarms.rule(idOf(request));
        sendJson(response, await alarms.updateRule(id, checkBody(alarmRuleInputSchema, body)));
      },
      delete: async (request, response, body) => {
        checkBody(nothingSchema, body);
        await alarms.removeRule(idOf(request));
        sendJson(response, {});
      },
    },
    ...actionRoutes(ALARMS, { acknowledge: (id) => alarms.acknowledge(id) }),
  ];
}

/** `/app/v1/markers`: named times. */
import type { Request } from 'express';
import { type MarkerInput, markerInputSchema } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';
import type { HistoryAdministration } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody, type JsonBody } from '../routing/strict-json.ts';
import { idOf, nothingSchema, sendCreated } from './actions.ts';
import { MAX_TIMESTAMP_MS, parseTimeRange, queryOf, requireKnownParameters } from './time-range-query.ts';

const MARKERS = '/app/v1/markers';

/** @throws MensuraError `not-found` if it is not a marker ID */
function numberOf(request: Request): number {
  const id = idOf(request);
  if (!/^\d{1,15}$/.test(id)) throw new MensuraError('not-found', `No marker with the ID ${id}.`);
  return Number(id);
}

function inputOf(body: JsonBody): MarkerInput {
  return checkBody(markerInputSchema, body);
}

export function markerRoutes(history: HistoryAdministration): Resource[] {
  return [
    {
      path: MARKERS,
      get: async (request, response) => {
        const query = queryOf(request.originalUrl);
        requireKnownParameters(query, ['from', 'to']);
        const { from, to } = parseTimeRange(query, MAX_TIMESTAMP_MS, 2 * MAX_TIMESTAMP_MS);
        sendJson(response, await history.markers(from, to));
      },
      post: async (_request, response, body) => {
        const marker = await history.addMarker(inputOf(body));
        sendCreated(response, MARKERS, String(marker.id), marker);
      },
    },
    {
      path: `${MARKERS}/:id`,
      put: async (request, response, body) =>
        sendJson(response, await history.changeMarker(numberOf(request), inputOf(body))),
      delete: async (request, response, body) => {
        checkBody(nothingSchema, body);
        await history.removeMarker(numberOf(request));
        sendJson(response, {});
      },
    },
  ];
}

/** `/app/v1/history`: stored readings. */
import type { Request, Response } from 'express';
import {
  encodeHistory,
  familySchema,
  HISTORY_BINARY_TYPE,
  type HistoryResult,
  MAX_HISTORY_POINTS,
} from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/instrument.ts';
import type { Clock } from '../../support/clock.ts';
import { MensuraError } from '../../support/errors.ts';
import type { HistoryAdministration } from '../options.ts';
import { JSON_HEADERS, sendJson, sendResponse } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';
import { nothingSchema } from './actions.ts';
import { channelsOf, parseTimeRange, queryOf, requireKnownParameters, wholeNumber } from './time-range-query.ts';

const HISTORY = '/app/v1/history';

/** Default number of points: the pixels of a wide chart. */
const DEFAULT_POINTS = 1500;

export interface HistoryRoutesOptions {
  history: HistoryAdministration;
  clock: Clock;
}

/** @throws MensuraError `not-found` for an unknown family */
function deviceOf({ params }: Request): DeviceKey {
  const family = familySchema.safeParse(params['family']);
  if (!family.success) {
    throw new MensuraError('not-found', `Unknown family ${String(params['family'])}. Use usb or gateway.`);
  }
  return { family: family.data, serial: String(params['serial']) };
}

function sendBinary(response: Response, result: HistoryResult): void {
  const body = Buffer.from(encodeHistory(result).buffer);
  // All headers of a JSON response except the first two, the content type.
  const headers = ['Content-Type', HISTORY_BINARY_TYPE, ...JSON_HEADERS.slice(2), 'Content-Length', `${body.length}`];
  sendResponse(response, { status: 200, headers: ['Vary', 'Accept', ...headers], body });
}

export function historyRoutes({ history, clock }: HistoryRoutesOptions): Resource[] {
  return [
    {
      path: HISTORY,
      get: async (request, response) => {
        const query = queryOf(request.originalUrl);
        requireKnownParameters(query, ['channel', 'from', 'to', 'points']);
        const channels = channelsOf(query);
        const { from, to } = parseTimeRange(query, clock.now());
        const points = wholeNumber(query, 'points', { min: 2, max: MAX_HISTORY_POINTS, otherwise: DEFAULT_POINTS });
        const result = await history.query(channels, from, to, points);
        if (request.accepts('application/json', HISTORY_BINARY_TYPE) === HISTORY_BINARY_TYPE) {
          sendBinary(response, result);
          return;
        }
        response.setHeader('Vary', 'Accept');
        sendJson(response, result);
      },
    },
    {
      path: `${HISTORY}/statistics`,
      get: async (request, response) => {
        const query = queryOf(request.originalUrl);
        requireKnownParameters(query, ['channel', 'from', 'to']);
        const { from, to } = parseTimeRange(query, clock.now());
        sendJson(response, await history.statistics(channelsOf(query), from, to));
      },
    },
    { path: `${HISTORY}/channels`, get: async (_request, response) => sendJson(response, await history.channels()) },
    { path: `${HISTORY}/storage`, get: (_request, response) => sendJson(response, history.storage()) },
    {
      path: `${HISTORY}/devices/:family/:serial`,
      delete: async (request, response, body) => {
        checkBody(nothingSchema, body);
        await history.deleteDevice(deviceOf(request));
        sendJson(response, {});
      },
    },
  ];
}

/** `/app/v1/history`: stored readings; `/app/v1/markers`: named times. */
import type { Response } from 'express';
import {
  DEVICE_KEY_RULE,
  encodeHistory,
  HISTORY_BINARY_TYPE,
  type HistoryResult,
  MAX_HISTORY_POINTS,
  markerInputSchema,
  parseDeviceKey,
} from '../../contract/index.ts';
import { invalidFields, MensuraError } from '../../support/errors.ts';
import { FAMILY, pathParameter, queryParameter, SERIAL } from '../openapi/operation.ts';
import { schemaRef } from '../openapi/schemas.ts';
import { JSON_HEADERS, sendResponse } from '../response.ts';
import { deviceKeyOf } from './device-routes.ts';
import { type Call, operationsOf, type Route, STORAGE_FAILED, sendCreated } from './route.ts';
import {
  CHANNELS,
  channelsOf,
  LAST_HOUR,
  MAX_TIMESTAMP_MS,
  parseTimeRange,
  singleParameter,
  timeRangeParameters,
  wholeNumber,
} from './time-range-query.ts';

const HISTORY = '/app/v1/history';
const MARKERS = '/app/v1/markers';

/** Default number of points: the pixels of a wide chart. */
const DEFAULT_POINTS = 1500;

const POINTS = queryParameter('points', `Maximum number of points per channel. Default: ${DEFAULT_POINTS}.`, {
  type: 'integer',
  minimum: 2,
  maximum: MAX_HISTORY_POINTS,
});

const MARKER_ID = pathParameter('id', 'Marker ID, assigned by the service.', { type: 'integer', example: 1 });

const UNREADABLE = 'Stored readings cannot be read.';
const BUSY = 'Too many queries are already running.';
const UNKNOWN_MARKER = 'No such marker.';
const MARKER_EXAMPLE = { at: 1_795_185_912_318, text: 'Door opened' };

/** @throws MensuraError `not-found` if it is not a marker ID */
function markerIdOf({ id }: Call): number {
  if (!/^\d{1,15}$/.test(id)) throw new MensuraError('not-found', `No marker with the ID ${id}.`);
  return Number(id);
}

/** The key of the only device to list; null without one. @throws MensuraError `bad-request` if it is none */
function deviceIn(query: URLSearchParams): string | null {
  const device = singleParameter(query, 'device');
  if (device === undefined) return null;
  if (!parseDeviceKey(device)) throw invalidFields([{ path: 'device', message: DEVICE_KEY_RULE }]);
  return device;
}

function sendBinary(response: Response, result: HistoryResult): void {
  const body = Buffer.from(encodeHistory(result).buffer);
  // All headers of a JSON response except the first two, the content type.
  const headers = ['Content-Type', HISTORY_BINARY_TYPE, ...JSON_HEADERS.slice(2), 'Content-Length', `${body.length}`];
  sendResponse(response, { status: 200, headers: ['Vary', 'Accept', ...headers], body });
}

const { read, write } = operationsOf('History');

export const HISTORY_ROUTES: readonly Route[] = [
  {
    path: HISTORY,
    get: read('history', 'Get stored readings', {
      description: `If a channel has at most \`points\` readings in the range, the response has the raw readings. Otherwise it has buckets of equal width with minimum, maximum and mean. A channel without stored data has no parts.

\`Accept: ${HISTORY_BINARY_TYPE}\` selects the same data as columns of numbers; see docs/history.md.`,
      parameters: [CHANNELS, ...LAST_HOUR, POINTS],
      ok: {
        description: 'The channels, in the requested order.',
        content: {
          'application/json': { schema: schemaRef('HistoryAnswer') },
          [HISTORY_BINARY_TYPE]: { schema: { type: 'string', format: 'binary' } },
        },
      },
      errors: { '500': UNREADABLE, '503': BUSY },
      handle: async ({ services, request, response, query }) => {
        const channels = channelsOf(query);
        const { from, to } = parseTimeRange(query, services.clock.now());
        const points = wholeNumber(query, 'points', { min: 2, max: MAX_HISTORY_POINTS, otherwise: DEFAULT_POINTS });
        const result = await services.history.query(channels, from, to, points);
        if (request.accepts('application/json', HISTORY_BINARY_TYPE) === HISTORY_BINARY_TYPE) {
          sendBinary(response, result);
          return undefined;
        }
        response.setHeader('Vary', 'Accept');
        return result;
      },
    }),
  },
  {
    path: `${HISTORY}/channels`,
    get: read('history-channels', 'List channels with stored data', {
      ok: ['The channels of connected and disconnected devices.', 'StoredChannels'],
      errors: { '500': UNREADABLE, '503': BUSY },
      handle: ({ services }) => services.history.channels(),
    }),
  },
  {
    path: `${HISTORY}/session`,
    get: read('history-session', 'List simulated channels with readings in memory', {
      description:
        'Unless simulated readings are stored (`simulate_publish`), the newest ones of each channel stay in memory until the service stops: at most 4,096 readings of 500 channels. `/app/v1/history` returns them, too.',
      ok: ['The channels of simulated devices.', 'StoredChannels'],
      handle: ({ services }) => services.history.sessionChannels(),
    }),
  },
  {
    path: `${HISTORY}/devices/:family/:serial`,
    delete: write('forget-device', 'Delete the history of a device', {
      description: 'This cannot be undone. New readings of a connected device are still stored.',
      parameters: [FAMILY, SERIAL],
      errors: {
        '404': 'Unknown family.',
        '409': 'An import is adding readings to this device.',
        '500': STORAGE_FAILED,
        '503': BUSY,
      },
      handle: (call) => call.services.history.deleteDevice(deviceKeyOf(call)),
    }),
  },
  {
    path: `${HISTORY}/statistics`,
    get: read('history-statistics', 'Get statistics of a range', {
      parameters: [CHANNELS, ...LAST_HOUR],
      ok: ['The channels, in the requested order.', 'HistoryStatistics'],
      errors: { '500': UNREADABLE, '503': BUSY },
      handle: ({ services, query }) => {
        const { from, to } = parseTimeRange(query, services.clock.now());
        return services.history.statistics(channelsOf(query), from, to);
      },
    }),
  },
  {
    path: `${HISTORY}/storage`,
    get: read('history-storage', 'Get the size and extent of the history', {
      ok: ['Size and extent.', 'HistoryStorage'],
      handle: ({ services }) => services.history.storage(),
    }),
  },
  {
    path: MARKERS,
    get: read('markers', 'List markers', {
      description: 'If the range has more than 1,000, the newest ones.',
      parameters: [
        ...timeRangeParameters({ from: 'Default: the start of the history.', to: 'Default: no end.' }),
        queryParameter('device', '`family/serial`: only markers of this device and of all charts.', {
          type: 'string',
          example: 'usb/E24638',
        }),
      ],
      ok: ['The markers.', 'Markers'],
      errors: { '500': UNREADABLE, '503': BUSY },
      handle: ({ services, query }) => {
        const { from, to } = parseTimeRange(query, MAX_TIMESTAMP_MS, 2 * MAX_TIMESTAMP_MS);
        return services.history.markers(from, to, deviceIn(query));
      },
    }),
    post: write('create-marker', 'Add a marker', {
      body: { schema: markerInputSchema, example: MARKER_EXAMPLE },
      created: ['The marker. `Location` has its path.', 'Marker'],
      errors: { '500': STORAGE_FAILED, '503': BUSY },
      handle: async ({ services, response, body }) => {
        const marker = await services.history.addMarker(body());
        sendCreated(response, MARKERS, String(marker.id), marker);
      },
    }),
  },
  {
    path: `${MARKERS}/:id`,
    put: write('update-marker', 'Change a marker', {
      parameters: [MARKER_ID],
      body: { schema: markerInputSchema, example: MARKER_EXAMPLE },
      ok: ['The changed marker.', 'Marker'],
      errors: { '404': UNKNOWN_MARKER, '500': STORAGE_FAILED, '503': BUSY },
      handle: (call) => call.services.history.changeMarker(markerIdOf(call), call.body()),
    }),
    delete: write('remove-marker', 'Delete a marker', {
      parameters: [MARKER_ID],
      errors: { '404': UNKNOWN_MARKER, '500': STORAGE_FAILED, '503': BUSY },
      handle: (call) => call.services.history.removeMarker(markerIdOf(call)),
    }),
  },
];

/** The history and its markers in the OpenAPI document. */
import { HISTORY_BINARY_TYPE, MAX_HISTORY_POINTS } from '../../contract/index.ts';
import {
  INVALID_BODY,
  jsonBody,
  NO_CONTENT,
  OPTIONAL_BODY,
  operationsOf,
  type Parameter,
  type PathItem,
  refusal,
  responseSpec,
  SERIAL,
  STORAGE_FAILED,
} from './operation.ts';
import { schemaRef } from './schemas.ts';
import { CHANNELS, INVALID_QUERY, LAST_HOUR, timeRangeParameters } from './time-range-parameters.ts';

const operation = operationsOf('History');

const POINTS: Parameter = {
  name: 'points',
  in: 'query',
  required: false,
  description: 'Maximum number of points per channel. Default: 1500.',
  schema: { type: 'integer', minimum: 2, maximum: MAX_HISTORY_POINTS },
};

const FAMILY: Parameter = {
  name: 'family',
  in: 'path',
  required: true,
  description: 'Family of the device.',
  schema: schemaRef('Family'),
};

const MARKER_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Marker ID, assigned by the service.',
  schema: { type: 'integer', example: 1 },
};

const UNREADABLE = refusal('Stored readings cannot be read.');
const BUSY = refusal('Too many queries are already running.');
const UNKNOWN_MARKER = refusal('No such marker.');
const MARKER = schemaRef('Marker');
const MARKER_EXAMPLE = { at: 1_795_185_912_318, text: 'Door opened' };

const HISTORY: PathItem = {
  get: operation('history', 'Get stored readings', {
    description: `If a channel has at most \`points\` readings in the range, the response has the raw readings. Otherwise it has buckets of equal width with minimum, maximum and mean. A channel without stored data has no parts.

\`Accept: ${HISTORY_BINARY_TYPE}\` selects the same data as columns of numbers; see docs/history.md.`,
    parameters: [CHANNELS, ...LAST_HOUR, POINTS],
    responses: {
      '200': {
        description: 'The channels, in the requested order.',
        content: {
          'application/json': { schema: schemaRef('HistoryAnswer') },
          [HISTORY_BINARY_TYPE]: { schema: { type: 'string', format: 'binary' } },
        },
      },
      '400': INVALID_QUERY,
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
};

const STATISTICS: PathItem = {
  get: operation('history-statistics', 'Get statistics of a range', {
    parameters: [CHANNELS, ...LAST_HOUR],
    responses: {
      '200': responseSpec('The channels, in the requested order.', schemaRef('HistoryStatistics')),
      '400': INVALID_QUERY,
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
};

const STORED_CHANNELS: PathItem = {
  get: operation('history-channels', 'List channels with stored data', {
    responses: {
      '200': responseSpec('The channels of connected and disconnected devices.', schemaRef('StoredChannels')),
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
};

const STORAGE: PathItem = {
  get: operation('history-storage', 'Get the size and extent of the history', {
    responses: { '200': responseSpec('Size and extent.', schemaRef('HistoryStorage')) },
  }),
};

const DEVICE: PathItem = {
  delete: operation('forget-device', 'Delete the history of a device', {
    description: 'This cannot be undone. The readings of a connected device are still recorded.',
    parameters: [FAMILY, SERIAL],
    body: OPTIONAL_BODY,
    responses: {
      '200': responseSpec('An empty object.', NO_CONTENT),
      '400': INVALID_BODY,
      '404': refusal('Unknown family.'),
      '500': STORAGE_FAILED,
      '503': BUSY,
    },
  }),
};

const MARKERS: PathItem = {
  get: operation('markers', 'List markers', {
    parameters: timeRangeParameters({ from: 'Default: the start of the history.', to: 'Default: no end.' }),
    responses: {
      '200': responseSpec('The markers.', schemaRef('Markers')),
      '400': INVALID_QUERY,
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
  post: operation('create-marker', 'Add a marker', {
    body: jsonBody(schemaRef('MarkerInput'), MARKER_EXAMPLE),
    responses: {
      '201': responseSpec('The marker. `Location` has its path.', MARKER),
      '400': INVALID_BODY,
      '500': STORAGE_FAILED,
      '503': BUSY,
    },
  }),
};

const ONE_MARKER: PathItem = {
  put: operation('update-marker', 'Change a marker', {
    parameters: [MARKER_ID],
    body: jsonBody(schemaRef('MarkerInput'), MARKER_EXAMPLE),
    responses: {
      '200': responseSpec('The changed marker.', MARKER),
      '400': INVALID_BODY,
      '404': UNKNOWN_MARKER,
      '500': STORAGE_FAILED,
      '503': BUSY,
    },
  }),
  delete: operation('remove-marker', 'Remove a marker', {
    parameters: [MARKER_ID],
    body: OPTIONAL_BODY,
    responses: {
      '200': responseSpec('An empty object.', NO_CONTENT),
      '400': INVALID_BODY,
      '404': UNKNOWN_MARKER,
      '500': STORAGE_FAILED,
      '503': BUSY,
    },
  }),
};

export function historyOperations(): Record<string, PathItem> {
  return {
    '/app/v1/history': HISTORY,
    '/app/v1/history/channels': STORED_CHANNELS,
    '/app/v1/history/devices/{family}/{serial}': DEVICE,
    '/app/v1/history/statistics': STATISTICS,
    '/app/v1/history/storage': STORAGE,
    '/app/v1/markers': MARKERS,
    '/app/v1/markers/{id}': ONE_MARKER,
  };
}

/** The history and its markers in the OpenAPI document. */
import { HISTORY_BINARY_TYPE, MAX_HISTORY_POINTS } from '../../contract/index.ts';
import {
  EMPTY,
  jsonBody,
  jsonResponse,
  NO_BODY,
  NOT_SAVED,
  operationsOf,
  type Parameter,
  type PathItem,
  refusal,
  SERIAL,
  WRONG,
} from './operation.ts';
import { schemaRef } from './schemas.ts';
import { CHANNELS, LAST_HOUR, stretchParameters, WRONG_QUERY } from './stretch-parameters.ts';

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
    answers: {
      '200': {
        description: 'The channels, in the requested order.',
        content: {
          'application/json': { schema: schemaRef('HistoryAnswer') },
          [HISTORY_BINARY_TYPE]: { schema: { type: 'string', format: 'binary' } },
        },
      },
      '400': WRONG_QUERY,
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
};

const STATISTICS: PathItem = {
  get: operation('history-statistics', 'Get statistics of a range', {
    parameters: [CHANNELS, ...LAST_HOUR],
    answers: {
      '200': jsonResponse('The channels, in the requested order.', schemaRef('HistoryStatistics')),
      '400': WRONG_QUERY,
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
};

const STORED_CHANNELS: PathItem = {
  get: operation('history-channels', 'List channels with stored data', {
    answers: {
      '200': jsonResponse('The channels of connected and disconnected devices.', schemaRef('StoredChannels')),
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
};

const STORAGE: PathItem = {
  get: operation('history-storage', 'Get the size and extent of the history', {
    answers: { '200': jsonResponse('Size and extent.', schemaRef('HistoryStorage')) },
  }),
};

const DEVICE: PathItem = {
  delete: operation('forget-device', 'Delete the history of a device', {
    description: 'This cannot be undone. The readings of a connected device are still recorded.',
    parameters: [FAMILY, SERIAL],
    body: NO_BODY,
    answers: {
      '200': jsonResponse('An empty object.', EMPTY),
      '400': WRONG,
      '404': refusal('Unknown family.'),
      '500': NOT_SAVED,
      '503': BUSY,
    },
  }),
};

const MARKERS: PathItem = {
  get: operation('markers', 'List markers', {
    parameters: stretchParameters({ from: 'Default: the start of the history.', to: 'Default: no end.' }),
    answers: {
      '200': jsonResponse('The markers.', schemaRef('Markers')),
      '400': WRONG_QUERY,
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
  post: operation('create-marker', 'Add a marker', {
    body: jsonBody(schemaRef('MarkerInput'), MARKER_EXAMPLE),
    answers: {
      '201': jsonResponse('The marker. `Location` has its path.', MARKER),
      '400': WRONG,
      '500': NOT_SAVED,
      '503': BUSY,
    },
  }),
};

const ONE_MARKER: PathItem = {
  put: operation('update-marker', 'Change a marker', {
    parameters: [MARKER_ID],
    body: jsonBody(schemaRef('MarkerInput'), MARKER_EXAMPLE),
    answers: {
      '200': jsonResponse('The changed marker.', MARKER),
      '400': WRONG,
      '404': UNKNOWN_MARKER,
      '500': NOT_SAVED,
      '503': BUSY,
    },
  }),
  delete: operation('remove-marker', 'Remove a marker', {
    parameters: [MARKER_ID],
    body: NO_BODY,
    answers: {
      '200': jsonResponse('An empty object.', EMPTY),
      '400': WRONG,
      '404': UNKNOWN_MARKER,
      '500': NOT_SAVED,
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

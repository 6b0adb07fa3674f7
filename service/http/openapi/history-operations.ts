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
  description: 'The most points of each channel. Default: 1500.',
  schema: { type: 'integer', minimum: 2, maximum: MAX_HISTORY_POINTS },
};

const FAMILY: Parameter = {
  name: 'family',
  in: 'path',
  required: true,
  description: 'How the device was attached.',
  schema: schemaRef('Family'),
};

const MARKER_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id that the service gave the marker.',
  schema: { type: 'integer', example: 1 },
};

const UNREADABLE = refusal('The disk does not give what is kept.');
const BUSY = refusal('Too many questions are being answered already.');
const UNKNOWN_MARKER = refusal('There is no such marker.');
const MARKER = schemaRef('Marker');
const MARKER_EXAMPLE = { at: 1_795_185_912_318, text: 'Door opened' };

const HISTORY: PathItem = {
  get: operation('history', 'What was measured', {
    description: `Where a channel has no more than \`points\` readings in the stretch, they come as they were measured. Else they are summed up in buckets of one width, with the least, the greatest and the mean of each. A channel that nothing is known of has no parts.

Charts may ask for \`Accept: ${HISTORY_BINARY_TYPE}\`: the same in columns of numbers, which docs/history.md describes.`,
    parameters: [CHANNELS, ...LAST_HOUR, POINTS],
    answers: {
      '200': {
        description: 'The channels in the order asked for.',
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
  get: operation('history-statistics', 'Statistics of a stretch of time', {
    parameters: [CHANNELS, ...LAST_HOUR],
    answers: {
      '200': jsonResponse('The channels in the order asked for.', schemaRef('HistoryStatistics')),
      '400': WRONG_QUERY,
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
};

const STORED_CHANNELS: PathItem = {
  get: operation('history-channels', 'All channels that something is kept of', {
    answers: {
      '200': jsonResponse('The channels, of devices that are attached and that are not.', schemaRef('StoredChannels')),
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
};

const STORAGE: PathItem = {
  get: operation('history-storage', 'What the history takes, and how far it reaches', {
    answers: { '200': jsonResponse('The figures.', schemaRef('HistoryStorage')) },
  }),
};

const DEVICE: PathItem = {
  delete: operation('forget-device', 'Drop everything that is kept of a device', {
    description: 'It cannot be undone. A device that is attached goes on measuring, and is recorded anew.',
    parameters: [FAMILY, SERIAL],
    body: NO_BODY,
    answers: {
      '200': jsonResponse('An empty object.', EMPTY),
      '400': WRONG,
      '404': refusal('There is no such family.'),
      '500': NOT_SAVED,
      '503': BUSY,
    },
  }),
};

const MARKERS: PathItem = {
  get: operation('markers', 'Moments that were given a name', {
    parameters: stretchParameters({ from: 'Default: the beginning.', to: 'Default: no end.' }),
    answers: {
      '200': jsonResponse('The markers.', schemaRef('Markers')),
      '400': WRONG_QUERY,
      '500': UNREADABLE,
      '503': BUSY,
    },
  }),
  post: operation('create-marker', 'Give a moment a name', {
    body: jsonBody(schemaRef('MarkerInput'), MARKER_EXAMPLE),
    answers: {
      '201': jsonResponse('The marker; `Location` names its address.', MARKER),
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
      '200': jsonResponse('The marker as it is now.', MARKER),
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

/** The devices, events and status of the app API, and the metrics, in the OpenAPI document. */
import * as z from 'zod';
import { entitySchemas } from '../../contract/index.ts';
import {
  FORBIDDEN,
  jsonBody,
  type Operation,
  type Parameter,
  type PathItem,
  refusal,
  responseSpec,
  SERIAL,
} from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

const FAMILY: Parameter = {
  name: 'family',
  in: 'path',
  required: true,
  description: 'Family of the device.',
  schema: schemaRef('Family'),
};

/** Each kind of entity with the component of its value. */
const ENTITY_KINDS = Object.entries(entitySchemas).map(
  ([kind, schema]) => `\`${kind}\` (${z.globalRegistry.get(schema)?.id})`,
);

const EVENTS_DESCRIPTION = `Server-sent events. A new connection first receives the current entities of every kind but \`marker\`, then \`ready\`, then every change.

- \`entity\`: EntityEvent, when an entity is added, changes or is removed. Kinds: ${ENTITY_KINDS.join(', ')}
- \`readings\`: ReadingsEvent, one sample set of a device. Its readings alone cause no \`entity\`
- \`ready\`: an empty object, at the end of the initial state
- \`reset\`: an empty object, when the stream could not be resumed: discard all state; it follows as on a new connection

A client that reconnects with the ID of the last event in Last-Event-ID receives the events that it missed. A client that reads too slowly receives only the latest value of each channel and the latest state of each entity.`;

const EVENT_DATA: JsonSchema = {
  description: 'Event data, by event name.',
  anyOf: ['EntityEvent', 'ReadingsEvent'].map(schemaRef),
};

function get(operationId: string, tag: string, summary: string, description: string, schema: JsonSchema): Operation {
  return { operationId, tags: [tag], summary, responses: { '200': responseSpec(description, schema), ...FORBIDDEN } };
}

const UNKNOWN_DEVICE = refusal('No such device in the family.');

const EVENTS: Operation = {
  operationId: 'events',
  tags: ['App API'],
  summary: 'Subscribe to events',
  description: EVENTS_DESCRIPTION,
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'ID of the last event received. The stream resumes after it.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    '200': {
      description: 'The event stream. It does not end.',
      content: { 'text/event-stream': { schema: EVENT_DATA } },
    },
    ...FORBIDDEN,
    '503': refusal('Too many event streams are open.'),
  },
};

const DEVICE: PathItem = {
  get: {
    ...get('device', 'App API', 'Get a device', 'The device.', schemaRef('AppDevice')),
    parameters: [FAMILY, SERIAL],
    responses: {
      '200': responseSpec('The device.', schemaRef('AppDevice')),
      ...FORBIDDEN,
      '404': UNKNOWN_DEVICE,
    },
  },
  patch: {
    operationId: 'patch-device',
    tags: ['App API'],
    summary: 'Change the names, notes or sampling period of a device',
    description: 'Omitted fields are not changed. All changes of a request are applied, or none.',
    parameters: [FAMILY, SERIAL],
    requestBody: jsonBody(schemaRef('DevicePatch'), { period_ms: 500 }),
    responses: {
      '200': responseSpec('The changed device.', schemaRef('AppDevice')),
      '400': refusal('The body is invalid. `errors` lists each invalid field.'),
      ...FORBIDDEN,
      '404': UNKNOWN_DEVICE,
      '409': refusal('The sampling period of a device on a gateway is set at the gateway.'),
      '502': refusal('The device rejected the sampling period.'),
      '504': refusal('The device did not reply in time.'),
    },
  },
};

const PROTOCOL: PathItem = {
  post: {
    operationId: 'switch-protocol',
    tags: ['App API'],
    summary: 'Switch the mode of a device',
    description:
      'The device disconnects, restarts in the requested mode and reconnects. The response is sent once the command is written to the device.',
    parameters: [FAMILY, SERIAL],
    requestBody: jsonBody(schemaRef('ProtocolSwitch'), { protocol: 'usb' }),
    responses: {
      '200': responseSpec('The command was written to the device.', schemaRef('ProtocolSwitch')),
      '400': refusal('The body is invalid. `errors` lists each invalid field.'),
      ...FORBIDDEN,
      '404': UNKNOWN_DEVICE,
      '409': refusal('The device is already in that mode, or cannot switch modes.'),
      '502': refusal('The device rejected the command.'),
      '504': refusal('The device did not reply in time.'),
    },
  },
};

const INSTANCE: Operation = {
  ...get('instance', 'App API', 'Prove that this Mensura belongs to the same user', 'The proof.', {
    type: 'object',
    properties: { proof: { type: 'string' } },
    required: ['proof'],
  }),
  parameters: [
    {
      name: 'challenge',
      in: 'query',
      required: true,
      description: '16 to 128 hexadecimal digits, an even number of them.',
      schema: { type: 'string', example: '0123456789abcdef' },
    },
  ],
};
INSTANCE.responses = { ...INSTANCE.responses, '400': refusal('The challenge is missing or invalid.') };

const METRICS: Operation = {
  operationId: 'metrics',
  tags: ['Service'],
  summary: 'Get metrics for Prometheus',
  responses: {
    '200': {
      description: 'Prometheus text format 0.0.4.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
    ...FORBIDDEN,
  },
};

export function appOperations(): Record<string, PathItem> {
  return {
    '/app/v1/devices': {
      get: get(
        'devices',
        'App API',
        'List all devices and open problems',
        'Devices and problems.',
        schemaRef('AppDevices'),
      ),
    },
    '/app/v1/devices/{family}/{serial}': DEVICE,
    '/app/v1/devices/{family}/{serial}/protocol': PROTOCOL,
    '/app/v1/events': { get: EVENTS },
    '/app/v1/instance': { get: INSTANCE },
    '/app/v1/status': {
      get: get('status', 'App API', 'Get the status of the service', 'The status.', schemaRef('AppStatus')),
    },
    '/metrics': { get: METRICS },
    '/openapi.json': {
      get: get('openapi', 'Service', 'Get this reference as OpenAPI 3.1', 'The document.', { type: 'object' }),
    },
  };
}

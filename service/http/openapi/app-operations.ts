/** The app API, its event stream, and what describes and watches the service, in the OpenAPI document. */
import {
  FORBIDDEN,
  jsonBody,
  jsonResponse,
  type Operation,
  type Parameter,
  type PathItem,
  refusal,
  SERIAL,
} from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

const FAMILY: Parameter = {
  name: 'family',
  in: 'path',
  required: true,
  description: 'How the device is attached.',
  schema: schemaRef('Family'),
};

const EVENTS_DESCRIPTION = `Server-Sent Events. A fresh connection is first told every attached device, every open trouble, every MQTT client, every gateway, every rule of alarms and every alarm that is listed, then whatever happens.

- \`device\`: AppDevice, for a device that came or changed other than by its readings
- \`readings\`: ReadingsEvent, one sampling moment
- \`removed\`: RemovedEvent, for a device that went away
- \`notice\`: NoticeEvent, for a trouble that came or went
- \`client\`: MqttClientEvent, for an MQTT client that came, changed, published, or went
- \`gateway\`: GatewayEvent, for a gateway that came, changed, counted, or went
- \`alarm\`: AlarmEvent, for an alarm that came, changed, or left the list; one that leaves is told once more before, as it is then
- \`alarm-rule\`: AlarmRuleEvent, for a rule of alarms that came, changed, or went
- \`marker\`: MarkerEvent, for a moment that was given a name, another name, or none any more
- \`settings\`: Settings, all of them, whenever one changed; also at the beginning
- \`reset\`: an empty object; the stream could not be resumed: forget everything, all of the above follow

A client that comes back with the id of the last event in Last-Event-ID gets what it missed. A client that reads too slowly gets the latest value of each channel in place of all of them.`;

const EVENT_DATA: JsonSchema = {
  description: 'The data of one event, by its name.',
  anyOf: [
    'AppDevice',
    'ReadingsEvent',
    'RemovedEvent',
    'NoticeEvent',
    'MqttClientEvent',
    'GatewayEvent',
    'AlarmEvent',
    'AlarmRuleEvent',
    'MarkerEvent',
    'Settings',
  ].map(schemaRef),
};

function get(operationId: string, tag: string, summary: string, answer: string, schema: JsonSchema): Operation {
  return { operationId, tags: [tag], summary, responses: { '200': jsonResponse(answer, schema), ...FORBIDDEN } };
}

const UNKNOWN_DEVICE = refusal('The serial matches no device of the family.');

const EVENTS: Operation = {
  operationId: 'events',
  tags: ['App API'],
  summary: 'Everything that happens, as it happens',
  description: EVENTS_DESCRIPTION,
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'The id of the last event that was received, to get those after it.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    '200': { description: 'The stream; it does not end.', content: { 'text/event-stream': { schema: EVENT_DATA } } },
    ...FORBIDDEN,
    '503': refusal('Too many streams are open.'),
  },
};

const DEVICE: PathItem = {
  get: {
    ...get('device', 'App API', 'One device', 'The device.', schemaRef('AppDevice')),
    parameters: [FAMILY, SERIAL],
    responses: {
      '200': jsonResponse('The device.', schemaRef('AppDevice')),
      ...FORBIDDEN,
      '404': UNKNOWN_DEVICE,
    },
  },
  patch: {
    operationId: 'patch-device',
    tags: ['App API'],
    summary: 'Name, note and sampling period of a device',
    description: 'What is left out stays as it is. Everything of a request is done, or nothing.',
    parameters: [FAMILY, SERIAL],
    requestBody: jsonBody(schemaRef('DevicePatch'), { period_ms: 500 }),
    responses: {
      '200': jsonResponse('The device as it is now.', schemaRef('AppDevice')),
      '400': refusal('The body is wrong; `problems` names each field.'),
      ...FORBIDDEN,
      '404': UNKNOWN_DEVICE,
      '409': refusal('The period of an instrument behind a gateway is set there.'),
      '502': refusal('The instrument did not take the period.'),
      '504': refusal('The instrument did not answer in time.'),
    },
  },
};

const PROTOCOL: PathItem = {
  post: {
    operationId: 'switch-protocol',
    tags: ['App API'],
    summary: 'Tells an instrument to speak another protocol',
    description:
      'The instrument restarts: it goes away, and comes back speaking the protocol asked for. The answer comes when it was told.',
    parameters: [FAMILY, SERIAL],
    requestBody: jsonBody(schemaRef('ProtocolSwitch'), { protocol: 'usb' }),
    responses: {
      '200': jsonResponse('The instrument was told.', schemaRef('ProtocolSwitch')),
      '400': refusal('The body is wrong; `problems` names each field.'),
      ...FORBIDDEN,
      '404': UNKNOWN_DEVICE,
      '409': refusal('It speaks that protocol already, or cannot be switched.'),
      '502': refusal('The instrument did not take it.'),
      '504': refusal('The instrument did not answer in time.'),
    },
  },
};

const INSTANCE: Operation = {
  ...get('instance', 'App API', 'Proof that this is a Mensura of the same user', 'The proof.', {
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
INSTANCE.responses = { ...INSTANCE.responses, '400': refusal('The challenge is missing or has another form.') };

const METRICS: Operation = {
  operationId: 'metrics',
  tags: ['Service'],
  summary: 'Figures for Prometheus',
  responses: {
    '200': {
      description: 'Text format 0.0.4.',
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
        'All devices of both families, and the open troubles',
        'Devices and troubles.',
        schemaRef('AppDevices'),
      ),
    },
    '/app/v1/devices/{family}/{serial}': DEVICE,
    '/app/v1/devices/{family}/{serial}/protocol': PROTOCOL,
    '/app/v1/events': { get: EVENTS },
    '/app/v1/instance': { get: INSTANCE },
    '/app/v1/status': {
      get: get('status', 'App API', 'The state of the whole service', 'The state.', schemaRef('AppStatus')),
    },
    '/metrics': { get: METRICS },
    '/openapi.json': {
      get: get('openapi', 'Service', 'This description, as OpenAPI 3.1', 'The document.', { type: 'object' }),
    },
  };
}

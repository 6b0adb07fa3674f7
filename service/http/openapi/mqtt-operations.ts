/** The app API of MQTT clients in the OpenAPI document. */
import {
  ATTACHMENT,
  EMPTY,
  type Facts,
  jsonBody,
  jsonResponse,
  NO_BODY,
  NOT_SAVED,
  type Operation,
  operationsOf,
  type Parameter,
  type PathItem,
  type Response,
  refusal,
  WRONG,
} from './operation.ts';
import { schemaRef } from './schemas.ts';

const ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the client, percent-encoded.',
  schema: { type: 'string', example: 'lab' },
};

const CLIENT = schemaRef('MqttClient');
const VERDICT = schemaRef('MqttVerdict');
const UNKNOWN = refusal('There is no such client.');
const TOO_MANY = refusal('Four connections are being tried already.');

const INPUT_EXAMPLE = { host: 'broker.example', port: 8883, ssl: true, username: 'lab', advanced: { qos: 1 } };

const operation = operationsOf('MQTT');

function ofClient(name: string, summary: string, facts: Facts): Operation {
  return operation(name, summary, { ...facts, parameters: [ID] });
}

const CLIENTS: PathItem = {
  get: operation('mqtt-clients', 'All MQTT clients, and how they fare', {
    answers: { '200': jsonResponse('The clients by identifier.', schemaRef('MqttClients')) },
  }),
  post: operation('create-mqtt-client', 'Add a client', {
    description: 'What is left out has its default; without `name` it takes its identifier for it.',
    body: jsonBody(schemaRef('MqttClientCreate'), { identifier: 'lab', ...INPUT_EXAMPLE }),
    answers: {
      '201': jsonResponse('The client; `Location` names its address.', CLIENT),
      '400': WRONG,
      '409': refusal('There is a client with this identifier already.'),
      '500': NOT_SAVED,
    },
  }),
};

const ONE_CLIENT: PathItem = {
  get: ofClient('mqtt-client', 'One client', {
    answers: { '200': jsonResponse('The client.', CLIENT), '404': UNKNOWN },
  }),
  put: ofClient('update-mqtt-client', 'Change a client', {
    description:
      'What is left out goes back to its default, but for password, certificates and key: those stay where they are left out, and are removed where they are empty. A stored password is sent only to the address it was given for: where host, port, ssl or the checks of the certificate change, it must be given again.',
    body: jsonBody(schemaRef('MqttClientInput'), INPUT_EXAMPLE),
    answers: {
      '200': jsonResponse('The client as it is now.', CLIENT),
      '400': WRONG,
      '404': UNKNOWN,
      '500': NOT_SAVED,
    },
  }),
  delete: ofClient('remove-mqtt-client', 'Remove a client', {
    description: 'Its retained topics are cleared, and its stored readings are deleted.',
    body: NO_BODY,
    answers: { '200': jsonResponse('An empty object.', EMPTY), '400': WRONG, '404': UNKNOWN, '500': NOT_SAVED },
  }),
};

function action(name: string, summary: string, description: string, others: Record<string, Response>): PathItem {
  const answers = { '200': jsonResponse('The client as it is now.', CLIENT), '400': WRONG, '404': UNKNOWN, ...others };
  return { post: ofClient(`${name}-mqtt-client`, summary, { description, body: NO_BODY, answers }) };
}

const TEST: PathItem = {
  post: operation('test-mqtt', 'Try a configuration', {
    description: 'Connects with a session of its own, publishes nothing, and takes 15 seconds at most.',
    body: jsonBody(schemaRef('MqttClientInput'), INPUT_EXAMPLE),
    answers: { '200': jsonResponse('The verdict, good or bad.', VERDICT), '400': WRONG, '503': TOO_MANY },
  }),
};

const TEST_CLIENT: PathItem = {
  post: ofClient('test-mqtt-client', 'Try a client, as it is stored or with changes', {
    description:
      'An empty object, or no body, tries what is stored. Else the given configuration is tried; stored secrets stand in where they are left out and the address is the same.',
    body: { ...jsonBody(schemaRef('MqttClientInput'), {}), required: false },
    answers: {
      '200': jsonResponse('The verdict, good or bad.', VERDICT),
      '400': WRONG,
      '404': UNKNOWN,
      '503': TOO_MANY,
    },
  }),
};

const EXPORT: PathItem = {
  get: operation('export-mqtt-clients', 'All clients as a file', {
    description: 'Without passwords, certificates and keys.',
    answers: { '200': { ...jsonResponse('The file.', schemaRef('MqttImport')), headers: ATTACHMENT } },
  }),
};

const IMPORT: PathItem = {
  post: operation('import-mqtt-clients', 'Clients from a file', {
    description: 'Adds clients, and replaces those with the same identifiers: all of the file, or nothing.',
    body: jsonBody(schemaRef('MqttImport'), { mqtt: { clients: { lab: INPUT_EXAMPLE } } }),
    answers: {
      '200': jsonResponse('What it did.', schemaRef('MqttImported')),
      '400': WRONG,
      '500': NOT_SAVED,
    },
  }),
};

export function mqttOperations(): Record<string, PathItem> {
  const client = '/app/v1/mqtt/clients/{id}';
  return {
    '/app/v1/mqtt/clients': CLIENTS,
    [client]: ONE_CLIENT,
    [`${client}/connect`]: action('connect', 'Connect now', 'Tries the broker now instead of when it is due.', {}),
    [`${client}/disable`]: action('disable', 'Disable a client', 'It stays configured and does not connect.', {
      '500': NOT_SAVED,
    }),
    [`${client}/enable`]: action('enable', 'Enable a client', 'It connects again.', { '500': NOT_SAVED }),
    [`${client}/restore`]: action('restore', 'Bring back a client that was removed', 'With its secrets.', {
      '404': refusal('No client of this identifier was removed a moment ago.'),
      '409': refusal('There is a client with this identifier again.'),
      '500': NOT_SAVED,
    }),
    [`${client}/test`]: TEST_CLIENT,
    '/app/v1/mqtt/export': EXPORT,
    '/app/v1/mqtt/import': IMPORT,
    '/app/v1/mqtt/test': TEST,
  };
}

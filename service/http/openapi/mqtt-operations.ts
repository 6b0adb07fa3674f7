/** The app API of MQTT clients in the OpenAPI document. */
import {
  ATTACHMENT,
  INVALID_BODY,
  jsonBody,
  NO_CONTENT,
  OPTIONAL_BODY,
  type Operation,
  type OperationDetails,
  operationsOf,
  type Parameter,
  type PathItem,
  type Response,
  refusal,
  responseSpec,
  STORAGE_FAILED,
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
const TEST_RESULT = schemaRef('MqttVerdict');
const UNKNOWN = refusal('No such client.');
const TOO_MANY = refusal('Four connection tests are already running.');

const INPUT_EXAMPLE = { host: 'broker.example', port: 8883, ssl: true, username: 'lab', advanced: { qos: 1 } };

const operation = operationsOf('MQTT');

function ofClient(name: string, summary: string, facts: OperationDetails): Operation {
  return operation(name, summary, { ...facts, parameters: [ID] });
}

const CLIENTS: PathItem = {
  get: operation('mqtt-clients', 'List MQTT clients and their status', {
    responses: { '200': responseSpec('The clients, sorted by identifier.', schemaRef('MqttClients')) },
  }),
  post: operation('create-mqtt-client', 'Add a client', {
    description: 'Omitted fields are set to their defaults. The default of `name` is the identifier.',
    body: jsonBody(schemaRef('MqttClientCreate'), { identifier: 'lab', ...INPUT_EXAMPLE }),
    responses: {
      '201': responseSpec('The client. `Location` has its path.', CLIENT),
      '400': INVALID_BODY,
      '409': refusal('A client with this identifier already exists.'),
      '500': STORAGE_FAILED,
    },
  }),
};

const ONE_CLIENT: PathItem = {
  get: ofClient('mqtt-client', 'Get a client', {
    responses: { '200': responseSpec('The client.', CLIENT), '404': UNKNOWN },
  }),
  put: ofClient('update-mqtt-client', 'Replace the configuration of a client', {
    description:
      'Omitted fields are reset to their defaults, except the password, certificates and key: omit them to keep them; an empty string removes them. A stored password is used only for the address it was entered for. If host, port, ssl or the certificate checks change, it must be entered again.',
    body: jsonBody(schemaRef('MqttClientInput'), INPUT_EXAMPLE),
    responses: {
      '200': responseSpec('The changed client.', CLIENT),
      '400': INVALID_BODY,
      '404': UNKNOWN,
      '500': STORAGE_FAILED,
    },
  }),
  delete: ofClient('remove-mqtt-client', 'Remove a client', {
    description: 'Also clears its retained topics and deletes its outbox.',
    body: OPTIONAL_BODY,
    responses: {
      '200': responseSpec('An empty object.', NO_CONTENT),
      '400': INVALID_BODY,
      '404': UNKNOWN,
      '500': STORAGE_FAILED,
    },
  }),
};

function action(name: string, summary: string, description: string, others: Record<string, Response>): PathItem {
  const responses = { '200': responseSpec('The client.', CLIENT), '400': INVALID_BODY, '404': UNKNOWN, ...others };
  return { post: ofClient(`${name}-mqtt-client`, summary, { description, body: OPTIONAL_BODY, responses }) };
}

const TEST: PathItem = {
  post: operation('test-mqtt', 'Test a configuration', {
    description: 'Connects with a separate session and publishes nothing. Takes at most 15 seconds.',
    body: jsonBody(schemaRef('MqttClientInput'), INPUT_EXAMPLE),
    responses: {
      '200': responseSpec('The test result, passed or failed.', TEST_RESULT),
      '400': INVALID_BODY,
      '503': TOO_MANY,
    },
  }),
};

const TEST_CLIENT: PathItem = {
  post: ofClient('test-mqtt-client', 'Test a stored client, optionally with changes', {
    description:
      'An empty object, or no body, tests the stored configuration. Otherwise the given configuration is tested. Omitted secrets are taken from the stored client if the address is the same.',
    body: { ...jsonBody(schemaRef('MqttClientInput'), {}), required: false },
    responses: {
      '200': responseSpec('The test result, passed or failed.', TEST_RESULT),
      '400': INVALID_BODY,
      '404': UNKNOWN,
      '503': TOO_MANY,
    },
  }),
};

const EXPORT: PathItem = {
  get: operation('export-mqtt-clients', 'Export all clients', {
    description: 'Passwords, certificates and keys are not included.',
    responses: { '200': { ...responseSpec('The file.', schemaRef('MqttImport')), headers: ATTACHMENT } },
  }),
};

const IMPORT: PathItem = {
  post: operation('import-mqtt-clients', 'Import clients', {
    description: 'Adds clients and replaces those with the same identifier. All clients are imported, or none.',
    body: jsonBody(schemaRef('MqttImport'), { mqtt: { clients: { lab: INPUT_EXAMPLE } } }),
    responses: {
      '200': responseSpec('The added and updated clients.', schemaRef('MqttImported')),
      '400': INVALID_BODY,
      '500': STORAGE_FAILED,
    },
  }),
};

export function mqttOperations(): Record<string, PathItem> {
  const client = '/app/v1/mqtt/clients/{id}';
  return {
    '/app/v1/mqtt/clients': CLIENTS,
    [client]: ONE_CLIENT,
    [`${client}/connect`]: action(
      'connect',
      'Connect now',
      'Retries immediately instead of at the scheduled time.',
      {},
    ),
    [`${client}/disable`]: action('disable', 'Disable a client', 'The client stays configured and does not connect.', {
      '500': STORAGE_FAILED,
    }),
    [`${client}/enable`]: action('enable', 'Enable a client', 'The client connects again.', { '500': STORAGE_FAILED }),
    [`${client}/restore`]: action('restore', 'Restore a removed client', 'Restores the client with its secrets.', {
      '404': refusal('No client with this identifier was recently removed.'),
      '409': refusal('A client with this identifier already exists.'),
      '500': STORAGE_FAILED,
    }),
    [`${client}/test`]: TEST_CLIENT,
    '/app/v1/mqtt/export': EXPORT,
    '/app/v1/mqtt/import': IMPORT,
    '/app/v1/mqtt/test': TEST,
  };
}

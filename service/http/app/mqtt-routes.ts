/** `/app/v1/mqtt`: MQTT clients. */
import {
  type MqttClientInput,
  type MqttClientView,
  mqttClientCreateSchema,
  mqttClientInputSchema,
  mqttImportSchema,
} from '../../contract/index.ts';
import { ATTACHMENT, pathParameter, responseSpec } from '../openapi/operation.ts';
import { schemaRef } from '../openapi/schemas.ts';
import type { MqttAdministration } from '../options.ts';
import { sendJson } from '../response.ts';
import { type Call, operationsOf, type Route, STORAGE_FAILED, sendCreated } from './route.ts';

const CLIENTS = '/app/v1/mqtt/clients';

const EXPORT_FILE = 'mensura-mqtt-clients.json';

const ID = pathParameter('id', 'Identifier of the client, percent-encoded.', { type: 'string', example: 'lab' });

const UNKNOWN = 'No such client.';
const TWICE = 'A client with this identifier already exists.';
const TOO_MANY = 'Four connection tests are already running.';

const INPUT_EXAMPLE = { host: 'broker.example', port: 8883, ssl: true, username: 'lab', advanced: { qos: 1 } };

/** The configuration of a client without secrets; the stored ones replace them. */
function storedInput({
  identifier: _identifier,
  password_set: _set,
  status: _status,
  ...view
}: MqttClientView): MqttClientInput {
  const {
    ca: _ca,
    certificate: _certificate,
    key_set: _keySet,
    proxy_password_set: _atProxy,
    ...advanced
  } = view.advanced;
  return { ...view, advanced };
}

/** An empty body tests the stored configuration. */
function testedInput({ services, id, body }: Call<MqttClientInput>): MqttClientInput {
  const stored = services.mqtt.get(id);
  const given = body();
  return Object.keys(given).length === 0 ? storedInput(stored) : given;
}

const { read, write } = operationsOf('MQTT');

function action(
  name: string,
  summary: string,
  description: string,
  act: (mqtt: MqttAdministration, id: string) => unknown,
  errors: Readonly<Record<string, string>> = {},
): Route {
  return {
    path: `${CLIENTS}/:id/${name}`,
    post: write(`${name}-mqtt-client`, summary, {
      description,
      parameters: [ID],
      ok: ['The client.', 'MqttClient'],
      errors: { '404': UNKNOWN, ...errors },
      handle: ({ services, id }) => act(services.mqtt, id),
    }),
  };
}

export const MQTT_ROUTES: readonly Route[] = [
  {
    path: CLIENTS,
    get: read('mqtt-clients', 'List MQTT clients and their status', {
      ok: ['The clients, sorted by identifier.', 'MqttClients'],
      handle: ({ services }) => services.mqtt.list(),
    }),
    post: write('create-mqtt-client', 'Add a client', {
      description: 'Omitted fields are set to their defaults. The default of `name` is the identifier.',
      body: { schema: mqttClientCreateSchema, example: { identifier: 'lab', ...INPUT_EXAMPLE } },
      created: ['The client. `Location` has its path.', 'MqttClient'],
      errors: { '409': TWICE, '500': STORAGE_FAILED },
      handle: async ({ services, response, body }) => {
        const view = await services.mqtt.create(body());
        sendCreated(response, CLIENTS, view.identifier, view);
      },
    }),
  },
  {
    path: `${CLIENTS}/:id`,
    get: read('mqtt-client', 'Get a client', {
      parameters: [ID],
      ok: ['The client.', 'MqttClient'],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.mqtt.get(id),
    }),
    put: write('update-mqtt-client', 'Replace the configuration of a client', {
      description:
        'Omitted fields are reset to their defaults, except the password, certificates and key: omit them to leave them unchanged; an empty string deletes them. A stored password is used only for the address it was entered for. If host, port, ssl, the certificate checks or the proxy change, it must be entered again.',
      parameters: [ID],
      body: { schema: mqttClientInputSchema, example: INPUT_EXAMPLE },
      ok: ['The changed client.', 'MqttClient'],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.mqtt.update(services.mqtt.get(id).identifier, body()),
    }),
    delete: write('remove-mqtt-client', 'Delete a client', {
      description: 'Also clears its retained topics and deletes its outbox.',
      parameters: [ID],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.mqtt.remove(id),
    }),
  },
  action('connect', 'Connect now', 'Retries immediately instead of at the scheduled time.', (mqtt, id) =>
    mqtt.connect(id),
  ),
  action(
    'disable',
    'Disable a client',
    'The client stays configured and does not connect.',
    (mqtt, id) => mqtt.setEnabled(id, false),
    { '500': STORAGE_FAILED },
  ),
  action('enable', 'Enable a client', 'The client connects again.', (mqtt, id) => mqtt.setEnabled(id, true), {
    '500': STORAGE_FAILED,
  }),
  action(
    'restore',
    'Restore a deleted client',
    'Restores the client with its secrets.',
    (mqtt, id) => mqtt.restore(id),
    {
      '404': 'No client with this identifier was recently deleted.',
      '409': TWICE,
      '500': STORAGE_FAILED,
    },
  ),
  {
    path: `${CLIENTS}/:id/test`,
    post: write('test-mqtt-client', 'Test a stored client, optionally with changes', {
      description:
        'An empty object, or no body, tests the stored configuration. Otherwise the given configuration is tested. Omitted secrets are taken from the stored client if the address is the same.',
      parameters: [ID],
      body: { schema: mqttClientInputSchema, example: {}, mayBeEmpty: true },
      ok: ['The test result, passed or failed.', 'MqttVerdict'],
      errors: { '404': UNKNOWN, '503': TOO_MANY },
      handle: (call) => call.services.mqtt.test(testedInput(call), call.id),
    }),
  },
  {
    path: '/app/v1/mqtt/export',
    get: read('export-mqtt-clients', 'Export all clients', {
      description: 'Passwords, certificates and keys are not included.',
      ok: { ...responseSpec('The file.', schemaRef('MqttImport')), headers: ATTACHMENT },
      handle: ({ services, response }) => {
        response.setHeader('Content-Disposition', `attachment; filename="${EXPORT_FILE}"`);
        sendJson(response, services.mqtt.export(), true);
      },
    }),
  },
  {
    path: '/app/v1/mqtt/import',
    post: write('import-mqtt-clients', 'Import clients', {
      description: 'Adds clients and replaces those with the same identifier. All clients are imported, or none.',
      body: { schema: mqttImportSchema, example: { mqtt: { clients: { lab: INPUT_EXAMPLE } } } },
      ok: ['The added and updated clients.', 'MqttImported'],
      errors: { '500': STORAGE_FAILED },
      handle: ({ services, body }) => services.mqtt.import(body()),
    }),
  },
  {
    path: '/app/v1/mqtt/test',
    post: write('test-mqtt', 'Test a configuration', {
      description: 'Connects with a separate session and does not publish. Takes at most 15 s.',
      body: { schema: mqttClientInputSchema, example: INPUT_EXAMPLE },
      ok: ['The test result, passed or failed.', 'MqttVerdict'],
      errors: { '503': TOO_MANY },
      handle: ({ services, body }) => services.mqtt.test(body(), undefined),
    }),
  },
];

/** `/app/v1/mqtt`: MQTT clients. */
import {
  type MqttClientInput,
  type MqttClientView,
  mqttClientCreateSchema,
  mqttClientInputSchema,
  mqttImportSchema,
} from '../../contract/index.ts';
import type { MqttAdministration } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody, type JsonBody } from '../routing/strict-json.ts';
import { actionRoutes, idOf, nothingSchema, sendCreated } from './actions.ts';

const CLIENTS = '/app/v1/mqtt/clients';

const EXPORT_FILE = 'mensura-mqtt-clients.json';

/** The configuration of a client without secrets; the stored ones replace them. */
function storedInput({
  identifier: _identifier,
  password_set: _set,
  status: _status,
  ...view
}: MqttClientView): MqttClientInput {
  const { ca: _ca, certificate: _certificate, key_set: _keySet, ...advanced } = view.advanced;
  return { ...view, advanced };
}

export function mqttRoutes(mqtt: MqttAdministration): Resource[] {
  /** An empty body tests the stored configuration. */
  function testedInput(id: string, body: JsonBody): MqttClientInput {
    const stored = mqtt.get(id);
    const given = checkBody(mqttClientInputSchema, body);
    return Object.keys(given).length === 0 ? storedInput(stored) : given;
  }

  return [
    {
      path: CLIENTS,
      get: (_request, response) => sendJson(response, mqtt.list()),
      post: async (_request, response, body) => {
        const view = await mqtt.create(checkBody(mqttClientCreateSchema, body));
        sendCreated(response, CLIENTS, view.identifier, view);
      },
    },
    {
      path: `${CLIENTS}/:id`,
      get: (request, response) => sendJson(response, mqtt.get(idOf(request))),
      put: async (request, response, body) => {
        // 404 comes before an invalid body.
        const { identifier } = mqtt.get(idOf(request));
        sendJson(response, await mqtt.update(identifier, checkBody(mqttClientInputSchema, body)));
      },
      delete: async (request, response, body) => {
        checkBody(nothingSchema, body);
        await mqtt.remove(idOf(request));
        sendJson(response, {});
      },
    },
    ...actionRoutes(CLIENTS, {
      connect: (id) => mqtt.connect(id),
      disable: (id) => mqtt.setEnabled(id, false),
      enable: (id) => mqtt.setEnabled(id, true),
      restore: (id) => mqtt.restore(id),
    }),
    {
      path: `${CLIENTS}/:id/test`,
      postMayBeEmpty: true,
      post: async (request, response, body) => {
        const id = idOf(request);
        sendJson(response, await mqtt.test(testedInput(id, body), id));
      },
    },
    {
      path: '/app/v1/mqtt/test',
      post: async (_request, response, body) =>
        sendJson(response, await mqtt.test(checkBody(mqttClientInputSchema, body), undefined)),
    },
    {
      path: '/app/v1/mqtt/export',
      get: (_request, response) => {
        response.setHeader('Content-Disposition', `attachment; filename="${EXPORT_FILE}"`);
        sendJson(response, mqtt.export(), true);
      },
    },
    {
      path: '/app/v1/mqtt/import',
      post: async (_request, response, body) =>
        sendJson(response, await mqtt.import(checkBody(mqttImportSchema, body))),
    },
  ];
}

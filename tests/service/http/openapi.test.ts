/** The document against the rules of OpenAPI 3.1, and against what is served. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '../../../service/contract/index.ts';
import { databaseView } from '../../support/views/databases.ts';
import { destinationView } from '../../support/views/destinations.ts';
import { ask, post, write } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

type Json = Record<string, unknown>;

const RULE = contract.alarmRuleInputSchema.parse({ family: 'usb', serial: 'E1', channel: 'temperature', upper: 30 });

const MARKER = { id: 1, at: 1_795_185_912_318, text: 'Door opened', device: 'usb/E24638' };

/** What the paths name that have an id, by how they begin; the longest first. */
const IDS = [
  ['/app/v1/gateways', 'g01a2b3c4'],
  ['/app/v1/databases', 'b01a2b3c4'],
  ['/app/v1/destinations', 'n01a2b3c4'],
  ['/app/v1/dashboards', 'd01b2c3d4'],
  ['/app/v1/computed', 'c01b2c3d4'],
  ['/app/v1/run-plans', 'p01b2c3d4'],
  ['/app/v1/serial-ports', '%2Fdev%2FttyUSB0'],
  ['/app/v1/alarms/rules', 'a01b2c3d4'],
  ['/app/v1/alarms', '01b2c3d4e5f6-5'],
  ['/app/v1/markers', '1'],
  ['/app/v1/runs', '1'],
  ['/app/v1/imports', '3fa91c02'],
] as const;
const COMPUTED = contract.computedInputSchema.parse({
  name: 'Degree-hours',
  formula: 'integral([usb/E1/temperature])',
});

const RUN = contract.runStartSchema.parse({
  name: 'Batch 12',
  channels: [{ family: 'usb', serial: 'E1', channel: 'temperature' }],
});
const RUN_PLAN: contract.RunPlan = {
  id: 'p01b2c3d4',
  plan: contract.runPlanInputSchema.parse({
    name: 'Batch {n}',
    channels: [{ family: 'usb', serial: 'E1', channel: 'temperature' }],
    start: { kind: 'request' },
  }),
  last_started: null,
  active_run: null,
  error: null,
};

const DASHBOARD = { id: 'd01b2c3d4', dashboard: { name: 'Roof', tiles: [] } };

const BACKFILL: contract.Backfill = {
  state: 'done',
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-21T00:00:00.000Z',
  written: 1,
  discarded: 0,
  progress: 1,
  error: null,
  started: '2026-11-21T00:00:00.000Z',
  ended: '2026-11-21T00:01:00.000Z',
};

let host: Host;
let document: Json;

beforeAll(async () => {
  host = await startHost();
  host.attach('E1', 20);
  await host.world.mqtt.create({ identifier: 'lab' });
  await host.world.gateways.create({ kind: 'mqtt', name: 'Lab', enabled: true, client: 'lab', prefix: 'lab' });
  host.world.databases.put(databaseView({ id: 'b01a2b3c4', status: { backfill: BACKFILL } }));
  host.world.destinations.put(destinationView({ id: 'n01a2b3c4' }));
  await host.world.history.addMarker(MARKER);
  await host.world.alarms.createRule(RULE);
  host.world.alarms.raise();
  await addRun();
  host.world.dashboards.put(DASHBOARD);
  host.world.computed.put('c01b2c3d4', COMPUTED);
  host.world.runPlans.put(RUN_PLAN);
  await ask(host.port, '/app/v1/export?channel=usb/E1/temperature&id=lab');
  document = (await ask(host.port, '/openapi.json', { headers: { Host: 'localhost:8080' } })).json() as Json;
});
afterAll(() => host.stop());

/** An active run with an attachment. */
async function addRun(): Promise<void> {
  const { pre_trigger_s: _before, stop_after_s: _after, range: _range, ...run } = RUN;
  const started = '2026-11-20T14:45:12.318Z';
  const made = { from: started, to: null, started, stop_at: null, plan: null, attachments: [] };
  host.world.runs.put({ id: 1, ...run, ...made });
  await host.world.runs.attach(1, { name: 'lab', text: 'Door opened.' });
}

/** Every object in the document, with where it stands. */
function* objectsIn(value: unknown, place = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Json];
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${place}/${key}`);
}

function resolve(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: unknown; description: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
}

/** Paths whose query must name channels. */
const ASKS_FOR_CHANNELS = new Set(['/app/v1/history', '/app/v1/history/statistics']);

/** A path to something that is there. */
function filled(path: string): string {
  const id = IDS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'lab';
  const target = path
    .replace('{family}', 'usb')
    .replace('{serial}', 'E1')
    .replace('{channel}', 'temperature')
    .replace('{name}', 'lab')
    .replace('{id}', id);
  return ASKS_FOR_CHANNELS.has(path) ? `${target}?channel=usb/E1/temperature` : target;
}

function putRule(): void {
  host.world.alarms.putRule({ id: 'a01b2c3d4', rule: RULE, snoozed: null, watching: true });
}

/** What was removed is there again for the next. */
async function bringBack(path: string): Promise<void> {
  if (path.startsWith('/app/v1/gateways')) host.world.gateways.bringBack('g01a2b3c4');
  else if (path.startsWith('/app/v1/alarms')) putRule();
  else if (path.startsWith('/app/v1/serial-ports')) host.world.serialPorts.put({ path: '/dev/ttyUSB0' });
  else if (path.startsWith('/app/v1/dashboards')) host.world.dashboards.put(DASHBOARD);
  else if (path.startsWith('/app/v1/computed')) host.world.computed.put('c01b2c3d4', COMPUTED);
  else if (path.startsWith('/app/v1/runs')) await addRun();
  else if (path.startsWith('/app/v1/imports')) host.world.imports.put('3fa91c02');
  else if (path.startsWith('/app/v1/run-plans')) host.world.runPlans.put(RUN_PLAN);
  else if (path.startsWith('/app/v1/markers')) host.world.history.putMarker(MARKER);
  else await post(host.port, `${filled(path)}/restore`);
}

/** Each operation with its path and method. */
function operations(): [path: string, method: string, operation: Operation][] {
  return Object.entries(document['paths'] as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
  );
}

describe('the OpenAPI document', () => {
  test('has what OpenAPI 3.1 requires', () => {
    expect(document['openapi']).toMatch(/^3\.1\.\d+$/);
    expect(document['info']).toMatchObject({ title: 'Mensura', version: contract.APP_VERSION_TEXT });
    const allowed = [
      'openapi',
      'info',
      'jsonSchemaDialect',
      'servers',
      'paths',
      'webhooks',
      'components',
      'security',
      'tags',
    ];
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(document)));
    for (const [path, method, operation] of operations()) {
      expect(path).toMatch(/^\//);
      expect(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']).toContain(method);
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(response.description).not.toBe('');
        for (const type of Object.keys(response.content ?? {})) expect(type).toMatch(/^[a-z]+\/[a-z.+-]+$/);
      }
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const given = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(new Set(given.map(({ name }) => name))).toEqual(new Set(inPath));
      for (const parameter of operation.parameters ?? []) {
        expect(['query', 'header', 'path', 'cookie']).toContain(parameter.in);
        expect(parameter.schema).toBeDefined();
        if (parameter.in === 'path') expect(parameter.required).toBe(true);
      }
    }
  });

  test('has unique operation IDs with defined tags', () => {
    const ids = operations().map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = (document['tags'] as { name: string }[]).map(({ name }) => name);
    for (const [, , operation] of operations()) {
      for (const tag of (operation as unknown as { tags: string[] }).tags) expect(tags).toContain(tag);
    }
  });

  test('documents for each PUT and PATCH that it may fail to save', () => {
    const changes = operations().filter(([path, method]) => path.startsWith('/app/') && /^(?:put|patch)$/.test(method));
    expect(changes.length).toBeGreaterThan(0);
    for (const [path, , { responses }] of changes)
      expect([path, Object.keys(responses)]).toEqual([path, expect.arrayContaining(['500'])]);
  });

  test('has no missing or unused schemas', () => {
    const used = new Set<string>();
    for (const [place, object] of objectsIn(document)) {
      const ref = object['$ref'];
      if (typeof ref !== 'string') continue;
      expect([place, resolve(ref)]).toEqual([place, expect.any(Object)]);
      used.add(ref);
    }
    const { schemas } = document['components'] as { schemas: Json };
    expect(
      Object.keys(schemas)
        .map((id) => `#/components/schemas/${id}`)
        .filter((ref) => !used.has(ref)),
    ).toEqual([]);
  });

  test('has only types of JSON Schema', () => {
    const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
    const { schemas } = document['components'] as { schemas: Json };
    for (const [, schema] of objectsIn(schemas)) {
      if (typeof schema['type'] === 'string') expect(types).toContain(schema['type']);
      expect(schema['$schema']).toBeUndefined();
      if (Array.isArray(schema['required'])) {
        expect(Object.keys(schema['properties'] as Json)).toEqual(expect.arrayContaining(schema['required']));
      }
    }
  });

  test('has the base URL of the request', () => {
    expect(document['servers']).toEqual([{ url: 'http://localhost:8080' }]);
  });

  test('has every read of the contract in its versions', () => {
    const reads = Object.keys(document['paths'] as Json).filter((path) => /^\/\d/.test(path));
    expect(reads.toSorted()).toEqual([
      '/3.5.0/devices/usb',
      '/3.6.0/devices/usb',
      '/3.7.0/devices/gateway',
      '/3.7.0/devices/gateway/measurements',
      '/3.7.0/devices/gateway/{serial}/measurement',
      '/3.7.0/devices/usb',
      '/3.7.0/devices/usb/measurements',
      '/3.7.0/devices/usb/{serial}/measurement',
    ]);
  });

  test('has only existing routes', async () => {
    for (const [path, method] of operations()) {
      const target = filled(path);
      const allow = (await ask(host.port, target, { method: 'OPTIONS' })).headers.allow ?? '';
      expect([target, allow.split(', ')]).toEqual([target, expect.arrayContaining([method.toUpperCase()])]);
    }
  });

  test('has schemas that match the responses', async () => {
    const schemas: Record<string, { parse(value: unknown): unknown }> = {
      AlarmLog: contract.alarmLogSchema,
      AlarmRule: contract.alarmRuleSchema,
      Alarms: contract.alarmsSchema,
      AppDevice: contract.appDeviceSchema,
      ComputedChannel: contract.computedChannelSchema,
      ComputedChannels: contract.computedChannelsSchema,
      AppDevices: contract.appDevicesSchema,
      AppStatus: contract.appStatusSchema,
      DeviceCollection: contract.deviceCollectionSchema,
      ExportJob: contract.exportJobSchema,
      ExportJobs: contract.exportJobsSchema,
      ImportJob: contract.importJobSchema,
      ImportJobs: contract.importJobsSchema,
      Gateway: contract.gatewayViewSchema,
      HistoryAnswer: contract.historyResultSchema,
      HistoryStatistics: contract.historyStatisticsSchema,
      HistoryStorage: contract.historyStorageSchema,
      Markers: contract.markersSchema,
      Run: contract.runSchema,
      RunAttachment: contract.runAttachmentSchema,
      RunStatistics: contract.runStatisticsSchema,
      Runs: contract.runsSchema,
      Settings: contract.settingsSchema,
      SettingsFacts: contract.settingsFactsSchema,
      StoredChannels: contract.storedChannelsSchema,
      Dashboard: contract.dashboardSchema,
      RunPlan: contract.runPlanSchema,
      RunPlans: contract.runPlansSchema,
      ChannelCorrection: contract.channelCorrectionSchema,
      CorrectionPreview: contract.correctionPreviewSchema,
      Dashboards: contract.dashboardsSchema,
      Backfill: contract.backfillSchema,
      Database: contract.databaseViewSchema,
      Databases: contract.databasesSchema,
      Destination: contract.destinationViewSchema,
      Destinations: contract.destinationsSchema,
      ListedSerialPorts: contract.listedPortsSchema,
      SerialPorts: contract.serialPortsSchema,
      Gateways: contract.gatewaysSchema,
      Measurement: contract.measurementSchema,
      MqttClient: contract.mqttClientViewSchema,
      MqttClients: contract.mqttClientsSchema,
      MqttImport: contract.mqttImportSchema,
      ServiceInfo: contract.serviceInfoSchema,
    };
    let checked = 0;
    for (const [path, method, operation] of operations()) {
      const schema = operation.responses['200']?.content?.['application/json']?.schema;
      const reference = schema?.['$ref'] ?? (schema?.['items'] as Json | undefined)?.['$ref'];
      const parser = schemas[String(reference).replace('#/components/schemas/', '')];
      if (!parser || method !== 'get' || path.includes('devices/gateway')) continue;
      const value = (await ask(host.port, filled(path))).json();
      for (const item of schema?.['items'] ? (value as unknown[]) : [value]) parser.parse(item);
      checked += 1;
    }
    expect(checked).toBeGreaterThanOrEqual(20);
  });
});

describe('the MQTT operations', () => {
  test('are complete', () => {
    const mqtt = operations()
      .map(([path, method]) => `${method} ${path}`)
      .filter((operation) => /expert|mqtt/.test(operation));
    expect(mqtt.toSorted()).toEqual([
      'delete /app/v1/mqtt/clients/{id}',
      'get /app/v1/mqtt/clients',
      'get /app/v1/mqtt/clients/{id}',
      'get /app/v1/mqtt/export',
      'post /app/v1/mqtt/clients',
      'post /app/v1/mqtt/clients/{id}/connect',
      'post /app/v1/mqtt/clients/{id}/disable',
      'post /app/v1/mqtt/clients/{id}/enable',
      'post /app/v1/mqtt/clients/{id}/restore',
      'post /app/v1/mqtt/clients/{id}/test',
      'post /app/v1/mqtt/import',
      'post /app/v1/mqtt/test',
      'post /expert/3.6.0/add_mqtt_clients',
      'post /expert/3.6.0/remove_mqtt_client',
      'post /expert/3.7.0/add_mqtt_clients',
      'post /expert/3.7.0/remove_mqtt_client',
      'put /app/v1/mqtt/clients/{id}',
    ]);
  });

  test('have valid examples', async () => {
    let tried = 0;
    for (const [path, method, { requestBody, responses }] of operations()) {
      const content = requestBody?.content['application/json'];
      if (!content) continue;
      const isDevice = method === 'delete' && path === '/app/v1/devices/{family}/{serial}';
      if (isDevice) host.driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
      const body = JSON.stringify(content.example).replace('"identifier":"lab"', '"identifier":"new"');
      const answer = await write(host.port, method.toUpperCase(), filled(path), body);
      const status = responses['201'] ? 201 : 200;
      const good = expect.not.stringContaining('"success":false') as string;
      expect([path, answer.status, answer.text]).toEqual([path, status, good]);
      if (isDevice) host.attach('E1', 20);
      else if (method === 'delete' || path === '/app/v1/runs/{id}/restore') await bringBack(path);
      tried += 1;
    }
    const writes = operations().filter(([, , { requestBody }]) => requestBody?.content['application/json']);
    expect(tried).toBe(writes.length);
    expect(tried).toBeGreaterThan(30);
  });

  test('describe a client with optional fields and the defaults of the contract', () => {
    const { ExpertMqttClient: client } = (document['components'] as { schemas: Record<string, Json> }).schemas;
    expect(client?.['required']).toBeUndefined();
    expect(client?.['additionalProperties']).toBe(false);
    const defaults = (schema: unknown): Json =>
      Object.fromEntries(
        Object.entries((schema as { properties: Record<string, Json> }).properties).map(([name, member]) => [
          name,
          member['properties'] ? defaults(member) : member['default'],
        ]),
      );
    expect(defaults(client)).toEqual({
      host: 'localhost',
      name: undefined,
      username: '',
      password: '',
      port: 1883,
      protocol_version: 4,
      keep_alive: 60,
      clean_session: true,
      ssl: false,
      reconnect: { enable: true, min_delay: 1000, max_delay: 60_000 },
    });
    expect(client).toMatchObject({ properties: { reconnect: { type: 'object' } } });
    expect(client).not.toHaveProperty('properties.reconnect.required');
  });

  test('require only mandatory fields', () => {
    const { schemas } = document['components'] as { schemas: Record<string, Json> };
    const required = (id: string): unknown => schemas[id]?.['required'];
    expect(required('MqttClientInput')).toBeUndefined();
    expect(required('MqttClientCreate')).toEqual(['identifier']);
    expect(required('ExpertAdd')).toEqual(['mqtt']);
    expect(required('ExpertRemove')).toEqual(['mqtt']);
    expect(required('MqttImport')).toEqual(['mqtt']);
    expect(required('Message')).toEqual(['message']);
    expect(required('SensgateInput')).toEqual(['kind', 'name', 'host']);
    expect(required('RemoteInput')).toEqual(['kind', 'name', 'client', 'prefix']);
    expect(schemas['MqttClientInput']).toMatchObject({ properties: { advanced: { type: 'object' } } });
    expect(schemas['MqttClientInput']).not.toHaveProperty('properties.advanced.required');
  });

  test('have the responses of each version', () => {
    const responses = (version: string) =>
      operations().find(([path]) => path === `/expert/${version}/add_mqtt_clients`)?.[2].responses ?? {};
    expect(Object.keys(responses('3.6.0'))).toEqual(['200', '400', '403']);
    expect(Object.keys(responses('3.7.0'))).toEqual(['200', '400', '403', '500']);
    const schema = (version: string, status: string) =>
      responses(version)[status]?.content?.['application/json']?.schema;
    for (const status of ['200', '400']) {
      expect(schema('3.6.0', status)).toMatchObject({ required: ['success'], properties: { reason: {}, success: {} } });
      expect(schema('3.7.0', status)).toEqual({ $ref: '#/components/schemas/Message' });
    }
    expect(schema('3.6.0', '403')).toEqual({ $ref: '#/components/schemas/Message' });
  });
});

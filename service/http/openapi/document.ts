/** The OpenAPI 3.1 document of all routes. */
import { APP_VERSION_TEXT, CONTRACT_VERSIONS, type ContractVersion, type Family } from '../../contract/index.ts';
import { SERVICE_INFO_PATHS } from '../app/service-routes.ts';
import { readPaths } from '../device-reads/read-router.ts';
import { PRETTY_VERSIONS, type ReadFormat } from '../device-reads/routes.ts';
import { alarmOperations } from './alarm-operations.ts';
import { appOperations } from './app-operations.ts';
import { expertOperations } from './expert-operations.ts';
import { exportOperations } from './export-operations.ts';
import { gatewayOperations } from './gateway-operations.ts';
import { historyOperations } from './history-operations.ts';
import { logOperations } from './log-operations.ts';
import { maintenanceOperations } from './maintenance-operations.ts';
import { mqttOperations } from './mqtt-operations.ts';
import {
  FORBIDDEN,
  INVALID_BODY,
  jsonBody,
  type Operation,
  operationsOf,
  type Parameter,
  type PathItem,
  refusal,
  responseSpec,
  SERIAL,
  STORAGE_FAILED,
} from './operation.ts';
import { componentSchemas, type JsonSchema, schemaRef } from './schemas.ts';

const PRETTY: Parameter = {
  name: 'pretty',
  in: 'query',
  required: false,
  description: 'Indents the response by two spaces. Case-insensitive.',
  schema: { type: 'boolean', default: false },
};

const FAMILY_TEXT: Record<Family, string> = { usb: 'USB devices', gateway: 'gateway devices' };

const FORMS: Record<ReadFormat, { summary: (devices: string) => string; response: string; schema: JsonSchema }> = {
  collection: {
    summary: (devices) => `List all ${devices} with details`,
    response: 'The devices by serial number, and their products.',
    schema: schemaRef('DeviceCollection'),
  },
  measurements: {
    summary: (devices) => `List the latest measurements of all ${devices}`,
    response: 'One entry per device with readings, sorted by serial number.',
    schema: { type: 'array', items: schemaRef('Measurement') },
  },
  measurement: {
    summary: (devices) => `Get the latest measurement of one of the ${devices}`,
    response: 'The latest measurement.',
    schema: schemaRef('Measurement'),
  },
};

function readOperation(form: ReadFormat, family: Family, version: ContractVersion): Operation {
  const { summary, response, schema } = FORMS[form];
  const pretty = PRETTY_VERSIONS.has(version);
  const parameters = [...(form === 'measurement' ? [SERIAL] : []), ...(pretty ? [PRETTY] : [])];
  return {
    operationId: `${form}-${family}-${version}`,
    tags: [`Version ${version}`],
    summary: summary(FAMILY_TEXT[family]),
    ...(parameters.length > 0 && { parameters }),
    responses: {
      '200': responseSpec(response, schema),
      ...(pretty && { '400': refusal('`pretty` is not true or false, or is repeated.') }),
      ...FORBIDDEN,
      ...(form === 'measurement' && {
        '404': refusal('No such device in the family, or it has no readings yet.'),
      }),
    },
  };
}

function infoOperation(path: string): Operation {
  return {
    operationId: path.slice(1),
    tags: ['Service'],
    summary: 'Get the name, status and version of the service',
    description: 'An invalid `pretty` is ignored.',
    parameters: [PRETTY],
    responses: { '200': responseSpec('Service information.', schemaRef('ServiceInfo')), ...FORBIDDEN },
  };
}

function readOperations(): Record<string, PathItem> {
  const reads = readPaths().map(({ path, route: { form, family }, version }) => [
    path.replaceAll(/:(\w+)/g, '{$1}'),
    { get: readOperation(form, family, version) },
  ]);
  const infos = SERVICE_INFO_PATHS.map((path) => [path, { get: infoOperation(path) }]);
  return Object.fromEntries([...reads, ...infos]) as Record<string, PathItem>;
}

const operation = operationsOf('App API');

const SETTINGS: PathItem = {
  get: operation('settings', 'Get the settings', {
    responses: { '200': responseSpec('All settings. They contain no passwords.', schemaRef('Settings')) },
  }),
  patch: operation('patch-settings', 'Change settings', {
    description:
      'Omitted settings are not changed. All changes are in effect when the response is sent, or none are. A new port is open by then; the previous port stays open until it has had no request or event stream for 5 seconds, but for at most 10 minutes. A setting that is overridden by a flag or environment variable in this run is only saved, and `simulate_publish` applies at the next start: see `GET /app/v1/settings/facts`. Pages of allowed origins cannot change `port`, `allowed_origins` and `refuse_other_users`. Folders and serial ports cannot be changed here; use the desktop app, a flag, or `settings.json`.',
    body: jsonBody(schemaRef('SettingsPatch'), { history_raw_days: 180 }),
    responses: {
      '200': responseSpec('All settings.', schemaRef('Settings')),
      '400': INVALID_BODY,
      '409': refusal('The port is in use by another program, which the message names. Nothing was changed.'),
      '500': STORAGE_FAILED,
    },
  }),
};

const FACTS: PathItem = {
  get: operation('settings-facts', 'Get the overridden and pending settings of this run', {
    description: 'The location of the settings, active overrides, and changes that apply at the next start.',
    responses: { '200': responseSpec('Location, overrides and pending changes.', schemaRef('SettingsFacts')) },
  }),
};

function settingsOperations(): Record<string, PathItem> {
  return { '/app/v1/settings': SETTINGS, '/app/v1/settings/facts': FACTS };
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, JsonSchema> };
}

const DESCRIPTION =
  'Readings, devices and settings of Mensura for programs on this computer. The service accepts only local connections and requires no authentication. Every error response has a `message`.';

/** The schemas that routes refer to; the schemas in them follow. */
const SCHEMAS = [
  'Alarm',
  'AlarmLog',
  'AlarmRule',
  'AlarmRuleInput',
  'Alarms',
  'AppDevices',
  'AppStatus',
  'Backup',
  'Checks',
  'DeviceCollection',
  'DevicePatch',
  'EntityEvent',
  'ExpertAdd',
  'ExpertRemove',
  'ExportJob',
  'ExportJobs',
  'ExportFormat',
  'ExportLayout',
  'GatewayInput',
  'GatewayOffers',
  'GatewayVerdict',
  'Gateways',
  'HistoryAnswer',
  'HistoryStatistics',
  'HistoryStorage',
  'LogAnswer',
  'LogLevel',
  'Marker',
  'MarkerInput',
  'Markers',
  'Measurement',
  'Message',
  'MqttClientCreate',
  'MqttClientInput',
  'MqttClients',
  'MqttImport',
  'MqttImported',
  'MqttVerdict',
  'ProtocolSwitch',
  'ReadingsEvent',
  'ResetRequest',
  'RestorePreview',
  'RestoreRequest',
  'Restored',
  'ServiceInfo',
  'Settings',
  'SettingsFacts',
  'SettingsPatch',
  'StoredChannels',
  'TimeFormat',
];

/** @param url the base URL of the caller */
export function openApiDocument(url: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mensura',
      version: APP_VERSION_TEXT,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: [
      ...CONTRACT_VERSIONS.toReversed().map((version) => ({
        name: `Version ${version}`,
        description: `Operations of API version ${version}. All API versions remain available.`,
      })),
      { name: 'Service', description: 'Service information and maintenance.' },
      { name: 'App API', description: 'The API of the Mensura window, also available to other tools.' },
      { name: 'MQTT', description: 'App API: MQTT clients.' },
      { name: 'Gateways', description: 'App API: gateways.' },
      { name: 'History', description: 'App API: stored readings and markers.' },
      { name: 'Alarms', description: 'App API: alarms.' },
    ],
    paths: {
      ...readOperations(),
      ...expertOperations(),
      ...appOperations(),
      ...mqttOperations(),
      ...gatewayOperations(),
      ...alarmOperations(),
      ...historyOperations(),
      ...exportOperations(),
      ...settingsOperations(),
      ...maintenanceOperations(),
      ...logOperations(),
    },
    components: { schemas: componentSchemas(SCHEMAS) },
  };
}

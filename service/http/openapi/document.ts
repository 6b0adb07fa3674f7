/** The OpenAPI 3.1 document of all routes. */
import { APP_VERSION_TEXT, CONTRACT_VERSIONS } from '../../contract/index.ts';
import { alarmOperations } from './alarm-operations.ts';
import { appOperations } from './app-operations.ts';
import { expertOperations } from './expert-operations.ts';
import { exportOperations } from './export-operations.ts';
import { gatewayOperations } from './gateway-operations.ts';
import { historyOperations } from './history-operations.ts';
import { logOperations } from './log-operations.ts';
import { maintenanceOperations } from './maintenance-operations.ts';
import { mqttOperations } from './mqtt-operations.ts';
import type { PathItem } from './operation.ts';
import { readOperations } from './read-operations.ts';
import { componentSchemas, type JsonSchema } from './schemas.ts';
import { settingsOperations } from './settings-operations.ts';

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
  'AlarmEvent',
  'AlarmLog',
  'AlarmRule',
  'AlarmRuleEvent',
  'AlarmRuleInput',
  'Alarms',
  'AppDevices',
  'AppStatus',
  'Backup',
  'Checks',
  'DeviceCollection',
  'DevicePatch',
  'ExpertAdd',
  'ExpertRemove',
  'ExportJob',
  'ExportJobs',
  'ExportFormat',
  'ExportLayout',
  'GatewayEvent',
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
  'MarkerEvent',
  'MarkerInput',
  'Markers',
  'Measurement',
  'Message',
  'MqttClientCreate',
  'MqttClientEvent',
  'MqttClientInput',
  'MqttClients',
  'MqttImport',
  'MqttImported',
  'MqttVerdict',
  'NoticeEvent',
  'ProtocolSwitch',
  'ReadingsEvent',
  'RemovedEvent',
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

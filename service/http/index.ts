/** The HTTP service: the contract's reads, the app API with its event stream, OpenAPI, /docs and the GUI's files. */
export type {
  AlarmAdministration,
  DeviceSettings,
  GatewayAdministration,
  HistoryAdministration,
  HttpOptions,
  HttpServer,
  MqttAdministration,
  PreparedPort,
  SettingsAdministration,
} from './options.ts';
export { createHttpServer } from './server.ts';

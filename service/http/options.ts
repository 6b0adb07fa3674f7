/** The interfaces of the HTTP service. */
import type { Readable } from 'node:stream';
import type {
  Alarm,
  AlarmLog,
  AlarmRule,
  AlarmRuleInput,
  Alarms,
  AppStatus,
  Backup,
  BackupGroup,
  ChannelName,
  ChannelRef,
  Checks,
  CsvOptions,
  DevicePatch,
  EntityChange,
  ExpertAdd,
  ExpertRemove,
  ExportFormat,
  ExportJob,
  ExportJobs,
  GatewayConfig,
  GatewayOffers,
  Gateways,
  GatewayTestResult,
  GatewayView,
  HistoryResult,
  HistoryStatistics,
  HistoryStorage,
  LogEntry,
  LogResult,
  Marker,
  MarkerInput,
  Markers,
  MqttClientCreate,
  MqttClientInput,
  MqttClients,
  MqttClientView,
  MqttImport,
  MqttImported,
  MqttTestResult,
  RestoreConfirm,
  RestorePreview,
  RestoreResult,
  Settings,
  SettingsInfo,
  SettingsPatch,
  StoredChannels,
} from '../contract/index.ts';
import type { Registry } from '../devices/registry.ts';
import type { DeviceKey } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import type { Emitter } from '../support/emitter.ts';
import type { Logger } from '../support/logger.ts';
import type { OtherUsersOptions } from './guards/other-users.ts';

/** User settings of devices. */
export interface DeviceSettings {
  /** Empty strings if not set; only channels with a name or note. */
  get(key: DeviceKey): { alias: string; note: string; channelNames: Record<string, ChannelName> };
  /**
   * Applies all changes or none.
   * @throws MensuraError `bad-request`, `not-found`, `instrument-failed`, `timeout`
   */
  patch(key: DeviceKey, patch: DevicePatch): Promise<void>;
  readonly events: Emitter<{ changed: DeviceKey }>;
}

/**
 * The MQTT clients. Changes are applied as a whole or not at all, and resolve when they are saved, without waiting for
 * a broker.
 * @throws MensuraError `bad-request` naming fields, `not-found`, `conflict`, `storage-failed`
 */
export interface MqttAdministration {
  list(): MqttClients;
  /** @throws MensuraError `not-found` */
  get(identifier: string): MqttClientView;
  /** interface.md#add-mqtt-clients: an omitted password is empty; fields of the app API stay. */
  expertAdd(body: ExpertAdd): Promise<void>;
  /** interface.md#remove-mqtt-clients: by name; if no name matches, by identifier. */
  expertRemove(body: ExpertRemove): Promise<void>;
  create(client: MqttClientCreate): Promise<MqttClientView>;
  update(identifier: string, client: MqttClientInput): Promise<MqttClientView>;
  setEnabled(identifier: string, enabled: boolean): Promise<MqttClientView>;
  remove(identifier: string): Promise<void>;
  /** Restores a recently deleted client with its secrets. */
  restore(identifier: string): Promise<MqttClientView>;
  /** Retries immediately. */
  connect(identifier: string): MqttClientView;
  /**
   * Tests a configuration in a separate session, within 15 seconds.
   * @param identifier of the client whose stored secrets replace omitted ones; undefined for none
   */
  test(client: MqttClientInput, identifier: string | undefined): Promise<MqttTestResult>;
  /** Adds clients and replaces those with the same identifier. */
  import(file: MqttImport): Promise<MqttImported>;
  /** All clients in the form that `import` reads, without secrets. */
  export(): MqttImport;
  readonly events: Emitter<{ changed: EntityChange<'mqtt-client'> }>;
}

/**
 * The gateways. Changes are applied as a whole or not at all, and resolve when they are saved, without waiting for a
 * gateway.
 * @throws MensuraError `bad-request` for too many; `conflict` naming the field of a duplicate, `not-found`, `storage-
 * failed`
 */
export interface GatewayAdministration {
  list(): Gateways;
  /** @throws MensuraError `not-found` */
  get(id: string): GatewayView;
  create(config: GatewayConfig): Promise<GatewayView>;
  update(id: string, config: GatewayConfig): Promise<GatewayView>;
  setEnabled(id: string, enabled: boolean): Promise<GatewayView>;
  remove(id: string): Promise<void>;
  /** Retries immediately. */
  connect(id: string): GatewayView;
  /**
   * Tests a configuration within 15 seconds.
   * @param signal ends the test
   * @throws MensuraError `too-many`; the reason of the signal
   */
  test(config: GatewayConfig, signal: AbortSignal): Promise<GatewayTestResult>;
  readonly events: Emitter<{ changed: EntityChange<'gateway'> }>;
}

/** Offers of other Mensura installations on the local network. */
export interface OfferSource {
  offers(): GatewayOffers;
}

/**
 * The history. Times are milliseconds since 1970; ranges are [from, to).
 * @throws MensuraError `bad-request`, `not-found`, `too-many` for too many queries at a time, `storage-failed` if the
 * disk cannot be read
 */
export interface HistoryAdministration {
  query(channels: readonly ChannelRef[], from: number, to: number, points: number): Promise<HistoryResult>;
  statistics(channels: readonly ChannelRef[], from: number, to: number): Promise<HistoryStatistics>;
  channels(): Promise<StoredChannels>;
  storage(): HistoryStorage;
  /** The same without reading the disk. */
  figures(): HistoryStorage;
  /** Deletes the history of a device. */
  deleteDevice(device: DeviceKey): Promise<void>;
  markers(from: number, to: number): Promise<Markers>;
  addMarker(marker: MarkerInput): Promise<Marker>;
  changeMarker(id: number, marker: MarkerInput): Promise<Marker>;
  removeMarker(id: number): Promise<void>;
  readonly events: Emitter<{ marker: EntityChange<'marker'> }>;
}

/** The parsed parameters of an export. */
export interface ExportRequest {
  channels: readonly ChannelRef[];
  from: number;
  to: number;
  format: ExportFormat;
  layout: 'moments' | 'readings';
  csv: CsvOptions;
  /** CSV only: rows per file of a ZIP. Undefined: one file. */
  splitRows: number | undefined;
  /** The ID that the caller chose; undefined: assigned by the service. */
  id: string | undefined;
  /** For the first lines only: not logged, and not listed after its end. */
  isPreview: boolean;
}

export interface StartedExport {
  id: string;
  file: string;
  contentType: string;
  /** Fails if the export cannot be completed. Destroying it cancels the export. */
  stream: Readable;
}

/** Exports, created outside the main thread and never held in memory as a whole. */
export interface ExportAdministration {
  /** @throws MensuraError `bad-request`, `conflict` for an ID in use, `too-many`, `storage-failed` */
  start(request: ExportRequest): Promise<StartedExport>;
  list(): ExportJobs;
  /** @throws MensuraError `not-found` */
  get(id: string): ExportJob;
  /** @throws MensuraError `not-found` */
  cancel(id: string): void;
}

/**
 * Alarms and alarm rules. Changes resolve when they are saved.
 * @throws MensuraError `bad-request`, `conflict` naming the field, `not-found`, `storage-failed`
 */
export interface AlarmAdministration {
  list(): Alarms;
  rule(id: string): AlarmRule;
  createRule(rule: AlarmRuleInput): Promise<AlarmRule>;
  updateRule(id: string, rule: AlarmRuleInput): Promise<AlarmRule>;
  /** Also clears its alarms. */
  removeRule(id: string): Promise<void>;
  acknowledge(id: string): Promise<Alarm>;
  /** @returns the number of alarms that were not acknowledged */
  acknowledgeAll(): Promise<number>;
  log(from: number, to: number, limit: number): Promise<AlarmLog>;
  readonly events: Emitter<{ alarm: EntityChange<'alarm'>; rule: EntityChange<'alarm-rule'> }>;
}

/** The settings that can be changed while the service runs. */
export interface SettingsAdministration {
  get(): Settings;
  facts(): SettingsInfo;
  /**
   * Applies the changes; they are in effect when this resolves. A new port is open by then, and the previous one stays
   * open until its connections are idle.
   * @throws MensuraError `bad-request`, `storage-failed`; `conflict` naming `port` and the program that uses it
   */
  patch(patch: SettingsPatch): Promise<Settings>;
  /** All settings, when one changes. */
  readonly events: Emitter<{ changed: Settings }>;
}

/** Backup, restore and reset of all settings. */
export interface MaintenanceAdministration {
  backup(): Backup;
  /**
   * Replaces these parts; the current settings are saved to a file first. Effects that require it must be confirmed; an
   * unconfirmed origin is not restored. A client without a password in the backup keeps its own if identifier and
   * address are the same.
   * @throws MensuraError `bad-request` naming what is invalid, before anything changes; `storage-failed`
   */
  restore(backup: Backup, parts: readonly BackupGroup[], confirm?: RestoreConfirm): Promise<RestoreResult>;
  /** Changes nothing. @throws MensuraError `bad-request` as `restore` does */
  preview(backup: Backup, parts: readonly BackupGroup[]): Promise<RestorePreview>;
  /** Resets these parts to their defaults. @throws MensuraError `storage-failed` */
  reset(parts: readonly BackupGroup[]): Promise<RestoreResult>;
}

/** A query of the log. */
export interface LogQuery {
  /** Minimum level. */
  level: LogEntry['level'];
  /** Only lines with a higher ID. */
  after: number;
  /** Only lines with a lower ID. */
  before: number;
  /** Maximum lines; the newest are returned. */
  limit: number;
}

/** The log of this run, in memory. */
export interface LogSource {
  read(query: LogQuery): LogResult;
}

/** Checks of this computer. */
export interface SystemChecks {
  run(): Promise<Checks>;
}

/** Diagnostics in one file. */
export interface DiagnosticsSource {
  /**
   * @param status of the service, as in the app API
   * @returns the file; destroying the stream cancels it
   */
  open(status: AppStatus): { file: string; stream: Readable };
}

/** Limits of the service. Times in milliseconds, sizes in bytes. */
export interface HttpLimits {
  /** Open connections on all ports; a further one gets 503 and is closed. Default 1024. */
  maxConnections: number;
  /** Open event streams; a further one gets 503. Default 256. */
  maxStreams: number;
  /** Largest request body. Default 256 KiB. */
  bodyBytes: number;
  /** Time for the head of a request. Default 10 s. */
  headersTimeoutMs: number;
  /** Time for a whole request with its body. Default 30 s. */
  requestTimeoutMs: number;
  /** Time that an idle connection stays open. Default 10 s. */
  keepAliveTimeoutMs: number;
  /** Interval of comments on a quiet event stream. Default 15 s. */
  heartbeatMs: number;
  /** Unsent bytes from which on a stream client gets only the latest readings. Default 256 KiB. */
  slowReaderBytes: number;
  /** Time without reading after which a stream client is disconnected. Default 60 s. */
  stalledReaderMs: number;
  /** Events stored for clients that reconnect. Default 10,000. */
  bufferedEvents: number;
  /** Size of these events. Default 4 MiB. */
  bufferedEventBytes: number;
  /** Quiet time after which a previous port closes. Default 5 s. */
  retiredQuietMs: number;
  /** Time after which it closes in any case, including its event streams. Default 10 min. */
  retiredMs: number;
  /** Maximum previous ports; a further one closes the oldest. Default 4. */
  retiredPorts: number;
  /** Time that `stop` waits for open requests. Default 1 s. */
  stopMs: number;
}

export interface HttpOptions {
  registry: Registry;
  devices: DeviceSettings;
  settings: SettingsAdministration;
  mqtt: MqttAdministration;
  gateways: GatewayAdministration;
  alarms: AlarmAdministration;
  discovery: OfferSource;
  history: HistoryAdministration;
  exports: ExportAdministration;
  maintenance: MaintenanceAdministration;
  log: LogSource;
  checks: SystemChecks;
  diagnostics: DiagnosticsSource;
  /** 0 selects a free port. */
  port: number;
  /** Other web origins whose pages may use the API. Read for each request, since they can change. */
  allowedOrigins: () => ReadonlySet<string>;
  /** The refusal of other accounts; undefined if the system does not report the owner of a connection. */
  otherUsers?: OtherUsersOptions | undefined;
  /** The built window: `index.html` and `assets/`; undefined: only the API. */
  rendererDir: string | undefined;
  host: 'desktop' | 'headless';
  clock: Clock;
  logger: Logger;
  /** Overrides of the defaults. */
  limits?: Partial<HttpLimits>;
  /** Proves to another Mensura of the same user that this is one. @param port where the challenge arrived */
  proveInstance(challenge: string, port: number): string;
  /** Called before a previous port closes. @param url its base URL */
  onLeave(url: string): void;
  /** Names the program that uses a port, for the error message. */
  describePortHolder(port: number): Promise<string>;
}

/** A new open port, to be taken or given up. */
export interface PreparedPort {
  readonly port: number;
  readonly url: string;
  /** Makes it the address of the service. The previous port stays open until it is quiet. */
  activate(): void;
  giveUp(): Promise<void>;
}

export interface HttpServer {
  /**
   * Listens on loopback; resolves when requests are accepted.
   * @throws MensuraError `port-taken`, or `usage` if this user cannot open the port
   */
  start(): Promise<{ port: number; url: string }>;
  /**
   * Opens another port in addition to the current one.
   * @param port 0 selects a free one
   * @returns undefined if it is the current port
   * @throws MensuraError naming `port`: `conflict` with the program that uses it, `bad-request` if it cannot be used
   */
  open(port: number): Promise<PreparedPort | undefined>;
  /** Ends streams and connections within `stopMs`. May be called twice. */
  stop(): Promise<void>;
}

/** What the HTTP service is given, and what it gives. */
import type { Readable } from 'node:stream';
import type {
  Alarm,
  AlarmEvent,
  AlarmLog,
  AlarmRule,
  AlarmRuleEvent,
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
  ExpertAdd,
  ExpertRemove,
  ExportFormat,
  ExportJob,
  ExportJobs,
  GatewayConfig,
  GatewayEvent,
  GatewayOffers,
  Gateways,
  GatewayTestResult,
  GatewayView,
  HistoryAnswer,
  HistoryStatistics,
  HistoryStorage,
  LogAnswer,
  LogEntry,
  Marker,
  MarkerEvent,
  MarkerInput,
  Markers,
  MqttClientCreate,
  MqttClientEvent,
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
import type { DeviceKey } from '../devices/instrument.ts';
import type { Registry } from '../devices/registry.ts';
import type { Clock } from '../support/clock.ts';
import type { Emitter } from '../support/emitter.ts';
import type { Logger } from '../support/logger.ts';
import type { OtherUsersOptions } from './guards/other-users.ts';

/** What the user set on devices; the composition root keeps it. */
export interface DeviceSettings {
  /** Empty texts where nothing is set; the channels that have a name or a note. */
  get(key: DeviceKey): { alias: string; note: string; channelNames: Record<string, ChannelName> };
  /**
   * Changes what is given, and nothing else; all of it or none.
   * @throws MensuraError `bad-request`, `not-found`, `instrument-failed`, `timeout`
   */
  patch(key: DeviceKey, patch: DevicePatch): Promise<void>;
  readonly events: Emitter<{ changed: DeviceKey }>;
}

/**
 * The MQTT clients, kept by the composition root. Everything that changes them is done whole or not at all, and
 * resolves when it is saved; it does not wait for a broker.
 * @throws MensuraError `bad-request` naming fields, `not-found`, `conflict`, `storage-failed`
 */
export interface MqttAdministration {
  list(): MqttClients;
  /** @throws MensuraError `not-found` */
  get(identifier: string): MqttClientView;
  /** interface.md#add-mqtt-clients: an omitted password is empty; fields of the app API stay. */
  expertAdd(body: ExpertAdd): Promise<void>;
  /** interface.md#remove-mqtt-clients: by name; where no name matches, by identifier. */
  expertRemove(body: ExpertRemove): Promise<void>;
  create(client: MqttClientCreate): Promise<MqttClientView>;
  update(identifier: string, client: MqttClientInput): Promise<MqttClientView>;
  setEnabled(identifier: string, enabled: boolean): Promise<MqttClientView>;
  remove(identifier: string): Promise<void>;
  /** Brings back a client that was removed a moment ago, with its secrets. */
  restore(identifier: string): Promise<MqttClientView>;
  /** Tries the broker now instead of when it is due. */
  connect(identifier: string): MqttClientView;
  /**
   * Tries a configuration with a session of its own, within 15 seconds.
   * @param identifier of the client whose stored secrets stand in for those left out; undefined for none
   */
  test(client: MqttClientInput, identifier: string | undefined): Promise<MqttTestResult>;
  /** Adds clients, and replaces those with the same identifiers. */
  import(file: MqttImport): Promise<MqttImported>;
  /** All clients as a file that `import` takes, without passwords, certificates and keys. */
  export(): MqttImport;
  readonly events: Emitter<{ changed: MqttClientEvent }>;
}

/**
 * The gateways, kept by the composition root. Everything that changes them is done whole or not at all, and resolves
 * when it is saved; it does not wait for a gateway.
 * @throws MensuraError `bad-request` for too many; `conflict` naming the field for one that is there already,
 * `not-found`, `storage-failed`
 */
export interface GatewayAdministration {
  list(): Gateways;
  /** @throws MensuraError `not-found` */
  get(id: string): GatewayView;
  create(config: GatewayConfig): Promise<GatewayView>;
  update(id: string, config: GatewayConfig): Promise<GatewayView>;
  setEnabled(id: string, enabled: boolean): Promise<GatewayView>;
  remove(id: string): Promise<void>;
  /** Asks the gateway now instead of when it is due. */
  connect(id: string): GatewayView;
  /**
   * Tries a configuration within 15 seconds.
   * @param signal ends the try
   * @throws MensuraError `too-many`; what the signal says when it was ended
   */
  test(config: GatewayConfig, signal: AbortSignal): Promise<GatewayTestResult>;
  readonly events: Emitter<{ changed: GatewayEvent }>;
}

/** What other Mensuras on the local network offer; the composition root finds it. */
export interface OfferSource {
  offers(): GatewayOffers;
}

/**
 * What was measured, kept by the composition root. Times are milliseconds since 1970; stretches are [from, to).
 * @throws MensuraError `bad-request`, `not-found`, `too-many` when more is asked at a time than is answered,
 * `storage-failed` when the disk does not give it
 */
export interface HistoryAdministration {
  query(channels: readonly ChannelRef[], from: number, to: number, points: number): Promise<HistoryAnswer>;
  statistics(channels: readonly ChannelRef[], from: number, to: number): Promise<HistoryStatistics>;
  channels(): Promise<StoredChannels>;
  storage(): HistoryStorage;
  /** The same for those who only pass it on: does not ask the disk. */
  figures(): HistoryStorage;
  /** Drops everything that is kept of a device. */
  forget(device: DeviceKey): Promise<void>;
  markers(from: number, to: number): Promise<Markers>;
  addMarker(marker: MarkerInput): Promise<Marker>;
  changeMarker(id: number, marker: MarkerInput): Promise<Marker>;
  removeMarker(id: number): Promise<void>;
  readonly events: Emitter<{ marker: MarkerEvent }>;
}

/** What an export is to hold, as the routes understood it. */
export interface ExportRequest {
  channels: readonly ChannelRef[];
  from: number;
  to: number;
  format: ExportFormat;
  layout: 'moments' | 'readings';
  csv: CsvOptions;
  /** Rows of one file; more make a ZIP of several. Undefined: one file, however long. CSV alone. */
  splitRows: number | undefined;
  /** The id to follow it by, as the caller chose it; undefined: the service gives one. */
  id: string | undefined;
  /** Whoever asks wants the first lines alone: neither logged nor listed once it has ended. */
  isPreview: boolean;
}

/** An export that was begun: what to send, piece by piece. */
export interface StartedExport {
  id: string;
  file: string;
  contentType: string;
  /** Ends when it is complete; fails where it could not be completed. Destroying it cancels the export. */
  stream: Readable;
}

/** Exports of the history, made outside the main thread and never held in memory as a whole. */
export interface ExportAdministration {
  /** @throws MensuraError `bad-request`, `conflict` for an id that is in use, `too-many`, `storage-failed` */
  start(request: ExportRequest): Promise<StartedExport>;
  list(): ExportJobs;
  /** @throws MensuraError `not-found` */
  get(id: string): ExportJob;
  /** @throws MensuraError `not-found` */
  cancel(id: string): void;
}

/**
 * Alarms and their rules, kept by the composition root. What changes rules resolves when it is saved.
 * @throws MensuraError `bad-request`, `conflict` naming the field, `not-found`, `storage-failed`
 */
export interface AlarmAdministration {
  list(): Alarms;
  rule(id: string): AlarmRule;
  createRule(rule: AlarmRuleInput): Promise<AlarmRule>;
  updateRule(id: string, rule: AlarmRuleInput): Promise<AlarmRule>;
  /** Its alarms are over with it. */
  removeRule(id: string): Promise<void>;
  acknowledge(id: string): Promise<Alarm>;
  /** @returns how many were not yet */
  acknowledgeAll(): Promise<number>;
  log(from: number, to: number, limit: number): Promise<AlarmLog>;
  readonly events: Emitter<{ alarm: AlarmEvent; rule: AlarmRuleEvent }>;
}

/** The settings that may be changed while the service runs, and by the API. */
export interface SettingsAdministration {
  get(): Settings;
  /** What is true of them in this run. */
  facts(): SettingsInfo;
  /**
   * Changes what is given, and nothing else; it holds when this resolves. A new port answers by then; the old one goes
   * on answering until its connections are idle.
   * @throws MensuraError `bad-request`, `storage-failed`; `conflict` naming `port` and who holds it
   */
  patch(patch: SettingsPatch): Promise<Settings>;
  /** Whenever one changed: all of them, for every window's event stream. */
  readonly events: Emitter<{ changed: Settings }>;
}

/** Backup, restore and reset of everything that a user set, kept by the composition root. */
export interface MaintenanceAdministration {
  backup(): Backup;
  /**
   * Replaces each of these parts by what the backup has of it; everything as it was before is kept in a file first.
   * What acts by itself needs its confirmation; an origin that is not confirmed is left out.
   * What the backup has no password for keeps the one it has, where identifier and address are the same.
   * @throws MensuraError `bad-request` naming what cannot be taken, before anything changed; `storage-failed`
   */
  restore(backup: Backup, parts: readonly BackupGroup[], confirm?: RestoreConfirm): Promise<RestoreResult>;
  /** What a restore would do; nothing is changed. @throws MensuraError `bad-request` as `restore` does */
  preview(backup: Backup, parts: readonly BackupGroup[]): Promise<RestorePreview>;
  /** Puts these parts back to what a first start has. @throws MensuraError `storage-failed` */
  reset(parts: readonly BackupGroup[]): Promise<RestoreResult>;
}

/** Which lines of the log are asked for. */
export interface LogQuery {
  /** This level and what is worse. */
  level: LogEntry['level'];
  /** Newer than this id. */
  after: number;
  /** Older than this id. */
  before: number;
  /** The newest so many. */
  limit: number;
}

/** The log of this run, as far as it is kept in memory. */
export interface LogSource {
  read(question: LogQuery): LogAnswer;
}

/** What must be right on this computer. */
export interface SystemChecks {
  run(): Promise<Checks>;
}

/** Everything that helps to find out what is wrong, in one file. */
export interface DiagnosticsSource {
  /**
   * @param status of the service, as the app API shows it
   * @returns what to send, piece by piece; destroying the stream ends its making
   */
  open(status: AppStatus): { file: string; stream: Readable };
}

/** Bounds of the service. Times in milliseconds, sizes in bytes. */
export interface HttpLimits {
  /** Open connections over both addresses; one more is answered 503 and closed. Default 1024. */
  maxConnections: number;
  /** Open event streams; one more is answered 503. Default 256. */
  maxStreams: number;
  /** Largest request body. Default 256 KiB. */
  bodyBytes: number;
  /** For the head of a request. Default 10 s. */
  headersTimeoutMs: number;
  /** For a whole request with its body. Default 30 s. */
  requestTimeoutMs: number;
  /** How long an idle connection stays open. Default 10 s. */
  keepAliveTimeoutMs: number;
  /** Between two signs of life on a quiet event stream. Default 15 s. */
  heartbeatMs: number;
  /** When so much waits to be sent to a reader of the event stream, its readings are coalesced. Default 256 KiB. */
  slowReaderBytes: number;
  /** A reader that takes nothing for so long is disconnected. Default 60 s. */
  stalledReaderMs: number;
  /** How many past events are kept for readers that come back. Default 10 000. */
  keptEvents: number;
  /** How many bytes of them. Default 4 MiB. */
  keptEventBytes: number;
  /** A port that the service had before closes when nothing was asked there for so long. Default 5 s. */
  retiredQuietMs: number;
  /** It closes after so long at the latest, with the event streams that are still open there. Default 10 min. */
  retiredMs: number;
  /** How many such ports there may be; the oldest closes for one more. Default 4. */
  retiredPorts: number;
  /** How long `stop` waits for answers under way. Default 1 s. */
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
  /** 0 takes any free port. */
  port: number;
  /** Web origins, other than its own, whose pages may use the API. Asked at each request: they may change. */
  allowedOrigins: () => ReadonlySet<string>;
  /** What other users of this computer may not do; undefined where the system does not show whose a connection is. */
  otherUsers?: OtherUsersOptions | undefined;
  /** The built GUI: `index.html` and `assets/`; undefined serves the API alone. */
  rendererDir: string | undefined;
  host: 'desktop' | 'headless';
  clock: Clock;
  logger: Logger;
  /** Where they differ from the defaults. */
  limits?: Partial<HttpLimits>;
  /** Answers a challenge that arrived at a port, so that another Mensura of the same user can tell that this is one. */
  proveInstance(challenge: string, port: number): string;
  /** Told before a port that the service had closes. @param url the base address there */
  onLeave(url: string): void;
  /** Names the program that listens on a port, for the message that it is taken. */
  describePortHolder(port: number): Promise<string>;
}

/** Another port that is open and answers already: it is to be taken, or given up. */
export interface PreparedPort {
  readonly port: number;
  readonly url: string;
  /** From now on it is the service's address. The port before it goes on answering until it is quiet. */
  take(): void;
  /** Closes it again. */
  giveUp(): Promise<void>;
}

export interface HttpServer {
  /**
   * Listens on loopback; resolves when requests are answered.
   * @throws MensuraError `port-taken`, or `usage` when this user may not open the port
   */
  start(): Promise<{ port: number; url: string }>;
  /**
   * Opens another port beside the one there is, with everything that is answered there.
   * @param port 0 takes any free one
   * @returns undefined where that is the port it has
   * @throws MensuraError naming `port`: `conflict` with who holds it, `bad-request` where it cannot be used
   */
  open(port: number): Promise<PreparedPort | undefined>;
  /** Ends streams and connections within `stopMs`. May be called twice. */
  stop(): Promise<void>;
}

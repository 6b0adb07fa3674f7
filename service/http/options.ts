/** The options of the HTTP service. Of the parts that it serves, it knows only the types. */
import type { AlarmManager } from '../alarms/manager.ts';
import type { Maintenance } from '../backup/maintenance.ts';
import type {
  AppStatus,
  Checks,
  ComputedChannel,
  ComputedInput,
  ComputedPreview,
  ComputedPreviewInput,
  EntityChange,
  GatewayOffers,
  Run,
  RunAttachment,
  RunInput,
  RunPlan,
  RunPlanInput,
  RunQuery,
  RunRange,
  RunStart,
  RunStatistics,
  Runs,
  Settings,
  SettingsPatch,
} from '../contract/index.ts';
import type { CorrectionManager } from '../corrections/manager.ts';
import type { DatabaseManager } from '../databases/manager.ts';
import type { KnownDevices } from '../devices/known-devices.ts';
import type { Registry } from '../devices/registry.ts';
import type { GatewayManager } from '../drivers/gateway/manager.ts';
import type { SerialPortManager } from '../drivers/serial/port-manager.ts';
import type { ExportManager } from '../history/export/export-manager.ts';
import type { History } from '../history/history.ts';
import type { ImportManager } from '../history/import/import-manager.ts';
import type { LogRing } from '../log/log-ring.ts';
import type { MqttManager } from '../mqtt/clients/manager.ts';
import type { NotificationManager } from '../notifications/manager.ts';
import type { Reports } from '../reports/reports.ts';
import type { DashboardStore } from '../settings/dashboard-store.ts';
import type { DeviceSettingsStore } from '../settings/device-memory.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Clock } from '../support/clock.ts';
import type { Emitter } from '../support/emitter.ts';
import type { Logger } from '../support/logger.ts';
import type { Attachment } from './app/attachment.ts';
import type { OtherUsersOptions } from './guards/other-users.ts';

/** User settings of devices. `patch` applies all changes or none. */
export type DeviceSettings = Pick<DeviceSettingsStore, 'get' | 'patch' | 'renameGroup' | 'events'>;

/**
 * The MQTT clients. Changes are applied as a whole or not at all, and resolve when they are saved, without waiting for
 * a broker. `test` uses a separate session, within 15 seconds; its identifier is that of the client whose stored
 * secrets replace omitted ones.
 * @throws MensuraError `bad-request` naming fields, `not-found`, `conflict`, `storage-failed`
 */
export type MqttAdministration = Pick<
  MqttManager,
  | 'list'
  | 'get'
  | 'expertAdd'
  | 'expertRemove'
  | 'create'
  | 'update'
  | 'setEnabled'
  | 'remove'
  | 'restore'
  | 'connect'
  | 'test'
  | 'import'
  | 'export'
  | 'events'
>;

/**
 * The gateways. Changes are applied as a whole or not at all, and resolve when they are saved, without waiting for a
 * gateway. `test` takes at most 15 seconds; its signal ends it, with its reason as the error.
 * @throws MensuraError `bad-request` for too many; `conflict` naming the field of a duplicate, `not-found`, `storage-
 * failed`; `too-many` for tests
 */
export type GatewayAdministration = Pick<
  GatewayManager,
  'list' | 'get' | 'create' | 'update' | 'setEnabled' | 'remove' | 'connect' | 'test' | 'events'
>;

/**
 * The databases that readings are written to. Changes are applied as a whole or not at all, and resolve when they are
 * saved, without waiting for a server. `test` takes at most 15 seconds; its ID is that of the database whose stored
 * secrets replace omitted ones, and its signal ends it, with its reason as the error.
 * @throws MensuraError `bad-request` naming fields; `conflict` naming the field of a duplicate, or for a second
 * backfill; `not-found`, `storage-failed`; `too-many` for tests
 */
export type DatabaseAdministration = Pick<
  DatabaseManager,
  | 'list'
  | 'get'
  | 'create'
  | 'update'
  | 'setEnabled'
  | 'remove'
  | 'restore'
  | 'connect'
  | 'test'
  | 'startBackfill'
  | 'backfill'
  | 'pauseBackfill'
  | 'cancelBackfill'
  | 'events'
>;

/**
 * The history. Times are milliseconds since 1970; ranges are [from, to).
 * @throws MensuraError `bad-request`, `not-found`, `too-many` for too many queries at a time, `storage-failed` if the
 * disk cannot be read
 */
export type HistoryAdministration = Pick<
  History,
  | 'query'
  | 'statistics'
  | 'channels'
  | 'sessionChannels'
  | 'storage'
  | 'figures'
  | 'deleteDevice'
  | 'markers'
  | 'addMarker'
  | 'changeMarker'
  | 'removeMarker'
  | 'events'
>;

/**
 * Runs. Changes resolve when they are saved. Times are milliseconds since 1970.
 * @throws MensuraError `bad-request` naming fields; `conflict` naming the reason for an impossible start, stop or trim;
 * `not-found`, `too-many` for too many queries at a time, `storage-failed`
 */
export interface RunAdministration {
  /** The active runs, in the order they were started. */
  active(): readonly Run[];
  list(query: RunQuery): Promise<Runs>;
  get(id: number): Promise<Run>;
  start(run: RunStart): Promise<Run>;
  /** Ends an active run now. */
  stop(id: number): Promise<Run>;
  change(id: number, run: RunInput): Promise<Run>;
  /** Changes the range of a finished run. */
  trim(id: number, range: RunRange): Promise<Run>;
  /** Deletes a run, which may be undone for 10 minutes. An active one is stopped. */
  remove(id: number): Promise<void>;
  restore(id: number): Promise<Run>;
  statistics(id: number): Promise<RunStatistics>;
  attachment(id: number, name: string): Promise<RunAttachment>;
  /** Adds or replaces an attachment. */
  attach(id: number, attachment: RunAttachment): Promise<Run>;
  detach(id: number, name: string): Promise<Run>;
  readonly events: Pick<Emitter<{ changed: EntityChange<'run'> }>, 'on'>;
}

/**
 * Reports of runs and of ranges.
 * @throws MensuraError `not-found` for an unknown run; `too-many` for too many queries at a time, `storage-failed`
 */
export type ReportAdministration = Pick<Reports, 'ofRun' | 'ofRange'>;

/**
 * Automatic runs. Changes resolve when they are saved.
 * @throws MensuraError `bad-request` for too many; `not-found`, `storage-failed`
 */
export interface RunPlanAdministration {
  /** In the order they were added. */
  list(): readonly RunPlan[];
  get(id: string): RunPlan;
  create(plan: RunPlanInput): Promise<RunPlan>;
  update(id: string, plan: RunPlanInput): Promise<RunPlan>;
  remove(id: string): Promise<void>;
  /** Adds a recently deleted one again, with its ID. */
  restore(id: string): Promise<RunPlan>;
  /** Starts a run now. @throws MensuraError `conflict` naming the reason */
  startRun(id: string): Promise<Run>;
  readonly events: Pick<Emitter<{ changed: EntityChange<'run-plan'> }>, 'on'>;
}

/** The parsed parameters of an export. */
export type ExportRequest = Parameters<ExportManager['start']>[0];

/** Exports, created outside the main thread and never held in memory as a whole. */
export type ExportAdministration = Pick<ExportManager, 'start' | 'list' | 'get' | 'cancel'>;

/** Imports of files, one at a time. */
export type ImportAdministration = Pick<ImportManager, 'upload' | 'list' | 'get' | 'change' | 'apply' | 'remove'>;

/**
 * Alarms and alarm rules. Changes resolve when they are saved. Removing a rule clears its alarms; `acknowledgeAll`
 * returns the number of alarms that were not acknowledged.
 * @throws MensuraError `bad-request`, `conflict` naming the field, `not-found`, `storage-failed`
 */
export type AlarmAdministration = Pick<
  AlarmManager,
  | 'list'
  | 'rule'
  | 'createRule'
  | 'updateRule'
  | 'removeRule'
  | 'snoozeRule'
  | 'endSnooze'
  | 'renameGroup'
  | 'acknowledge'
  | 'acknowledgeAll'
  | 'log'
  | 'events'
>;

/**
 * The notification destinations. Changes are applied as a whole or not at all, and resolve when they are saved,
 * without waiting for a server.
 * @throws MensuraError `bad-request` naming fields; `conflict` naming the field of a duplicate; `not-found`,
 * `storage-failed`; `too-many` for tests
 */
export type DestinationAdministration = Pick<
  NotificationManager,
  'list' | 'get' | 'create' | 'update' | 'setEnabled' | 'remove' | 'restore' | 'connect' | 'test' | 'events'
>;

/**
 * The dashboards. Changes resolve when they are saved.
 * @throws MensuraError `bad-request` for too many, `not-found`, `storage-failed`
 */
export type DashboardAdministration = Pick<DashboardStore, 'list' | 'get' | 'create' | 'update' | 'remove' | 'events'>;

/**
 * Corrections of channels. Changes resolve when they are saved, and apply from the next reading on.
 * @throws MensuraError `not-found`; `conflict` for a channel that cannot be corrected; `bad-request` naming fields, or
 * the limit; `storage-failed`
 */
export type CorrectionAdministration = Pick<
  CorrectionManager,
  'list' | 'get' | 'set' | 'remove' | 'preview' | 'events'
>;

/**
 * Computed channels. Changes resolve when they are saved.
 * @throws MensuraError `bad-request` naming `formula` for an invalid one, a loop or too many, `conflict` for removing an
 * input of another one, or for resetting one without a time integral; `not-found`, `storage-failed`
 */
export interface ComputedAdministration {
  /** In the order they were added. */
  list(): readonly ComputedChannel[];
  get(id: string): ComputedChannel;
  create(computed: ComputedInput): Promise<ComputedChannel>;
  update(id: string, computed: ComputedInput): Promise<ComputedChannel>;
  remove(id: string): Promise<void>;
  /** Adds a recently deleted one again, with its ID. */
  restore(id: string): Promise<ComputedChannel>;
  /** Sets its time integrals to 0. */
  reset(id: string): Promise<ComputedChannel>;
  /** Computes without changing anything. An invalid formula is part of the result. */
  preview(computed: ComputedPreviewInput): Promise<ComputedPreview>;
  readonly events: Pick<Emitter<{ changed: EntityChange<'computed-channel'> }>, 'on'>;
}

/**
 * Serial ports. Changes resolve when they are saved; `test` within 20 seconds.
 * @throws MensuraError `bad-request` naming `path`, `conflict`, `not-found`, `too-many`, `storage-failed`
 */
export type SerialPortAdministration = Pick<SerialPortManager, 'list' | 'listed' | 'add' | 'remove' | 'test'>;

/** The settings that can be changed while the service runs. */
export type SettingsAdministration = Pick<LiveSettings, 'get' | 'facts' | 'events'> & {
  /** As in `LiveSettings`, but never folders, added ports or the update feed. */
  patch(patch: SettingsPatch): Promise<Settings>;
};

/** Backup, restore and reset of all settings. */
export type MaintenanceAdministration = Pick<Maintenance, 'backup' | 'restore' | 'preview' | 'reset'>;

/** Default limits of the service. Times in milliseconds, sizes in bytes. */
export const DEFAULT_HTTP_LIMITS = {
  /** Open connections on all ports; a further one gets 503 and is closed. */
  maxConnections: 1024,
  /** Open event streams; a further one gets 503. */
  maxStreams: 256,
  /** Largest request body. */
  bodyBytes: 256 * 1024,
  /** Time for the head of a request. */
  headersTimeoutMs: 10_000,
  /** Time for the body of a request, except an upload. */
  requestTimeoutMs: 30_000,
  /** Time in which an upload must go on. */
  uploadIdleMs: 30_000,
  /** Time for a whole upload. */
  uploadMs: 3_600_000,
  /** Time that an idle connection stays open. */
  keepAliveTimeoutMs: 10_000,
  /** Interval of comments on a quiet event stream. */
  heartbeatMs: 15_000,
  /** Unsent bytes from which on a stream client gets only the latest readings. */
  slowReaderBytes: 256 * 1024,
  /** Time without reading after which a stream client is disconnected. */
  stalledReaderMs: 60_000,
  /** Events stored for clients that reconnect. */
  bufferedEvents: 10_000,
  /** Size of these events. */
  bufferedEventBytes: 4 * 1024 * 1024,
  /** Quiet time after which a previous port closes. */
  retiredQuietMs: 5000,
  /** Time after which it closes in any case, including its event streams. */
  retiredMs: 600_000,
  /** Maximum previous ports; a further one closes the oldest. */
  retiredPorts: 4,
  /** Time that `stop` waits for open requests. */
  stopMs: 1000,
};

export type HttpLimits = Readonly<typeof DEFAULT_HTTP_LIMITS>;

export interface HttpOptions {
  registry: Registry;
  /** The ID of this installation. */
  installation: string;
  /** Whether simulated readings are stored and published in this run. */
  isSimulatedIncluded: boolean;
  /** Devices that were connected before. */
  known: Pick<KnownDevices, 'list' | 'get' | 'forget' | 'events'>;
  devices: DeviceSettings;
  settings: SettingsAdministration;
  mqtt: MqttAdministration;
  gateways: GatewayAdministration;
  databases: DatabaseAdministration;
  alarms: AlarmAdministration;
  destinations: DestinationAdministration;
  dashboards: DashboardAdministration;
  corrections: CorrectionAdministration;
  computed: ComputedAdministration;
  serialPorts: SerialPortAdministration;
  /** Offers of other Mensura installations on the local network. */
  discovery: { offers(): GatewayOffers };
  history: HistoryAdministration;
  runs: RunAdministration;
  reports: ReportAdministration;
  runPlans: RunPlanAdministration;
  exports: ExportAdministration;
  imports: ImportAdministration;
  maintenance: MaintenanceAdministration;
  log: Pick<LogRing, 'read'>;
  /** Checks of this computer. */
  checks: { run(): Promise<Checks> };
  /** Diagnostics in one file, with the status of the app API. */
  diagnostics: { open(status: AppStatus): Omit<Attachment, 'contentType'> };
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
  /** Called before a previous port closes: after that, another program can take it. @param url its base URL */
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

import type {
  AlarmRule,
  Alarms,
  Backup,
  BackupGroup,
  GatewayConfig,
  HistoryLoss,
  MqttBackup,
  MqttImport,
  RETENTION_SETTINGS,
  SavedDeviceSettings,
  Settings,
} from '../contract/index.ts';
import type { ProblemReport } from '../devices/problems.ts';
import type { DeviceKey } from '../devices/types.ts';
import type { SettingsAdministration } from '../http/options.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';

/** Undoes the replacement. @throws MensuraError `storage-failed` */
export type Undo = () => Promise<void>;

type Devices = Readonly<Record<string, SavedDeviceSettings>>;

export interface DeviceGroup {
  all(): Devices;
  replaceAll(devices: Devices): Promise<Undo>;
  sendPeriods(before: Devices, otherwise: (key: DeviceKey) => number): Promise<string[]>;
}

export interface MqttGroup {
  export(): MqttImport;
  withSecrets(): string[];
  checkReplacement(file: MqttBackup): void;
  replaceAll(file: MqttBackup, withSecrets: readonly string[]): Promise<string[]>;
}

export interface GatewayGroup {
  list(): { gateways: readonly { id: string; config: GatewayConfig }[] };
  checkReplacement(gateways: Backup['gateways']): void;
  replaceAll(gateways: Backup['gateways']): Promise<Undo>;
}

export interface AlarmGroup {
  list(): Pick<Alarms, 'rules'>;
  checkReplacement(rules: readonly AlarmRule[]): void;
  replaceAll(rules: readonly AlarmRule[]): Promise<Undo>;
}

/** The lowered limits of the history, in days and GiB. */
export type RetentionLimits = Partial<Pick<Settings, (typeof RETENTION_SETTINGS)[number]>>;

export interface MaintenanceOptions {
  dataDir: string;
  settings: Pick<SettingsAdministration, 'get' | 'patch'>;
  devices: DeviceGroup;
  mqtt: MqttGroup;
  gateways: GatewayGroup;
  alarms: AlarmGroup;
  /**
   * What these limits would delete from the history. @throws StoreError, MensuraError if the store cannot be queried
   */
  losses(limits: RetentionLimits): Promise<HistoryLoss[]>;
  /** Sampling period of a connected device without a configured one, in milliseconds. */
  defaultPeriodOf(key: DeviceKey): number;
  /** Reports a restore that was interrupted by the end of the process. */
  raise(report: ProblemReport): void;
  clock: Clock;
  logger: Logger;
}

/**
 * Order of replacement: first groups that may be refused, such as for a port in use; last those that cannot be
 * undone without loss, since messages waiting for a removed client are discarded with it.
 */
export const RESTORE_ORDER: readonly BackupGroup[] = ['settings', 'devices', 'alarms', 'gateways', 'mqtt'];

/** Names of the groups within a sentence. */
export const GROUP_NAMES: Readonly<Record<BackupGroup, string>> = {
  settings: 'settings',
  devices: 'device names, notes and sampling periods',
  mqtt: 'MQTT clients',
  gateways: 'gateways',
  alarms: 'alarm rules',
};

/** The names of several groups, in this order. */
export function formatGroups(groups: readonly BackupGroup[]): string {
  const wanted = RESTORE_ORDER.filter((group) => groups.includes(group));
  return wanted.map((group) => GROUP_NAMES[group]).join(', ');
}

/** What a backup is made of, and how the parts of the service give and take it. */
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
import type { DeviceKey } from '../devices/instrument.ts';
import type { ProblemReport } from '../devices/problems.ts';
import type { SettingsAdministration } from '../http/options.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';

/** Undoes what was just replaced. @throws MensuraError `storage-failed` */
export type Undo = () => Promise<void>;

type Devices = Readonly<Record<string, SavedDeviceSettings>>;

/** What is set on devices: `DeviceSettingsStore` in `service/settings`. */
export interface DeviceParts {
  all(): Devices;
  replaceAll(devices: Devices): Promise<Undo>;
  sendPeriods(before: Devices, otherwise: (key: DeviceKey) => number): Promise<string[]>;
}

/** `MqttManager` in `service/mqtt`. */
export interface MqttParts {
  export(): MqttImport;
  withSecrets(): string[];
  checkReplacement(file: MqttBackup): void;
  replaceAll(file: MqttBackup, withSecrets: readonly string[]): Promise<string[]>;
}

/** `GatewayManager` in `service/drivers/gateway`. */
export interface GatewayParts {
  list(): { gateways: readonly { id: string; config: GatewayConfig }[] };
  checkReplacement(gateways: Backup['gateways']): void;
  replaceAll(gateways: Backup['gateways']): Promise<Undo>;
}

/** `AlarmManager` in `service/alarms`. */
export interface AlarmParts {
  list(): Pick<Alarms, 'rules'>;
  checkReplacement(rules: readonly AlarmRule[]): void;
  replaceAll(rules: readonly AlarmRule[]): Promise<Undo>;
}

/** The limits of the history that are lowered, in days and GiB. */
export type RetentionLimits = Partial<Pick<Settings, (typeof RETENTION_SETTINGS)[number]>>;

export interface MaintenanceOptions {
  dataDir: string;
  settings: Pick<SettingsAdministration, 'get' | 'patch'>;
  devices: DeviceParts;
  mqtt: MqttParts;
  gateways: GatewayParts;
  alarms: AlarmParts;
  /** What these limits would delete of the history. @throws StoreError, MensuraError where the store cannot tell */
  losses(limits: RetentionLimits): Promise<HistoryLoss[]>;
  /** The sampling period of an attached device that none is set for, in milliseconds. */
  defaultPeriodOf(key: DeviceKey): number;
  /** Tells of a restore that the end of the program had cut short. */
  raise(report: ProblemReport): void;
  clock: Clock;
  logger: Logger;
}

/**
 * In which order parts are replaced: first what may be refused yet, as a port that is taken; last what cannot be undone
 * without a loss, since readings that wait for the broker of a removed client go with it.
 */
export const RESTORE_ORDER: readonly BackupGroup[] = ['settings', 'devices', 'alarms', 'gateways', 'mqtt'];

/** How a sentence names a part. */
export const GROUP_NAMES: Readonly<Record<BackupGroup, string>> = {
  settings: 'settings',
  devices: 'device names, notes and sampling periods',
  mqtt: 'MQTT clients',
  gateways: 'gateways',
  alarms: 'alarm rules',
};

/** Parts as a sentence names them, in their order. */
export function formatGroups(parts: readonly BackupGroup[]): string {
  const wanted = RESTORE_ORDER.filter((part) => parts.includes(part));
  return wanted.map((part) => GROUP_NAMES[part]).join(', ');
}

import { isDeepStrictEqual } from 'node:util';
import type { AlarmManager } from '../alarms/manager.ts';
import type { ComputedManager } from '../computed/manager.ts';
import {
  type Backup,
  type BackupGroup,
  type HistoryLoss,
  type RETENTION_SETTINGS,
  type Settings,
  type SettingsPatch,
  settingsPatchSchema,
} from '../contract/index.ts';
import type { CorrectionManager } from '../corrections/manager.ts';
import type { DatabaseManager } from '../databases/manager.ts';
import type { ProblemReport } from '../devices/problems.ts';
import type { DeviceKey } from '../devices/types.ts';
import type { GatewayManager } from '../drivers/gateway/manager.ts';
import type { RunPlanManager } from '../history/runs/plan-manager.ts';
import type { MqttManager } from '../mqtt/clients/manager.ts';
import type { NotificationManager } from '../notifications/manager.ts';
import type { DashboardStore } from '../settings/dashboard-store.ts';
import type { DeviceSettingsStore } from '../settings/device-memory.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';

/**
 * Settings that HTTP can change (never folders, added ports or the update feed), except the rights of other accounts:
 * more rights would let them in, fewer may lock out the user who restores.
 */
const NAMES = (Object.keys(settingsPatchSchema.shape) as (keyof SettingsPatch)[]).filter(
  (name) => name !== 'refuse_other_users',
);

function pick(settings: Settings, names: readonly (keyof SettingsPatch)[]): SettingsPatch {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

/** Replaces the settings, which then take effect. @returns undoes it */
export async function replaceSettings(settings: MaintenanceOptions['settings'], wanted: Settings): Promise<Undo> {
  const before = settings.get();
  const changed = NAMES.filter((name) => !isDeepStrictEqual(before[name], wanted[name]));
  if (changed.length === 0) return async () => {};
  await settings.patch(pick(wanted, changed));
  return async () => {
    await settings.patch(pick(before, changed));
  };
}

/** Groups that are missing in backups of older versions. */
const OPTIONAL_GROUPS = ['dashboards', 'databases', 'destinations', 'corrections', 'computed', 'run_plans'] as const;

/** The groups that a backup has. */
export function groupsIn(backup: Backup, groups: readonly BackupGroup[]): BackupGroup[] {
  const missing = new Set<BackupGroup>(OPTIONAL_GROUPS.filter((group) => backup[group] === undefined));
  return groups.filter((group) => !missing.has(group));
}

/** Sentences about parts of these groups of a backup, or of a first start, that are not applied. */
export function leftOut(present: Settings, wanted: Backup, groups: readonly BackupGroup[]): string[] {
  const notes = groups.includes('settings') ? settingsLeftOut(present, wanted.settings) : [];
  const brought = groupsIn(wanted, groups);
  const missing = groups.filter((group) => !brought.includes(group));
  return [
    ...notes,
    ...missing.map(
      (group) => `The backup has no ${GROUP_NAMES[group]}; existing ${GROUP_NAMES[group]} are not changed.`,
    ),
  ];
}

function settingsLeftOut(present: Settings, wanted: Settings): string[] {
  const notes: string[] = [];
  if (wanted.csv_log_folder !== present.csv_log_folder) {
    const now = present.csv_log_folder ?? 'the folder "csv" in the data folder';
    const { csv_log_folder: folder } = wanted;
    notes.push(
      folder === undefined
        ? `The CSV folder stays ${now}; folders can only be chosen on the computer.`
        : `The CSV folder ${folder} was not restored; folders can only be chosen on the computer. The current folder is ${now}.`,
    );
  }
  const missing = wanted.serial_ports.filter((path) => !present.serial_ports.includes(path));
  if (missing.length > 0) {
    notes.push(`Manually added serial ports were not restored: ${missing.join(', ')}. Add them again if needed.`);
  }
  const staying = present.serial_ports.filter((path) => !wanted.serial_ports.includes(path));
  if (staying.length > 0) notes.push(`Manually added serial ports stay: ${staying.join(', ')}.`);
  if (wanted.refuse_other_users !== present.refuse_other_users) {
    notes.push(
      `Access for other accounts was not restored: refuse_other_users stays "${present.refuse_other_users}" instead of "${wanted.refuse_other_users}". Change it under Settings > Service.`,
    );
  }
  const { update_feed: feed } = wanted;
  if (feed !== present.update_feed) {
    notes.push(
      feed === undefined
        ? `The update address stays ${present.update_feed}; it can only be set in settings.json.`
        : `The update address ${feed} was not restored; it can only be set in settings.json.`,
    );
  }
  return notes;
}

/** Undoes the replacement. @throws MensuraError `storage-failed` */
export type Undo = () => Promise<void>;

/** The lowered limits of the history, in days and GiB. */
export type RetentionLimits = Partial<Pick<Settings, (typeof RETENTION_SETTINGS)[number]>>;

export interface MaintenanceOptions {
  dataDir: string;
  settings: Pick<LiveSettings, 'get' | 'patch'>;
  devices: Pick<DeviceSettingsStore, 'all' | 'replaceAll' | 'sendPeriods'>;
  mqtt: Pick<MqttManager, 'export' | 'withSecrets' | 'checkReplacement' | 'replaceAll'>;
  gateways: Pick<GatewayManager, 'list' | 'checkReplacement' | 'replaceAll'>;
  databases: Pick<DatabaseManager, 'list' | 'withSecrets' | 'checkReplacement' | 'replaceAll'>;
  destinations: Pick<NotificationManager, 'list' | 'withSecrets' | 'checkReplacement' | 'replaceAll'>;
  alarms: Pick<AlarmManager, 'list' | 'checkReplacement' | 'replaceAll'>;
  dashboards: Pick<DashboardStore, 'list' | 'checkReplacement' | 'replaceAll'>;
  corrections: Pick<CorrectionManager, 'stored' | 'checkReplacement' | 'replaceAll'>;
  computed: Pick<ComputedManager, 'stored' | 'checkReplacement' | 'replaceAll'>;
  runPlans: Pick<RunPlanManager, 'stored' | 'checkReplacement' | 'replaceAll'>;
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
export const RESTORE_ORDER: readonly BackupGroup[] = [
  'settings',
  'devices',
  'dashboards',
  'corrections',
  'computed',
  'alarms',
  'run_plans',
  'gateways',
  'databases',
  'destinations',
  'mqtt',
];

/** Names of the groups within a sentence. */
export const GROUP_NAMES: Readonly<Record<BackupGroup, string>> = {
  settings: 'settings',
  devices: 'device names, notes, groups and sampling periods',
  mqtt: 'MQTT clients',
  gateways: 'gateways',
  databases: 'databases',
  destinations: 'notification destinations',
  alarms: 'alarm rules',
  dashboards: 'dashboards',
  corrections: 'corrections',
  computed: 'computed channels',
  run_plans: 'automatic runs',
};

/** The names of several groups, in this order. */
export function formatGroups(groups: readonly BackupGroup[]): string {
  const wanted = RESTORE_ORDER.filter((group) => groups.includes(group));
  return wanted.map((group) => GROUP_NAMES[group]).join(', ');
}

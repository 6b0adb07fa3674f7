/** Backup, restore and reset that only keep what they were told. */
import {
  APP_VERSION_TEXT,
  type Backup,
  type BackupGroup,
  backupSchema,
  firstStart,
  type RestoreConfirm,
  type RestorePreview,
  type RestoreResult,
} from '../../../service/contract/index.ts';
import type { MaintenanceAdministration } from '../../../service/http/options.ts';
import { Played } from './played.ts';

/** A backup with something of each part. */
export function someBackup(): Backup {
  return backupSchema.parse({
    format: 'mensura-backup',
    version: 1,
    release: '3.7.0',
    made: '2026-11-20T14:45:12.318Z',
    settings: { port: 12_000 },
    devices: { 'usb/E1': { alias: 'Cellar' }, 'usb/E2': { note: 'By the door' } },
    mqtt: { mqtt: { clients: { plant: { host: 'broker.example', name: 'Plant' } } } },
    with_secrets: ['plant'],
    gateways: [],
    databases: [],
    destinations: [],
    alarms: [],
    dashboards: [],
    corrections: [],
    computed: [],
    run_plans: [],
  });
}

export class PlayedMaintenance extends Played implements MaintenanceAdministration {
  /** What is said beside the parts that were asked for. */
  outcome: Partial<RestoreResult> = {};
  /** What is said before. */
  foreseen: RestorePreview = { effects: [], losses: [], notes: [] };
  /** What a backup holds. */
  stored: Backup = {
    format: 'mensura-backup',
    version: 1,
    release: APP_VERSION_TEXT,
    made: new Date(0).toISOString(),
    ...firstStart(),
  };

  backup(): Backup {
    return this.stored;
  }

  async preview(backup: Backup, parts: readonly BackupGroup[]): Promise<RestorePreview> {
    this.note('preview', backup, parts);
    return this.foreseen;
  }

  async restore(backup: Backup, parts: readonly BackupGroup[], confirm?: RestoreConfirm): Promise<RestoreResult> {
    this.note('restore', backup, parts, confirm);
    return this.#restored(parts);
  }

  async reset(parts: readonly BackupGroup[]): Promise<RestoreResult> {
    this.note('reset', parts);
    return this.#restored(parts);
  }

  #restored(parts: readonly BackupGroup[]): RestoreResult {
    return {
      parts: [...parts],
      devices: 2,
      mqtt_clients: 1,
      gateways: 0,
      databases: 0,
      destinations: 0,
      alarm_rules: 0,
      dashboards: 0,
      corrections: 0,
      computed_channels: 0,
      run_plans: 0,
      passwords_needed: [],
      notes: [],
      kept: '/home/user/.config/mensura/backups/mensura-before-2026-11-21.json',
      ...this.outcome,
    };
  }
}

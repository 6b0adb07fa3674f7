/** Backup, restore and reset that only keep what they were told. */
import {
  type Backup,
  firstStart,
  RELEASE_TEXT,
  type RestoreConfirm,
  type Restored,
  type RestorePreview,
  type SettingPart,
} from '../../../../service/contract/index.ts';
import type { MaintenanceAdministration } from '../../../../service/http/options.ts';

export class PlayedMaintenance implements MaintenanceAdministration {
  readonly calls: unknown[] = [];

  backup(): Backup {
    return {
      format: 'mensura-backup',
      version: 1,
      release: RELEASE_TEXT,
      made: new Date(0).toISOString(),
      ...firstStart(),
    };
  }

  async preview(backup: Backup, parts: readonly SettingPart[]): Promise<RestorePreview> {
    this.calls.push(['preview', backup, parts]);
    return { effects: [], losses: [], notes: [] };
  }

  async restore(backup: Backup, parts: readonly SettingPart[], confirm?: RestoreConfirm): Promise<Restored> {
    this.calls.push(['restore', backup, parts, confirm]);
    return this.#restored(parts);
  }

  async reset(parts: readonly SettingPart[]): Promise<Restored> {
    this.calls.push(['reset', parts]);
    return this.#restored(parts);
  }

  #restored(parts: readonly SettingPart[]): Restored {
    return {
      parts: [...parts],
      devices: 0,
      mqtt_clients: 0,
      gateways: 0,
      alarm_rules: 0,
      passwords_needed: [],
      notes: [],
      kept: '/played/backup.json',
    };
  }
}

/** Backup, restore and reset of the app API, played in memory: what is sent is checked, and nothing is changed. */
import {
  type Backup,
  backupSchema,
  type Restored,
  type RestorePreview,
  resetRequestSchema,
  restoreRequestSchema,
  SETTING_PARTS,
  type SettingPart,
} from '../../../service/contract/index.ts';
import { type Answer, checked, PlayedRoutes, refusal } from './played-routes.ts';

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
    alarms: [],
  });
}

export class FakeSettingsBackup extends PlayedRoutes {
  /** What is said beside the parts that were asked for. */
  outcome: Partial<Restored> = {};
  /** What is said before. */
  preview: RestorePreview = { effects: [], losses: [], notes: [] };

  protected usual(method: string, path: string, body: unknown): Answer {
    if (method === 'GET' && path === 'backup') {
      const file = 'attachment; filename="mensura-backup-2026-11-20.json"';
      return { status: 200, body: someBackup(), headers: { 'Content-Disposition': file } };
    }
    if (method !== 'POST') return refusal(404, `No ${path} here.`);
    if (path === 'reset') return checked(resetRequestSchema, body, ({ parts }) => this.#done(parts));
    if (path === 'restore/preview') {
      return checked(restoreRequestSchema, body, () => ({ status: 200, body: this.preview }));
    }
    return checked(restoreRequestSchema, body, ({ parts }) => this.#done(parts ?? [...SETTING_PARTS]));
  }

  #done(parts: SettingPart[]): Answer {
    const restored: Restored = {
      parts,
      devices: 2,
      mqtt_clients: 1,
      gateways: 0,
      alarm_rules: 0,
      passwords_needed: [],
      notes: [],
      kept: '/home/user/.config/mensura/backups/mensura-before-2026-11-21.json',
      ...this.outcome,
    };
    return { status: 200, body: restored };
  }
}

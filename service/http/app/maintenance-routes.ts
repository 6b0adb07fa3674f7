/** `/app/v1/backup`, `restore` and `reset`: all settings as a whole. */
import {
  APP_VERSION_TEXT,
  BACKUP_GROUPS,
  type RestoreRequest,
  resetRequestSchema,
  restoreRequestSchema,
} from '../../contract/index.ts';
import { ATTACHMENT, responseSpec } from '../openapi/operation.ts';
import { schemaRef } from '../openapi/schemas.ts';
import { sendJson } from '../response.ts';
import { operationsOf, type Route, STORAGE_FAILED } from './route.ts';

const EXAMPLE = {
  backup: {
    format: 'mensura-backup',
    version: 1,
    release: APP_VERSION_TEXT,
    made: '2026-11-20T14:45:12.318Z',
    settings: {},
    devices: { 'usb/E24638': { alias: 'Cold room' } },
    mqtt: { mqtt: { clients: {} } },
    gateways: [],
    alarms: [],
  },
  parts: ['devices'],
  confirm: {},
};

const IN_PROGRESS = 'Another restore or reset is in progress, or the port in the backup is in use by another program.';
const BUSY = 'Another backup is being read.';

const { read, write } = operationsOf('Service');

export const MAINTENANCE_ROUTES: readonly Route[] = [
  {
    path: '/app/v1/backup',
    ownPagesOnly: 'make backups',
    get: read('backup', 'Download a backup of all settings', {
      description: 'Passwords, certificates, keys and stored readings are not included.',
      ok: { ...responseSpec('The file, as a named attachment.', schemaRef('Backup')), headers: ATTACHMENT },
      handle: ({ services, response }) => {
        const backup = services.maintenance.backup();
        const file = `mensura-backup-${backup.made.slice(0, 10)}.json`;
        response.setHeader('Content-Disposition', `attachment; filename="${file}"`);
        sendJson(response, backup, true);
      },
    }),
  },
  {
    path: '/app/v1/restore',
    ownPagesOnly: 'restore backups',
    isBackup: true,
    post: write('restore', 'Restore a backup or parts of it', {
      description:
        'The whole backup is checked before anything changes, and the current settings are saved to a file first. An MQTT client keeps its password if identifier, address and user are the same; `passwords_needed` lists the others. Folders, manually added serial ports and the update address of this computer are not changed. Effects that the preview marks with `confirm` (a new broker, gateway or port, a setting that is switched on, a lower limit of the history) must be listed in `confirm`; otherwise nothing is changed. Web origins that `confirm.origins` does not list are not restored.',
      body: { schema: restoreRequestSchema, example: EXAMPLE },
      ok: ['The restored parts.', 'Restored'],
      errors: { '409': IN_PROGRESS, '500': STORAGE_FAILED, '503': BUSY },
      handle: ({ services, json: { value } }) => {
        // The thread has validated it.
        const { backup, parts = BACKUP_GROUPS, confirm } = value as RestoreRequest;
        return services.maintenance.restore(backup, parts, confirm);
      },
    }),
  },
  {
    path: '/app/v1/restore/preview',
    ownPagesOnly: 'restore backups',
    isBackup: true,
    post: write('preview_restore', 'Preview a restore without changing anything', {
      description:
        'Lists every web origin, broker and gateway of the backup, settings that start something, and the stored history that lower limits would delete.',
      body: { schema: restoreRequestSchema, example: EXAMPLE },
      ok: ['The effects of the restore.', 'RestorePreview'],
      errors: { '503': BUSY },
      handle: ({ services, json: { value } }) => {
        const { backup, parts = BACKUP_GROUPS } = value as RestoreRequest;
        return services.maintenance.preview(backup, parts);
      },
    }),
  },
  {
    path: '/app/v1/reset',
    ownPagesOnly: 'reset settings',
    post: write('reset', 'Reset groups of settings to their defaults', {
      description:
        'The current settings are saved to a file first. The limits of the history are reset to their defaults, which deletes older data.',
      body: { schema: resetRequestSchema, example: { parts: ['alarms'] } },
      ok: ['The restored parts.', 'Restored'],
      errors: { '409': IN_PROGRESS, '500': STORAGE_FAILED },
      handle: ({ services, body }) => services.maintenance.reset(body().parts),
    }),
  },
];

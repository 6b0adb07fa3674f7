/** Backup, restore and reset in the OpenAPI document. */
import { APP_VERSION_TEXT } from '../../contract/index.ts';
import {
  ATTACHMENT,
  INVALID_BODY,
  jsonBody,
  operationsOf,
  type PathItem,
  type Response,
  refusal,
  responseSpec,
  STORAGE_FAILED,
} from './operation.ts';
import { schemaRef } from './schemas.ts';

const operation = operationsOf('Service');

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

const DONE = responseSpec('The restored parts.', schemaRef('Restored'));

const RESPONSES: Record<string, Response> = {
  '200': DONE,
  '400': INVALID_BODY,
  '409': refusal('Another restore or reset is in progress, or the port in the backup is in use by another program.'),
  '500': STORAGE_FAILED,
};

const BUSY = refusal('Another backup is being read.');

const BACKUP: PathItem = {
  get: operation('backup', 'Download a backup of all settings', {
    description: 'Passwords, certificates, keys and stored readings are not included.',
    responses: {
      '200': { ...responseSpec('The file, as a named attachment.', schemaRef('Backup')), headers: ATTACHMENT },
    },
  }),
};

const RESTORE: PathItem = {
  post: operation('restore', 'Restore a backup or parts of it', {
    description:
      'The whole backup is checked before anything changes, and the current settings are saved to a file first. An MQTT client keeps its password if identifier, address and user are the same; `passwords_needed` lists the others. Folders, manually added serial ports and the update address of this computer are not changed. Effects that the preview marks with `confirm` (a new broker, gateway or port, a setting that is switched on, a lower limit of the history) must be listed in `confirm`; otherwise nothing is changed. Web origins that `confirm.origins` does not list are not restored.',
    body: jsonBody(schemaRef('RestoreRequest'), EXAMPLE),
    responses: { ...RESPONSES, '503': BUSY },
  }),
};

const PREVIEW: PathItem = {
  post: operation('preview_restore', 'Preview a restore without changing anything', {
    description:
      'Lists every web origin, broker and gateway of the backup, settings that start something, and the stored history that lower limits would delete.',
    body: jsonBody(schemaRef('RestoreRequest'), EXAMPLE),
    responses: {
      '200': responseSpec('The effects of the restore.', schemaRef('RestorePreview')),
      '400': INVALID_BODY,
      '503': BUSY,
    },
  }),
};

const RESET: PathItem = {
  post: operation('reset', 'Reset parts of the settings to their defaults', {
    description:
      'The current settings are saved to a file first. The limits of the history are reset to their defaults, which deletes older data.',
    body: jsonBody(schemaRef('ResetRequest'), { parts: ['alarms'] }),
    responses: RESPONSES,
  }),
};

export function maintenanceOperations(): Record<string, PathItem> {
  return {
    '/app/v1/backup': BACKUP,
    '/app/v1/restore': RESTORE,
    '/app/v1/restore/preview': PREVIEW,
    '/app/v1/reset': RESET,
  };
}

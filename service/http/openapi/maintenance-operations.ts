/** Backup, restore and reset in the OpenAPI document. */
import { RELEASE_TEXT } from '../../contract/index.ts';
import {
  ATTACHMENT,
  jsonBody,
  jsonResponse,
  NOT_SAVED,
  operationsOf,
  type PathItem,
  type Response,
  refusal,
  WRONG,
} from './operation.ts';
import { schemaRef } from './schemas.ts';

const operation = operationsOf('Service');

const EXAMPLE = {
  backup: {
    format: 'mensura-backup',
    version: 1,
    release: RELEASE_TEXT,
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

const DONE = jsonResponse('What is there now.', schemaRef('Restored'));

const ANSWERS: Record<string, Response> = {
  '200': DONE,
  '400': WRONG,
  '409': refusal('Another restore or reset is under way, or the port of the backup is held by another program.'),
  '500': NOT_SAVED,
};

const BUSY = refusal('Another backup is being read.');

const BACKUP: PathItem = {
  get: operation('backup', 'Everything that a user set, as a file', {
    description: 'Without passwords, certificates and keys, and without what was measured.',
    answers: {
      '200': { ...jsonResponse('The file, as an attachment with a name.', schemaRef('Backup')), headers: ATTACHMENT },
    },
  }),
};

const RESTORE: PathItem = {
  post: operation('restore', 'Put everything, or parts of it, back to what a backup has', {
    description:
      'All of it is checked before anything changes, and everything as it was before is kept in a file first. An MQTT client keeps its password where identifier, address and user are the same; `passwords_needed` names the others. Folders, ports that were added by hand and the place of updates stay as they are on this computer. Effects that the preview marks with `confirm` (a broker, gateway or port that is new here, a setting that is switched on, a lower limit of the history) must be named in `confirm`, else nothing is changed; web origins that `confirm.origins` does not name are left out.',
    body: jsonBody(schemaRef('RestoreRequest'), EXAMPLE),
    answers: { ...ANSWERS, '503': BUSY },
  }),
};

const PREVIEW: PathItem = {
  post: operation('preview_restore', 'Say what a restore would do, and do nothing', {
    description:
      'Every web origin, broker and gateway of the backup, settings that would act by themselves, and what lower limits would delete of the history, as the store counts it.',
    body: jsonBody(schemaRef('RestoreRequest'), EXAMPLE),
    answers: {
      '200': jsonResponse('What it would do.', schemaRef('RestorePreview')),
      '400': WRONG,
      '503': BUSY,
    },
  }),
};

const RESET: PathItem = {
  post: operation('reset', 'Put parts of what was set back to what a first start has', {
    description:
      'Everything as it was before is kept in a file first. Limits of the history get their defaults, which deletes what is older.',
    body: jsonBody(schemaRef('ResetRequest'), { parts: ['alarms'] }),
    answers: ANSWERS,
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

/** Every request throws RequestError. */
import {
  APP_VERSION_TEXT,
  type Backup,
  type BackupGroup,
  firstStart,
  type ResetRequest,
  type RestorePreview,
  type RestoreRequest,
  type RestoreResult,
} from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

/** Without secrets. */
export const BACKUP_PATH = '/app/v1/backup';

/** All files are written and all connections restarted. */
const TIMEOUT_MS = 60_000;

export function restore(body: RestoreRequest): Promise<RestoreResult> {
  return request('/app/v1/restore', { method: 'POST', body, timeoutMs: TIMEOUT_MS });
}

/** Changes nothing. */
export function previewRestore(body: RestoreRequest): Promise<RestorePreview> {
  return request('/app/v1/restore/preview', { method: 'POST', body, timeoutMs: TIMEOUT_MS });
}

/** A reset restores the defaults. */
export function previewReset(parts: BackupGroup[]): Promise<RestorePreview> {
  const backup: Backup = {
    format: 'mensura-backup',
    version: 1,
    release: APP_VERSION_TEXT,
    made: new Date().toISOString(),
    ...firstStart(),
  };
  return previewRestore({ backup, parts });
}

export function reset(body: ResetRequest): Promise<RestoreResult> {
  return request('/app/v1/reset', { method: 'POST', body, timeoutMs: TIMEOUT_MS });
}

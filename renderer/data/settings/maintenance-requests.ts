/** Backup, restore and reset of what the user set. Each throws RequestError with the service's own words, or with why it could not be asked. */
import type { ResetRequest, Restored, RestoreRequest } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

/** Where everything that was set can be downloaded as a file, without secrets. */
export const BACKUP_PATH = '/app/v1/backup';

/** Everything is written anew, and connections begin anew. In milliseconds. */
const TIMEOUT_MS = 60_000;

export function restore(body: RestoreRequest): Promise<Restored> {
  return request('/app/v1/restore', { method: 'POST', body, timeoutMs: TIMEOUT_MS });
}

export function reset(body: ResetRequest): Promise<Restored> {
  return request('/app/v1/reset', { method: 'POST', body, timeoutMs: TIMEOUT_MS });
}

/** Requests about what is kept. Each throws RequestError with the service's own words, or with why it could not be asked. */
import type { ExportJob, HistoryStorage } from '../../../service/contract/index.ts';
import type { DeviceIdentity } from '../devices/key.ts';
import { request } from '../requests.ts';

const HISTORY = '/app/v1/history';

/** Where files with readings come from. */
export const EXPORT_PATH = '/app/v1/export';

function jobPath(id: string): string {
  return `/app/v1/exports/${encodeURIComponent(id)}`;
}

/** What the history takes and how far it reaches. */
export function askStorage(signal: AbortSignal): Promise<HistoryStorage> {
  return request(`${HISTORY}/storage`, { signal });
}

/** Deletes everything that is kept of a device. */
export function forgetDevice({ family, serial }: DeviceIdentity): Promise<unknown> {
  return request(`${HISTORY}/devices/${family}/${encodeURIComponent(serial)}`, { method: 'DELETE', timeoutMs: 60_000 });
}

/** How an export fares. */
export function askExport(id: string, signal: AbortSignal): Promise<ExportJob> {
  return request(jobPath(id), { signal });
}

/** Ends an export. */
export function cancelExport(id: string): Promise<unknown> {
  return request(jobPath(id), { method: 'DELETE' });
}

/** Every request throws RequestError. */
import type { ExportJobs, HistoryStorage } from '../../../service/contract/index.ts';
import type { DeviceIdentity } from '../devices/key.ts';
import { request } from '../requests.ts';

const HISTORY = '/app/v1/history';

/** Where files with readings come from. */
export const EXPORT_PATH = '/app/v1/export';

const EXPORTS = '/app/v1/exports';

/** What the history takes and how far it reaches. */
export function fetchStorage(signal?: AbortSignal): Promise<HistoryStorage> {
  return request(`${HISTORY}/storage`, { signal });
}

/** Deletes everything that is kept of a device. */
export function deleteDeviceHistory({ family, serial }: DeviceIdentity): Promise<unknown> {
  return request(`${HISTORY}/devices/${family}/${encodeURIComponent(serial)}`, { method: 'DELETE', timeoutMs: 60_000 });
}

/** How exports fare: those under way, and those that ended lately. */
export function fetchExports(signal: AbortSignal): Promise<ExportJobs> {
  return request(EXPORTS, { signal });
}

/** Ends an export. */
export function cancelExport(id: string): Promise<unknown> {
  return request(`${EXPORTS}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

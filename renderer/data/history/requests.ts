/** Every request throws RequestError. */
import type { DeviceKey, ExportJobs, HistoryStorage } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

const HISTORY = '/app/v1/history';

export const EXPORT_PATH = '/app/v1/export';

const EXPORTS = '/app/v1/exports';

export function fetchStorage(signal?: AbortSignal): Promise<HistoryStorage> {
  return request(`${HISTORY}/storage`, { signal });
}

export function deleteDeviceHistory({ family, serial }: DeviceKey): Promise<unknown> {
  return request(`${HISTORY}/devices/${family}/${encodeURIComponent(serial)}`, { method: 'DELETE', timeoutMs: 60_000 });
}

/** Running and recent exports. */
export function fetchExports(signal: AbortSignal): Promise<ExportJobs> {
  return request(EXPORTS, { signal });
}

export function cancelExport(id: string): Promise<unknown> {
  return request(`${EXPORTS}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

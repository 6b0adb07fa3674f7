/** Requests about devices. */
import type { AppDevice, DevicePatch } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';
import type { DeviceIdentity } from './key.ts';

/**
 * Changes a device's alias, note or sampling period.
 * @throws RequestError with the service's own words, or with why it could not be asked
 */
export function patchDevice({ family, serial }: DeviceIdentity, patch: DevicePatch): Promise<AppDevice> {
  const path = `/app/v1/devices/${family}/${encodeURIComponent(serial)}`;
  return request<AppDevice>(path, { method: 'PATCH', body: patch });
}

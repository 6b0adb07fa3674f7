import type {
  AppDevice,
  DeviceKey,
  DevicePatch,
  GroupPatch,
  GroupPatched,
  ProtocolName,
  ProtocolSwitch,
} from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

function devicePath({ family, serial }: DeviceKey): string {
  return `/app/v1/devices/${family}/${encodeURIComponent(serial)}`;
}

/**
 * Changes a device's user settings or sampling period.
 * @throws RequestError with the service's own words, or with why it could not be asked
 */
export function patchDevice(identity: DeviceKey, patch: DevicePatch): Promise<AppDevice> {
  return request<AppDevice>(devicePath(identity), { method: 'PATCH', body: patch });
}

/**
 * Renames a group of devices, or removes it.
 * @param name empty: its devices stay without a group
 * @throws RequestError
 */
export function renameGroup(group: string, name: string): Promise<GroupPatched> {
  return request<GroupPatched>('/app/v1/device-groups', {
    method: 'PATCH',
    body: { group, name } satisfies GroupPatch,
  });
}

/**
 * Removes a disconnected device from the list. Its history stays.
 * @throws RequestError also while it is connected
 */
export function forgetDevice(identity: DeviceKey): Promise<unknown> {
  return request(devicePath(identity), { method: 'DELETE' });
}

/**
 * Has an instrument told to speak a protocol from now on, and to restart.
 * @throws RequestError with the service's own words, or with why it could not be asked
 */
export function switchProtocol(identity: DeviceKey, protocol: ProtocolName): Promise<ProtocolSwitch> {
  const body: ProtocolSwitch = { protocol };
  return request<ProtocolSwitch>(`${devicePath(identity)}/protocol`, { method: 'POST', body });
}

import { parseDeviceKey } from '../../../service/contract/index.ts';
import { deviceName, deviceTitle } from '../../data/devices/labels.ts';
import { useLive, useReadable } from '../../data/react.ts';

export interface DeviceNames {
  /** The user's name, else the product; the serial number of a device unknown to the window. */
  readonly name: string;
  /** `Cold room (E24638)`; the serial number alone of a device unknown to the window. */
  readonly title: string;
}

/** Finds the names of a device by its key; renders again when a device is renamed, connected or forgotten. */
export function useDeviceNames(): (key: string) => DeviceNames {
  const { devices } = useLive();
  useReadable(devices.known);
  return (key) => {
    const serial = parseDeviceKey(key)?.serial ?? key;
    const record = devices.get(key);
    if (!record) return { name: serial, title: serial };
    return { name: deviceName(record.device), title: deviceTitle(record.device) };
  };
}

import { deviceKey } from '../../../service/contract/index.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import type { CheckListOption } from '../form/check-group.tsx';

/** Devices to choose from, by their keys. */
export function deviceOptions(records: readonly DeviceRecord[]): CheckListOption[] {
  return records.map(({ device }) => ({
    value: deviceKey(device),
    label: device.alias || device.product.info.name,
    note: device.serial,
  }));
}

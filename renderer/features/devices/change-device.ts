import type { AppDevice, DevicePatch } from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName } from '../../data/devices/labels.ts';
import { patchDevice } from '../../data/devices/requests.ts';
import type { Live } from '../../data/live.ts';

/** Changes a device from a place without a form: shows a message if it fails. */
export function changeDevice(live: Live, device: AppDevice, change: DevicePatch): void {
  patchDevice(device, change).then(
    (changed) => live.accept(changed, change),
    (error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      showToast({ title: `Cannot change ${deviceName(device)}`, text });
    },
  );
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** The user's groups, by name. */
export function groupNames(records: readonly DeviceRecord[]): string[] {
  const names = new Set(records.map(({ device }) => device.group));
  names.delete('');
  return [...names].toSorted(collator.compare);
}

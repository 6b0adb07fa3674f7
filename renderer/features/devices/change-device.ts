import type { AppDevice, DevicePatch } from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName } from '../../data/devices/labels.ts';
import { patchDevice } from '../../data/devices/requests.ts';
import type { Live } from '../../data/live.ts';
import { chooseOrder, deviceOrder } from './list-preferences.ts';

/** Changes a device from a place without a form: shows a message if it fails. */
export function changeDevice(live: Live, device: AppDevice, change: DevicePatch): void {
  patchDevice(device, change).then(
    (changed) => {
      live.accept(changed, change);
      if (change.group !== undefined) reportGroup(changed, change.group);
    },
    (error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      showToast({ title: `Cannot change ${deviceName(device)}`, text });
    },
  );
}

/** Shows where a device is now, unless the order of the list shows it. */
export function reportGroup(device: AppDevice, group: string): void {
  if (group === '' || deviceOrder.get().by === 'group') return;
  showToast({
    id: 'group',
    title: `${deviceName(device)} is in the group “${group}”`,
    action: { word: 'Sort by group', run: () => chooseOrder('group') },
  });
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** The user's groups, by name. */
export function groupNames(records: readonly DeviceRecord[]): string[] {
  const names = new Set(records.map(({ device }) => device.group));
  names.delete('');
  return [...names].toSorted(collator.compare);
}

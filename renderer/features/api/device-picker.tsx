/** Chooses the device whose serial and channels stand in fields and lines. */
import { SelectField } from '../../components/form/select-field.tsx';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName } from '../../data/devices/words.ts';
import { chooseDevice } from './own-device.ts';

/** More than these are not offered: a serial can be written into its field too. */
const MAX_OFFERED = 200;

/** @property records the chosen one first */
export function DevicePicker({ records }: { records: readonly DeviceRecord[] }) {
  const [chosen] = records;
  if (!chosen || records.length < 2) return null;
  const offered = records
    .slice(0, MAX_OFFERED)
    .map(({ key, device, gone }) => ({
      value: key,
      word: `${deviceName(device)} (${device.serial}${gone ? ', not attached' : ''})`,
    }))
    .toSorted((a, b) => a.word.localeCompare(b.word, undefined, { numeric: true }));
  return (
    <div className="api-device">
      <SelectField
        label="With the device"
        value={chosen.key}
        options={offered}
        onChange={({ target }) => chooseDevice(target.value)}
      />
    </div>
  );
}

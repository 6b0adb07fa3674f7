import { SelectField } from '../../components/form/field.tsx';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceTitle } from '../../data/devices/labels.ts';
import { chooseDevice } from './example-device.ts';

/** Any other serial number can be typed into its field. */
const MAX_OFFERED = 200;

/**
 * Selects the device whose serial number and channels fill the fields and code samples.
 * @property records the selected one first
 */
export function DevicePicker({ records }: { records: readonly DeviceRecord[] }) {
  const [chosen] = records;
  if (!chosen || records.length < 2) return null;
  const offered = records
    .slice(0, MAX_OFFERED)
    .map(({ key, device, gone }) => ({
      value: key,
      word: `${deviceTitle(device)}${gone ? ', disconnected' : ''}`,
    }))
    .toSorted((a, b) => a.word.localeCompare(b.word, undefined, { numeric: true }));
  return (
    <div className="api-device">
      <SelectField
        label="Device"
        value={chosen.key}
        options={offered}
        onChange={({ target }) => chooseDevice(target.value)}
      />
    </div>
  );
}

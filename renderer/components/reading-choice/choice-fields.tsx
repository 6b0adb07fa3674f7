/** The fields of a choice of readings, in the form of an MQTT client or of a database. */
import './reading-choice.css';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { type Family, type Field, familySchema, fieldAt } from '../../../service/contract/index.ts';
import { channelName } from '../../data/devices/channel-name.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { useLive, useReadable } from '../../data/react.ts';
import type { CheckListOption } from '../form/check-group.tsx';
import { FieldGroup } from '../form/declared-field.tsx';
import { CheckList } from './check-list.tsx';
import { deviceOptions } from './device-options.ts';

export interface ChoiceFieldsProps {
  /** Of the whole form. */
  fields: readonly Field[];
  /** Path of the choice in it, such as `advanced.readings`. */
  path: string;
}

const FAMILY_NAMES: Readonly<Record<Family, string>> = {
  usb: 'USB and serial port',
  gateway: 'Gateways',
  computed: 'Computed channels',
};

const FAMILIES = familySchema.options.map((value): CheckListOption => ({ value, label: FAMILY_NAMES[value] }));

export function ChoiceFields({ fields, path }: ChoiceFieldsProps) {
  const records = useReadable(useLive().devices.known);
  const [devices, channels, interval] = useWatch({
    name: [`${path}.devices`, `${path}.channels`, `${path}.interval_s`],
  }) as string[];
  const listOf = (name: string, options: readonly CheckListOption[], none: string) => (
    <CheckList field={fieldAt(fields, `${path}.${name}`)} options={options} none={none} />
  );
  const isEach = /^0*(?:\s*s)?$/.test((interval ?? '').trim());
  const widgets: Record<string, ReactNode> = {
    [`${path}.families`]: listOf('families', FAMILIES, ''),
    [`${path}.device_list`]: devices === 'all' ? null : listOf('device_list', deviceOptions(records), 'No devices yet'),
    [`${path}.channel_list`]:
      channels === 'all' ? null : listOf('channel_list', channelOptions(records), 'No channels yet'),
    ...(isEach && { [`${path}.interval_value`]: null }),
  };
  return (
    <div className="form-grid">
      <FieldGroup fields={fields} group="readings" widgets={widgets} />
    </div>
  );
}

/** Each channel name once, with the name of the first device that has it. */
function channelOptions(records: readonly DeviceRecord[]): CheckListOption[] {
  const names = new Map<string, string>();
  for (const { device } of records) {
    for (const channel of device.device.channel_list) {
      if (!names.has(channel)) names.set(channel, channelName({ ...device, channel_names: {} }, channel));
    }
  }
  return [...names]
    .map(([value, label]) => ({ value, label, note: value }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

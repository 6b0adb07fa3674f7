import { useFormContext, useWatch } from 'react-hook-form';
import { type AppDevice, type DeviceKey, deviceKey, fieldAt } from '../../../../service/contract/index.ts';
import { choicesOf, SelectField, TextField } from '../../../components/form/field.tsx';
import { type FieldBinding, useFormField } from '../../../components/form/use-field.ts';
import { channelName } from '../../../data/devices/channel-name.ts';
import { channelsOf } from '../../../data/devices/channels.ts';
import { groupDevices } from '../../../data/devices/grouping.ts';
import { deviceTitle } from '../../../data/devices/labels.ts';
import { useDisplayUnits, useLive, useReadable } from '../../../data/react.ts';
import { RULE_FIELDS, type RuleForm, TYPED } from '../editor/rule-form.ts';
import { useUnitOf } from '../use-channel.ts';
import { isShared, parseShared, type SharedDevices, sharedOptions, sharedValue } from './shared-devices.ts';

const FAMILY = fieldAt(RULE_FIELDS, 'family');
const SERIAL = fieldAt(RULE_FIELDS, 'serial');
const CHANNEL = fieldAt(RULE_FIELDS, 'channel');

export function ChannelFields() {
  const live = useLive().devices;
  const records = useReadable(live.list);
  const known = useReadable(live.known).map((record) => record.device);
  const [family, serial, isTyped, isForSeveral, group] = useWatch<
    RuleForm,
    ['family', 'serial', 'isTyped', 'isShared', 'group']
  >({ name: ['family', 'serial', 'isTyped', 'isShared', 'group'] });
  const devices = groupDevices(records).flatMap(({ items }) => items.map(({ device }) => device));
  const device = devices.find((one) => one.serial === serial.trim() && one.family === family);
  return (
    <div className="form-grid">
      <DeviceField
        devices={devices}
        known={known}
        chosen={{ family, serial }}
        isTyped={isTyped}
        shared={isForSeveral ? { family, group } : null}
      />
      {isTyped && <TypedDevice />}
      {isForSeveral ? (
        <SharedChannel devices={known.filter((one) => isShared(one, { family, group }))} />
      ) : serial === '' && !isTyped ? (
        <NoChannel />
      ) : device ? (
        <ListedChannel device={device} />
      ) : (
        <TypedChannel />
      )}
    </div>
  );
}

interface DeviceFieldProps {
  devices: readonly AppDevice[];
  /** With the disconnected ones, which a rule of several devices watches too. */
  known: readonly AppDevice[];
  chosen: DeviceKey;
  isTyped: boolean;
  /** The devices of a rule of several; null for one. */
  shared: SharedDevices | null;
}

/** Also lists the rule's device while it is disconnected. */
function DeviceField({ devices, known, chosen, isTyped, shared }: DeviceFieldProps) {
  const { setValue, getValues, getFieldState, formState } = useFormContext<RuleForm>();
  const setChannel = useSetChannel();
  const key = deviceKey(chosen);
  const value = isTyped ? TYPED : shared ? sharedValue(shared) : chosen.serial === '' ? '' : key;
  const isListed = chosen.serial === '' || devices.some((device) => deviceKey(device) === key);
  const choose = (choice: string): void => {
    const several = parseShared(choice);
    const chosenDevices = several
      ? known.filter((one) => isShared(one, several))
      : devices.filter((one) => deviceKey(one) === choice);
    const channel = getValues('channel');
    const same = chosenDevices.find((one) => one.device.channel_list.includes(channel));
    const device = same ?? chosenDevices[0];
    setValue('isTyped', choice === TYPED);
    setValue('isShared', several !== undefined, { shouldDirty: true });
    setValue('group', several?.group ?? '', { shouldDirty: true });
    setValue('family', several?.family ?? device?.family ?? 'usb', { shouldDirty: true });
    setValue('serial', several ? '' : (device?.serial ?? ''), { shouldDirty: true });
    // The limits are those of the channel. Otherwise the first one is the most likely.
    setChannel(device, same ? channel : (device?.device.channel_list[0] ?? ''));
  };
  return (
    <SelectField
      label="Device"
      name={isTyped ? undefined : 'serial'}
      value={value}
      onChange={({ target }) => choose(target.value)}
      error={isTyped ? undefined : getFieldState('serial', formState).error?.message}
      options={[
        { value: '', word: 'Select a device' },
        ...(isListed || isTyped ? [] : [{ value: key, word: `${chosen.serial} (disconnected)` }]),
        ...devices.map((device) => ({ value: deviceKey(device), word: deviceTitle(device) })),
        ...sharedOptions(known, shared),
        { value: TYPED, word: 'Enter a serial number…' },
      ]}
    />
  );
}

function TypedDevice() {
  return (
    <>
      <TextField label={SERIAL.label} mono {...useTypedPlace('serial')} hint={SERIAL.help} />
      <SelectField label={FAMILY.label} {...useTypedPlace('family')} options={choicesOf(FAMILY)} />
    </>
  );
}

function NoChannel() {
  const { getFieldState, formState } = useFormContext<RuleForm>();
  return (
    <SelectField
      label={CHANNEL.label}
      name="channel"
      value=""
      disabled
      error={getFieldState('channel', formState).error?.message}
      options={[{ value: '', word: 'Select a device first' }]}
    />
  );
}

function TypedChannel() {
  return (
    <TextField
      label={CHANNEL.label}
      mono
      {...useTypedPlace('channel')}
      hint={
        <>
          API name of the channel, such as <span className="mono">temperature</span>. Not verified while the device is
          disconnected.
        </>
      }
    />
  );
}

/** By channel. Products may describe it in other words: those of the first device, as in the list of rules. */
function commonChannels(devices: readonly AppDevice[]): Map<string, { device: AppDevice; word: string }> {
  const channels = new Map<string, { device: AppDevice; word: string }>();
  for (const device of devices) {
    for (const { label, description } of channelsOf(device)) {
      if (!channels.has(label)) channels.set(label, { device, word: description || label });
    }
  }
  return channels;
}

/** The channels of all devices, by the product's names. */
function SharedChannel({ devices }: { devices: readonly AppDevice[] }) {
  const { getFieldState, formState } = useFormContext<RuleForm>();
  const channel = useWatch<RuleForm, 'channel'>({ name: 'channel' });
  const setChannel = useSetChannel();
  const channels = commonChannels(devices);
  const isListed = channel === '' || channels.has(channel);
  return (
    <SelectField
      label={CHANNEL.label}
      name="channel"
      value={channel}
      onChange={({ target }) => setChannel(channels.get(target.value)?.device, target.value)}
      error={getFieldState('channel', formState).error?.message}
      hint="The rule watches this channel of each of the devices, also of those that are added."
      options={[
        { value: '', word: 'Select a channel' },
        ...(isListed ? [] : [{ value: channel, word: `${channel} (on no device)` }]),
        ...Array.from(channels, ([value, { word }]) => ({ value, word })),
      ]}
    />
  );
}

function ListedChannel({ device }: { device: AppDevice }) {
  const { getFieldState, formState } = useFormContext<RuleForm>();
  const channel = useWatch<RuleForm, 'channel'>({ name: 'channel' });
  const setChannel = useSetChannel();
  const channels = channelsOf(device);
  const isListed = channel === '' || channels.some(({ label }) => label === channel);
  return (
    <SelectField
      label={CHANNEL.label}
      name="channel"
      value={channel}
      onChange={({ target }) => setChannel(device, target.value)}
      error={getFieldState('channel', formState).error?.message}
      options={[
        { value: '', word: 'Select a channel' },
        ...(isListed ? [] : [{ value: channel, word: `${channel} (not on this device)` }]),
        ...channels.map(({ label }) => ({ value: label, word: channelName(device, label) })),
      ]}
    />
  );
}

/** Sets the channel and the unit in which limits are typed. */
function useSetChannel(): (device: AppDevice | undefined, channel: string) => void {
  const units = useDisplayUnits();
  const { setValue } = useFormContext<RuleForm>();
  return (device, channel) => {
    const { contractUnit: kept, unit } = units.of(device?.product.channels[channel]?.unit ?? '');
    setValue('channel', channel, { shouldDirty: true });
    setValue('kept', kept);
    setValue('shown', unit);
  };
}

/** Binds a typed field of the channel. Each edit updates the unit, which is empty for an unknown channel. */
function useTypedPlace(name: 'serial' | 'family' | 'channel'): FieldBinding {
  const field = useFormField<RuleForm>(name);
  const unitOf = useUnitOf();
  const { getValues, setValue } = useFormContext<RuleForm>();
  return {
    ...field,
    onChange: async (event) => {
      const done = field.onChange(event);
      const { family, serial, channel } = getValues();
      const { contractUnit: kept, unit } = unitOf({ family, serial: serial.trim(), channel: channel.trim() });
      setValue('kept', kept);
      setValue('shown', unit);
      await done;
    },
  };
}

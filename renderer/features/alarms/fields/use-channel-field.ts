import { useFormContext } from 'react-hook-form';
import type { AppDevice } from '../../../../service/contract/index.ts';
import type { FieldBinding } from '../../../components/form/use-field.ts';
import { useDisplayUnits } from '../../../data/units/use-display-units.ts';
import type { RuleForm } from '../form/rule-form.ts';
import { useUnitOf } from '../use-channel-unit.ts';
import { useField } from './use-field.ts';

/** Sets the channel and the unit in which limits are typed. */
export function useSetChannel(): (device: AppDevice | undefined, channel: string) => void {
  const units = useDisplayUnits();
  const { setValue } = useFormContext<RuleForm>();
  return (device, channel) => {
    const { kept, unit } = units.of(device?.product.channels[channel]?.unit ?? '');
    setValue('channel', channel, { shouldDirty: true });
    setValue('kept', kept);
    setValue('shown', unit);
  };
}

/** Binds a typed field of the channel. Each edit updates the unit, which is empty for an unknown channel. */
export function useTypedPlace(name: 'serial' | 'family' | 'channel'): FieldBinding {
  const field = useField(name);
  const unitOf = useUnitOf();
  const { getValues, setValue } = useFormContext<RuleForm>();
  return {
    ...field,
    onChange: async (event) => {
      const done = field.onChange(event);
      const { family, serial, channel } = getValues();
      const { kept, unit } = unitOf({ family, serial: serial.trim(), channel: channel.trim() });
      setValue('kept', kept);
      setValue('shown', unit);
      await done;
    },
  };
}

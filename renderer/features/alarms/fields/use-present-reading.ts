import { useWatch } from 'react-hook-form';
import { deviceKey } from '../../../data/devices/key.ts';
import { useDevice } from '../../../data/react.ts';
import type { RuleForm } from '../form/rule-form.ts';

/** The current value of the form's channel, in the contract's unit; null without a valid reading. */
export function usePresentReading(): number | null {
  const [family, serial, channel] = useWatch<RuleForm, ['family', 'serial', 'channel']>({
    name: ['family', 'serial', 'channel'],
  });
  const record = useDevice(deviceKey({ family, serial: serial.trim() }));
  if (!record || record.gone !== null) return null;
  return record.device.device.channels[channel.trim()]?.value?.magnitude ?? null;
}

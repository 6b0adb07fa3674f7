import { useWatch } from 'react-hook-form';
import { TextField } from '../../../components/form/text-field.tsx';
import { ReadingText } from '../../../components/reading-text.tsx';
import { deviceKey } from '../../../data/devices/key.ts';
import { parseNumberInput } from '../../../data/format/number-input.ts';
import { useDevice } from '../../../data/react.ts';
import { RULE_LABELS } from '../form/check-form.ts';
import { type RuleForm, unitOfForm } from '../form/rule-form.ts';
import { useField } from './use-field.ts';

export function LimitFields() {
  const unit = useWatch<RuleForm, 'shown'>({ name: 'shown' });
  const inUnit = unit ? { unit } : {};
  return (
    <>
      <CurrentValue />
      <fieldset className="form-group">
        <legend className="form-label">Limits</legend>
        <div className="form-grid">
          <TextField
            label={RULE_LABELS.upper}
            inputMode="decimal"
            placeholder="No limit"
            {...inUnit}
            {...useField('upper', 'lower')}
            hint={<Beyond name="upper" />}
          />
          <TextField
            label={RULE_LABELS.lower}
            inputMode="decimal"
            placeholder="No limit"
            {...inUnit}
            {...useField('lower', 'upper')}
            hint={<Beyond name="lower" />}
          />
        </div>
      </fieldset>
      <div className="form-grid">
        <TextField
          label={RULE_LABELS.hysteresis}
          inputMode="decimal"
          {...inUnit}
          {...useField('hysteresis')}
          hint="How far the value must return inside the limit before the alarm clears. Prevents repeated alarms from a value near the limit."
        />
        <TextField
          label={RULE_LABELS.delay_s}
          {...useField('delay_s')}
          hint="Time beyond the limit before an alarm is raised, such as 30 s or 5 min. At most 24 h."
        />
        <TextField
          label={RULE_LABELS.no_data_s}
          placeholder="Disabled"
          {...useField('no_data_s')}
          hint="Time without a valid reading before the alarm is raised, also while the device is disconnected. 1 s to 30 days, such as 10 min. Empty disables it."
        />
      </div>
    </>
  );
}

/** Warns about a limit that would raise an alarm at once. */
function Beyond({ name }: { name: 'upper' | 'lower' }) {
  const [text, kept, shown] = useWatch<RuleForm, ['upper' | 'lower', 'kept', 'shown']>({
    name: [name, 'kept', 'shown'],
  });
  const reading = usePresentReading();
  const unit = unitOfForm({ kept, shown });
  const limit = parseNumberInput(text, shown);
  if (reading === null || Number.isNaN(limit)) return null;
  const value = unit.toShown(reading);
  const isBeyond = name === 'upper' ? value > limit : value < limit;
  if (!isBeyond) return null;
  return <span className="form-warning">The current value is {name === 'upper' ? 'above' : 'below'} this limit.</span>;
}

function CurrentValue() {
  const [channel, kept, shown] = useWatch<RuleForm, ['channel', 'kept', 'shown']>({
    name: ['channel', 'kept', 'shown'],
  });
  const reading = usePresentReading();
  const unit = unitOfForm({ kept, shown });
  return (
    <p className="present-reading">
      <span className="dim">Current value</span>
      {reading === null ? (
        <span className="dim">{channel === '' ? 'Select a channel' : 'No valid readings'}</span>
      ) : (
        <ReadingText text={unit.format(reading, channel)} unit={unit.unit} />
      )}
    </p>
  );
}

/** The current value of the form's channel, in the contract's unit; null without a valid reading. */
function usePresentReading(): number | null {
  const [family, serial, channel] = useWatch<RuleForm, ['family', 'serial', 'channel']>({
    name: ['family', 'serial', 'channel'],
  });
  const record = useDevice(deviceKey({ family, serial: serial.trim() }));
  if (!record || record.gone !== null) return null;
  return record.device.device.channels[channel.trim()]?.value?.magnitude ?? null;
}

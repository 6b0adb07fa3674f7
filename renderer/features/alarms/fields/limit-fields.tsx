/** What a channel is watched for, beside what it reads now. */
import { useWatch } from 'react-hook-form';
import { TextField } from '../../../components/form/text-field.tsx';
import { numberOf } from '../../../data/format/typed-numbers.ts';
import { type RuleForm, unitOfForm } from '../form/rule-form.ts';
import { PresentReading } from './present-reading.tsx';
import { useField } from './use-field.ts';
import { usePresentReading } from './use-present-reading.ts';

export function LimitFields() {
  const unit = useWatch<RuleForm, 'shown'>({ name: 'shown' });
  const inUnit = unit ? { unit } : {};
  return (
    <>
      <PresentReading />
      <fieldset className="form-group">
        <legend className="form-label">It is an alarm when a reading is</legend>
        <div className="form-grid">
          <TextField
            label="Above"
            inputMode="decimal"
            placeholder="no upper limit"
            {...inUnit}
            {...useField('upper', 'lower')}
            hint={<Beyond name="upper" />}
          />
          <TextField
            label="Below"
            inputMode="decimal"
            placeholder="no lower limit"
            {...inUnit}
            {...useField('lower', 'upper')}
            hint={<Beyond name="lower" />}
          />
        </div>
      </fieldset>
      <div className="form-grid">
        <TextField
          label="Hysteresis"
          inputMode="decimal"
          {...inUnit}
          {...useField('hysteresis')}
          hint="How far back inside the limit it must come to be over: keeps a value at the limit from raising alarm after alarm."
        />
        <TextField
          label="Delay"
          {...useField('delay_s')}
          hint="How long readings must lie beyond the limit before it is an alarm: 30 s, 5 min."
        />
        <TextField
          label="No data for"
          placeholder="not watched"
          {...useField('no_data_s')}
          hint="Without a valid reading for so long it is an alarm, also while the device is away: 30 s, 10 min, 1 d."
        />
      </div>
    </>
  );
}

/** Says beforehand that the limit, as it is typed, is passed already. */
function Beyond({ name }: { name: 'upper' | 'lower' }) {
  const [text, kept, shown] = useWatch<RuleForm, ['upper' | 'lower', 'kept', 'shown']>({
    name: [name, 'kept', 'shown'],
  });
  const reading = usePresentReading();
  const unit = unitOfForm({ kept, shown });
  const limit = numberOf(text, shown);
  if (reading === null || Number.isNaN(limit)) return null;
  const value = unit.toShown(reading);
  const isBeyond = name === 'upper' ? value > limit : value < limit;
  if (!isBeyond) return null;
  return <span className="form-warning">The present reading is {name === 'upper' ? 'above' : 'below'} this.</span>;
}

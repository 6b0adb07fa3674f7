import type { ReactNode } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { deviceKey, fieldAt, formatElapsed } from '../../../../service/contract/index.ts';
import { TextField } from '../../../components/form/field.tsx';
import { useFormField } from '../../../components/form/use-field.ts';
import { ReadingText } from '../../../components/reading-text.tsx';
import { useDecimals } from '../../../data/computed/decimals.ts';
import { formatEntered, formatPeriod, parseNumberInput, plural } from '../../../data/format/numbers.ts';
import { useDevice } from '../../../data/react.ts';
import { RULE_FIELDS, type RuleForm, unitOfForm } from '../editor/rule-form.ts';
import { useSuggestion } from '../editor/use-suggestion.ts';

/** Between a number and its unit. */
const NBSP = '\u00a0';

/** @param isNew suggests a hysteresis and a delay */
export function LimitFields({ isNew }: { isNew: boolean }) {
  const unit = useWatch<RuleForm, 'shown'>({ name: 'shown' });
  return (
    <>
      <CurrentValue />
      <fieldset className="form-group">
        <legend className="form-label">Limits</legend>
        <div className="form-grid">
          <ConditionField path="upper" unit={unit} hint={<Beyond name="upper" />} />
          <ConditionField path="lower" unit={unit} hint={<Beyond name="lower" />} />
        </div>
      </fieldset>
      <div className="form-grid">
        {isNew ? (
          <SuggestedFields />
        ) : (
          <>
            <ConditionField path="hysteresis" unit={unit} />
            <ConditionField path="delay_s" />
          </>
        )}
        <ConditionField path="no_data_s" />
      </div>
    </>
  );
}

interface ConditionFieldProps {
  path: 'upper' | 'lower' | 'hysteresis' | 'delay_s' | 'change' | 'change_s' | 'deviation' | 'no_data_s';
  /** Of a number, empty if unknown; undefined for a time, which is typed with its unit. */
  unit?: string;
  hint?: ReactNode;
}

/** A number or a time of a condition. */
export function ConditionField({ path, unit, hint }: ConditionFieldProps) {
  const { label, help, placeholder, affects } = fieldAt(RULE_FIELDS, path);
  const binding = useFormField<FieldValues>(path, affects);
  const typed = unit === undefined ? {} : ({ inputMode: 'decimal', ...(unit && { unit }) } as const);
  return <TextField label={label} placeholder={placeholder} hint={hint ?? help} {...typed} {...binding} />;
}

function SuggestedFields() {
  const [kept, shown] = useWatch<RuleForm, ['kept', 'shown']>({ name: ['kept', 'shown'] });
  const suggestion = useSuggestion();
  const unit = unitOfForm({ kept, shown });
  if (!suggestion) {
    return (
      <>
        <ConditionField path="hysteresis" unit={shown} />
        <ConditionField path="delay_s" />
      </>
    );
  }
  const { noise, hysteresis, delay_s } = suggestion;
  const width = formatEntered(Number(unit.toShownDifference(noise.width).toPrecision(2)));
  const past = `in the last ${formatElapsed(noise.spanMs)}`;
  return (
    <>
      <ConditionField
        path="hysteresis"
        unit={shown}
        hint={
          <SuggestedHint path="hysteresis">
            Suggested: {hysteresis}
            {NBSP}
            <bdi>{shown}</bdi>. {plural(noise.readings, 'reading')} {past} vary by {width}
            {NBSP}
            <bdi>{shown}</bdi> around their trend.
          </SuggestedHint>
        }
      />
      <ConditionField
        path="delay_s"
        hint={
          <SuggestedHint path="delay_s">
            Suggested: {delay_s}.{' '}
            {noise.outliersMs === 0
              ? `No outliers ${past}.`
              : `Outliers ${past} lasted up to ${formatPeriod(Math.round(noise.outliersMs))}.`}
          </SuggestedHint>
        }
      />
    </>
  );
}

function SuggestedHint({ path, children }: { path: 'hysteresis' | 'delay_s'; children: ReactNode }) {
  return (
    <>
      {fieldAt(RULE_FIELDS, path).help} <span className="form-suggestion">{children}</span>
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
  const [family, serial, isShared, channel, kept, shown] = useWatch<
    RuleForm,
    ['family', 'serial', 'isShared', 'channel', 'kept', 'shown']
  >({ name: ['family', 'serial', 'isShared', 'channel', 'kept', 'shown'] });
  const decimals = useDecimals()({ family, serial: serial.trim() });
  const reading = usePresentReading();
  const unit = unitOfForm({ kept, shown });
  // Each of several devices has its own.
  if (isShared) return null;
  return (
    <p className="present-reading">
      <span className="dim">Current value</span>
      {reading === null ? (
        <span className="dim">{channel === '' ? 'Select a channel' : 'No valid readings'}</span>
      ) : (
        <ReadingText text={unit.format(reading, decimals ?? channel)} unit={unit.unit} />
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

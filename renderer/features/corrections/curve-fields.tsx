import { useWatch } from 'react-hook-form';
import { fieldAt } from '../../../service/contract/index.ts';
import { choicesOf, SelectField, Switch, TextField } from '../../components/form/field.tsx';
import { useFormField, useFormSwitch } from '../../components/form/use-field.ts';
import { CORRECTION_FIELDS, type CorrectionForm } from './correction-form.ts';

const FIT = fieldAt(CORRECTION_FIELDS, 'fit');

const EXACT_HINTS: Readonly<Record<number, string>> = {
  1: 'One point: an offset.',
  2: 'Two points: a straight line.',
  3: 'Three points: a parabola.',
};

const OUTSIDE = [
  { value: 'continue', word: 'Continue straight' },
  { value: 'none', word: 'No value' },
] as const;

/** The curve, and the values for which it is valid. */
export function CurveFields() {
  const [points, fit, hasRange, unit] = useWatch<CorrectionForm, ['points', 'fit', 'hasRange', 'unit']>({
    name: ['points', 'fit', 'hasRange', 'unit'],
  });
  const curve = useFormField<CorrectionForm>('fit');
  const range = useFormSwitch<CorrectionForm>('hasRange');
  const hint = fit === 'exact' ? (EXACT_HINTS[points.length] ?? 'One to three points.') : 'Closest to all points.';
  return (
    <div className="form-grid">
      <SelectField label={FIT.label} options={choicesOf(FIT)} hint={hint} {...curve} />
      <fieldset className="form-group">
        <legend className="form-label">Range</legend>
        <Switch label="Valid only for a range of values" {...range} />
        {hasRange && <RangeFields unit={unit} />}
      </fieldset>
    </div>
  );
}

function RangeFields({ unit }: { unit: string }) {
  const from = useFormField<CorrectionForm>('range.from', 'range.to');
  const to = useFormField<CorrectionForm>('range.to');
  const outside = useFormField<CorrectionForm>('range.outside');
  const typed = { inputMode: 'decimal', ...(unit && { unit }) } as const;
  return (
    <>
      <div className="form-pair">
        <TextField label="From" {...typed} {...from} />
        <TextField label="To" {...typed} {...to} />
      </div>
      <SelectField
        label="Outside the range"
        options={OUTSIDE}
        hint="“Continue straight” extends the curve at its end with the same slope."
        {...outside}
      />
    </>
  );
}

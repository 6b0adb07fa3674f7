import { useId } from 'react';
import { fieldAt } from '../../../service/contract/index.ts';
import { Field, TextField } from '../../components/form/field.tsx';
import { useFormField } from '../../components/form/use-field.ts';
import { CORRECTION_FIELDS, type CorrectionForm } from './correction-form.ts';

/** Where the points are from: for the record. */
export function ProvenanceFields() {
  const title = useId();
  return (
    <section className="form-section" aria-labelledby={title}>
      <h3 id={title}>Record</h3>
      <div className="form-grid">
        <RecordField path="standard" />
        <RecordField path="by" />
        <RecordField path="date" isDate />
        <RecordField path="due" isDate />
      </div>
      <NoteField />
    </section>
  );
}

function RecordField({ path, isDate = false }: { path: 'standard' | 'by' | 'date' | 'due'; isDate?: boolean }) {
  const { label, help } = fieldAt(CORRECTION_FIELDS, path);
  return (
    <TextField label={label} hint={help} {...(isDate && { type: 'date' })} {...useFormField<CorrectionForm>(path)} />
  );
}

function NoteField() {
  const { error, ...control } = useFormField<CorrectionForm>('note');
  return (
    <Field label={fieldAt(CORRECTION_FIELDS, 'note').label} error={error}>
      {(attributes) => <textarea className="field" rows={3} data-field="note" {...control} {...attributes} />}
    </Field>
  );
}

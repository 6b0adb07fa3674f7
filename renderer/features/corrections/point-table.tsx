import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { conversionsOf, fieldAt, MAX_CORRECTION_POINTS } from '../../../service/contract/index.ts';
import { FieldError, SelectField, TextInput } from '../../components/form/field.tsx';
import { useFormField } from '../../components/form/use-field.ts';
import { CORRECTION_FIELDS, type CorrectionForm, inUnit } from './correction-form.ts';

export interface PointTableProps {
  /** The channel's API unit. */
  unit: string;
  /** Keys of the points, in order. */
  rows: readonly string[];
  /** Adds an empty point and focuses it; undefined at the limit. */
  onAdd: (() => void) | undefined;
  onRemove: (index: number) => void;
}

export function PointTable({ unit, rows, onAdd, onRemove }: PointTableProps) {
  const table = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const title = useId();
  const { getFieldState, formState } = useFormContext<CorrectionForm>();
  const points = getFieldState('points', formState).error;
  // Of the list as a whole; errors of a field have their own place.
  const error = points?.message ?? (points as { root?: { message?: string } } | undefined)?.root?.message;
  /** Enter goes to the next field, and from the last one to a new point. */
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const inputs = [...(table.current?.querySelectorAll('input') ?? [])];
    const next = inputs[inputs.indexOf(event.target) + 1];
    if (next) next.focus();
    else onAdd?.();
  };
  const remove = (index: number): void => {
    onRemove(index);
    // The focused button is gone with its row.
    addButton.current?.focus();
  };
  return (
    <section className="form-section" aria-labelledby={title}>
      <div className="point-head">
        <h3 id={title}>{fieldAt(CORRECTION_FIELDS, 'points').label}</h3>
        <UnitField unit={unit} />
      </div>
      {rows.length === 0 ? (
        <p className="dim">
          No points. Bring the sensor and a reference to the same value, wait until it is stable, and capture it.
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in the fields
        <div className="points" ref={table} onKeyDown={onKeyDown}>
          <span aria-hidden />
          <span className="form-label" aria-hidden>
            Measured
          </span>
          <span className="form-label" aria-hidden>
            Reference
          </span>
          <span aria-hidden />
          {rows.map((id, index) => (
            <PointRow key={id} index={index} onRemove={() => remove(index)} />
          ))}
        </div>
      )}
      <FieldError text={error} />
      <div>
        <button
          ref={addButton}
          type="button"
          className="button"
          data-field="points"
          disabled={!onAdd}
          title={onAdd ? undefined : `At most ${MAX_CORRECTION_POINTS} points`}
          onClick={onAdd}
        >
          <Plus aria-hidden size={14} /> Add point
        </button>
      </div>
    </section>
  );
}

function PointRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  return (
    <>
      <span className="point-number dim" aria-hidden>
        {index + 1}
      </span>
      <PointField index={index} name="measured" word="measured" />
      <PointField index={index} name="reference" word="reference" />
      <button
        type="button"
        className="icon-button point-remove"
        aria-label={`Remove point ${index + 1}`}
        title="Remove point"
        onClick={onRemove}
      >
        <X aria-hidden size={15} />
      </button>
    </>
  );
}

interface PointFieldProps {
  index: number;
  name: 'measured' | 'reference';
  word: string;
}

function PointField({ index, name, word }: PointFieldProps) {
  const unit = useWatch<CorrectionForm, 'unit'>({ name: 'unit' });
  const { error = '', ...binding } = useFormField<CorrectionForm>(`points.${index}.${name}`);
  const errorId = useId();
  return (
    <div className="point-field">
      <TextInput
        aria-label={`Point ${index + 1}, ${word}`}
        aria-describedby={errorId}
        aria-invalid={error !== ''}
        inputMode="decimal"
        {...(unit && { unit })}
        {...binding}
      />
      <FieldError id={errorId} text={error} />
    </div>
  );
}

/** Of all numbers in the form. Another one converts them. */
function UnitField({ unit }: { unit: string }) {
  const { getValues, setValue } = useFormContext<CorrectionForm>();
  const shown = useWatch<CorrectionForm, 'unit'>({ name: 'unit' });
  const options = [unit, ...conversionsOf(unit).map((conversion) => conversion.unit)];
  if (options.length < 2) return null;
  const choose = (next: string): void => {
    const converted = inUnit(getValues(), next);
    setValue('unit', converted.unit, { shouldDirty: true });
    setValue('points', converted.points, { shouldDirty: true });
    setValue('range', converted.range, { shouldDirty: true });
  };
  return (
    <SelectField
      label={fieldAt(CORRECTION_FIELDS, 'unit').label}
      name="unit"
      value={shown}
      options={options.map((option) => ({ value: option, word: option }))}
      onChange={({ target }) => choose(target.value)}
    />
  );
}

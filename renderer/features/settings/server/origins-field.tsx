import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useController, useFormContext } from 'react-hook-form';
import { MAX_ORIGINS } from '../../../../service/contract/index.ts';
import { afterPointerUp } from '../../../components/form/after-pointer-up.ts';
import { FieldError, TextInput } from '../../../components/form/field.tsx';
import type { ServiceForm } from '../form/service-form.ts';
import { SERVICE_LABELS } from '../labels.ts';
import { OverrideHint } from '../section.tsx';

export function OriginsField() {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const hintId = useId();
  const { getFieldState, formState } = useFormContext<ServiceForm>();
  const { field } = useController<ServiceForm, 'allowed_origins'>({ name: 'allowed_origins' });
  const origins = field.value;

  const add = (): void => {
    flushSync(() => field.onChange([...origins, '']));
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  };
  const remove = (index: number): void => {
    field.onChange(origins.filter((_, other) => other !== index));
    addButton.current?.focus();
  };
  return (
    <fieldset className="form-group" aria-describedby={hintId}>
      <legend className="form-label">{SERVICE_LABELS.allowed_origins}</legend>
      {origins.length > 0 && (
        <ul className="origin-list" ref={list}>
          {origins.map((origin, index) => (
            <OriginLine
              // oxlint-disable-next-line react/no-array-index-key -- an origin is known by its place: it may stand twice while it is typed
              key={index}
              place={index}
              value={origin}
              error={getFieldState(`allowed_origins.${index}`, formState).error?.message}
              onChange={(text) => field.onChange(origins.with(index, text))}
              onBlur={() => afterPointerUp(field.onBlur)}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <div>
        <button type="button" ref={addButton} className="button" disabled={origins.length >= MAX_ORIGINS} onClick={add}>
          <Plus aria-hidden size={14} /> Add origin
        </button>
      </div>
      <p className="form-hint" id={hintId}>
        <OverrideHint name="allowed_origins" usual="none">
          Pages from these origins, opened in a browser on this computer, can read and change readings, devices and
          settings. Add only origins that you trust.
        </OverrideHint>
      </p>
    </fieldset>
  );
}

interface OriginLineProps {
  /** From 0. */
  place: number;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
  onRemove: () => void;
}

function OriginLine({ place, value, error, onChange, onBlur, onRemove }: OriginLineProps) {
  const errorId = useId();
  return (
    <li className="origin-line">
      <TextInput
        mono
        aria-label={`Origin ${place + 1}`}
        aria-invalid={error !== undefined}
        aria-describedby={errorId}
        data-field={`allowed_origins.${place}`}
        placeholder="https://tools.example:8443"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={value === '' ? `Remove origin ${place + 1}` : `Remove ${value}`}
        title="Remove"
        onClick={onRemove}
      >
        <X aria-hidden size={15} />
      </button>
      <FieldError id={errorId} text={error} />
    </li>
  );
}

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { aliasText, noteText } from '../../../../service/contract/index.ts';
import { FieldError } from '../../../components/form/field.tsx';

/** In characters. */
export const MAX_ALIAS = aliasText.maxLength ?? Number.MAX_SAFE_INTEGER;
export const MAX_NOTE = noteText.maxLength ?? Number.MAX_SAFE_INTEGER;

export const CANNOT_BE_SAVED =
  'Cannot save while the device or the service is disconnected. Your edits stay in the form.';

export interface TextField {
  name: string;
  label: string;
  value: string;
  maxLength: number;
  placeholder?: string;
  /** Visible lines; more than 1 for a multi-line text. Default 1. */
  lines?: number;
}

export interface TextsFormProps {
  fields: readonly TextField[];
  /** Saving is disabled at the moment; the texts stay. */
  fixed: boolean;
  busy: boolean;
  /** Why saving failed; empty otherwise. */
  error: string;
  /** Saves the trimmed texts by name; resolves to whether they are saved. */
  onSave: (texts: Record<string, string>) => Promise<boolean>;
  /** The form was saved or canceled. */
  onDone: () => void;
}

export function NameAndNoteForm({ fields, fixed, busy, error, onSave, onDone }: TextsFormProps) {
  const [texts, setTexts] = useState(() => Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  const errorId = useId();
  const element = useRef<HTMLFormElement>(null);
  // The focus alone scrolls only the first field into view, not the buttons.
  useEffect(() => {
    // Braces: newer browsers return a promise, which an effect must not return.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const);
    if (await onSave(Object.fromEntries(trimmed))) onDone();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Keeps the surrounding drawer open.
    event.stopPropagation();
    onDone();
  };
  return (
    <form ref={element} className="texts-form framed" onSubmit={(event) => void submit(event)}>
      {fields.map(({ name, label, maxLength, placeholder, lines = 1 }, index) => {
        const control = {
          className: 'field',
          value: texts[name] ?? '',
          maxLength,
          placeholder,
          'aria-describedby': errorId,
          'aria-invalid': error !== '',
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked to type here
          autoFocus: index === 0,
          onKeyDown,
        };
        const setText = (text: string): void => setTexts({ ...texts, [name]: text });
        return (
          <label key={name} className="texts-field">
            <span className="dim">{label}</span>
            {lines > 1 ? (
              <textarea {...control} rows={lines} onChange={(event) => setText(event.target.value)} />
            ) : (
              <input {...control} onChange={(event) => setText(event.target.value)} />
            )}
          </label>
        );
      })}
      <FieldError id={errorId} text={error} />
      <div className="texts-actions">
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
        <button
          type="submit"
          className="button primary"
          disabled={busy || fixed}
          title={fixed ? CANNOT_BE_SAVED : undefined}
        >
          {busy ? 'Saving…' : 'Save'}
        </button>
      </div>
    </form>
  );
}

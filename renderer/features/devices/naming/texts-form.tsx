/** One or two texts, edited where they stand: Enter saves a line, Escape gives up. */
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { CANNOT_BE_SAVED } from './words.ts';

export interface TextField {
  name: string;
  label: string;
  value: string;
  maxLength: number;
  placeholder?: string;
  /** Above one: a text of several lines, this many of them in sight. Default 1. */
  lines?: number;
}

export interface TextsFormProps {
  fields: readonly TextField[];
  /** Nothing can be saved just now: what is typed stays until it can. */
  fixed: boolean;
  busy: boolean;
  /** Why saving failed; empty otherwise. */
  error: string;
  /** Takes the texts by name, trimmed; answers whether that is done. */
  onSave: (texts: Record<string, string>) => Promise<boolean>;
  /** It was saved, or given up. */
  onDone: () => void;
}

export function TextsForm({ fields, fixed, busy, error, onSave, onDone }: TextsFormProps) {
  const [texts, setTexts] = useState(() => Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  const errorId = useId();
  const element = useRef<HTMLFormElement>(null);
  // Down to its buttons: the focus alone brings no more than the first field into view.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no way to end an effect.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const);
    if (await onSave(Object.fromEntries(trimmed))) onDone();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The drawer around it would close too.
    event.stopPropagation();
    onDone();
  };
  return (
    <form ref={element} className="texts-form" onSubmit={(event) => void submit(event)}>
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
        const take = (text: string): void => setTexts({ ...texts, [name]: text });
        return (
          <label key={name} className="texts-field">
            <span className="dim">{label}</span>
            {lines > 1 ? (
              <textarea {...control} rows={lines} onChange={(event) => take(event.target.value)} />
            ) : (
              <input {...control} onChange={(event) => take(event.target.value)} />
            )}
          </label>
        );
      })}
      <p id={errorId} role="alert" className="field-error">
        {error}
      </p>
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
          {busy ? 'Saving' : 'Save'}
        </button>
      </div>
    </form>
  );
}

import { type ReactNode, useId, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { MAX_FORMULA_LENGTH } from '../../../../service/contract/index.ts';
import { FieldError } from '../../../components/form/field.tsx';
import { useFormField } from '../../../components/form/use-field.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { capitalized } from '../../../data/format/text.ts';
import type { ComputedForm } from '../editor/computed-form.ts';
import type { Suggestion } from './completion.ts';
import { markFault } from './formula-parts.ts';
import { optionId, SuggestionList } from './suggestion-list.tsx';
import { useCompletion } from './use-completion.ts';

/** What is wrong with a formula, and where. */
interface Fault {
  readonly message: string;
  /** First faulty character, from 0. */
  readonly at: number;
  /** In characters; 0 at the end of the formula. */
  readonly length: number;
}

interface FormulaFieldProps {
  suggestions: readonly Suggestion[];
  /** Of the present text; null for a valid formula, and while it is being checked. */
  fault: Fault | null;
  /** A message about the formula. */
  note: ReactNode;
  /** Beside the label. */
  actions: ReactNode;
}

/** The formula, with suggestions at the caret and its faulty part marked. */
export function FormulaField({ suggestions, note, actions, ...props }: FormulaFieldProps) {
  const id = useId();
  const listId = useId();
  const noteId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { setValue } = useFormContext<ComputedForm>();
  const { error = '', ref, onBlur, onChange, name } = useFormField<ComputedForm>('formula');
  const formula = useWatch<ComputedForm, 'formula'>({ name: 'formula' });
  const completion = useCompletion(field, suggestions, (text) => {
    if (field.current) field.current.value = text;
    setValue('formula', text, { shouldDirty: true, shouldTouch: true });
  });
  const { items, active } = completion;
  const isOpen = items.length > 0;
  // A name that is being completed is not wrong yet.
  const fault = isOpen ? null : props.fault;
  return (
    <div className="form-field">
      <div className="formula-head">
        <label className="form-label" htmlFor={id}>
          Formula
        </label>
        {actions}
      </div>
      <div className="formula-box">
        <Paint formula={formula} fault={fault} />
        <textarea
          id={id}
          name={name}
          ref={(element) => {
            field.current = element;
            ref(element);
          }}
          className="field mono formula-text"
          data-field={name}
          rows={3}
          maxLength={MAX_FORMULA_LENGTH}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? optionId(listId, active) : undefined}
          aria-describedby={noteId}
          aria-invalid={fault !== null || error !== ''}
          onChange={(event) => {
            void onChange(event);
            completion.update();
          }}
          onKeyDown={completion.onKeyDown}
          onClick={completion.close}
          onBlur={(event) => {
            completion.close();
            void onBlur(event);
          }}
        />
        <SuggestionList id={listId} completion={completion} />
      </div>
      <div className="form-notes" id={noteId}>
        {fault ? <FaultText fault={fault} onShow={() => select(field.current, fault)} /> : <FieldError text={error} />}
        <output>{note}</output>
        <div className="form-hint">
          {!fault &&
            error === '' &&
            'Type [ or a name for suggestions, or press Ctrl+Space. A channel is written [family/serial/channel].'}
        </div>
      </div>
    </div>
  );
}

/** The faulty characters underlined: behind the text, with the same letters in the same places. */
function Paint({ formula, fault }: { formula: string; fault: Fault | null }) {
  const { before, faulty, after } = fault
    ? markFault(formula, fault.at, fault.length)
    : { before: formula, faulty: '', after: '' };
  return (
    <div className="field mono formula-paint" aria-hidden>
      {before}
      {faulty && <mark className="formula-fault">{faulty}</mark>}
      {after}
      {/* A line break at the end has no height of its own. */}
      {'\u200b'}
    </div>
  );
}

/** Polite: a formula is invalid most of the time while it is typed. */
function FaultText({ fault: { message, at }, onShow }: { fault: Fault; onShow: () => void }) {
  return (
    <output className="field-error formula-fault-text">
      <button type="button" className="link-button" onClick={onShow}>
        Character {formatCount(at + 1)}
      </button>
      : {capitalized(message)}
    </output>
  );
}

/** Shows where it is, also to a screen reader. */
function select(field: HTMLTextAreaElement | null, { at, length }: Fault): void {
  if (!field) return;
  const start = markFault(field.value, at, length).before.length;
  field.focus();
  field.setSelectionRange(start, start + markFault(field.value, at, length).faulty.length);
}

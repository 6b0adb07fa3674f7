import type { FieldValues } from 'react-hook-form';
import { Notice } from '../notice.tsx';
import type { FormEditor } from './use-form-editor.ts';

/** Sticky at the bottom of a form. */
export interface SaveBarProps {
  isDirty: boolean;
  busy: boolean;
  saveWord: string;
  discardWord: string;
  /** Not saved yet: saving is possible without edits. */
  isNew: boolean;
  onDiscard: () => void;
}

export function SaveBar({ isDirty, busy, saveWord, discardWord, isNew, onDiscard }: SaveBarProps) {
  return (
    <div className="save-bar">
      <div className="save-bar-row">
        <output>{isDirty && <span className="badge warning">Unsaved changes</span>}</output>
        <button type="button" className="button" disabled={(!isDirty && !isNew) || busy} onClick={onDiscard}>
          {discardWord}
        </button>
        <button type="submit" className="button primary" disabled={(!isDirty && !isNew) || busy}>
          {busy ? 'Saving…' : saveWord}
        </button>
      </div>
    </div>
  );
}

/**
 * Moves the focus from the save bar to the form before the bar disappears.
 * @param form must be focusable
 */
export function keepFormFocus(form: HTMLFormElement | null): void {
  const focused = document.activeElement;
  const isInBar = focused?.closest('.save-bar') !== null;
  // A disabled button has already lost the focus.
  if (isInBar || focused === document.body) form?.focus({ preventScroll: true });
}

interface SaveFailureProps<View, Form extends FieldValues> {
  editor: FormEditor<View, Form>;
}

export function SaveFailure<View, Form extends FieldValues>({ editor }: SaveFailureProps<View, Form>) {
  const { failure, dismissFailure } = editor;
  return (
    <div role="alert">
      {failure && (
        <Notice tone="bad" title="Cannot save changes" onClose={dismissFailure}>
          <p>{failure}</p>
        </Notice>
      )}
    </div>
  );
}

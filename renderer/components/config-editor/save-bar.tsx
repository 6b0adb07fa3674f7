import type { FieldValues } from 'react-hook-form';
import { FailureNotice, Notice, type NoticeProps } from '../notice.tsx';
import type { FormEditor } from './use-form-editor.ts';

interface SaveBarProps {
  isDirty: boolean;
  busy: boolean;
  saveWord: string;
  discardWord: string;
  /** Not saved yet: saving is possible without edits. */
  isNew: boolean;
  onDiscard: () => void;
}

/** Sticky at the bottom of a form. */
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

interface ChangedElsewhereProps {
  /** "This client was" */
  what: string;
  tone: NoticeProps['tone'];
  /** Replaces the edits with the saved settings. */
  onReload: () => void;
}

export function ChangedElsewhere({ what, tone, onReload }: ChangedElsewhereProps) {
  return (
    <Notice
      tone={tone}
      title={`${what} changed in another window or program`}
      actions={
        <button type="button" className="button" onClick={onReload}>
          Load the saved settings
        </button>
      }
    >
      <p>Your edits stay in the form. Saving overwrites the other changes.</p>
    </Notice>
  );
}

export function SaveFailure<View, Form extends FieldValues>({ editor }: { editor: FormEditor<View, Form> }) {
  return <FailureNotice title="Cannot save changes" text={editor.failure} onClose={editor.dismissFailure} />;
}

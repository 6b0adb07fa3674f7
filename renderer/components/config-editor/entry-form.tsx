import type { FormEvent, ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { SaveBar, type SaveBarProps, SaveFailure } from './save-bar.tsx';
import type { FormEditor } from './use-form-editor.ts';
import './entries.css';
import { Notice } from '../notice.tsx';
import type { EntryActions } from './use-entry-actions.ts';

export interface EntryFormProps<View, Form extends FieldValues>
  extends Pick<SaveBarProps, 'saveWord' | 'discardWord' | 'onDiscard'> {
  editor: FormEditor<View, Form>;
  /** Not saved yet. */
  isNew: boolean;
  title: string;
  header: ReactNode;
  notices: ReactNode;
  /** Result of the connection test. */
  result?: ReactNode;
  children: ReactNode;
}

export function EntryForm<View, Form extends FieldValues>(props: EntryFormProps<View, Form>) {
  const { editor, isNew, title, header, notices, result, children, ...saving } = props;
  const { form, element, isDirty } = editor.state;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void editor.save();
  };
  return (
    <article className="entry-view" aria-label={title}>
      {header}
      <FormProvider {...form}>
        <div className="entry-notices">
          {notices}
          {result}
          <SaveFailure editor={editor} />
        </div>
        <form ref={element} noValidate autoComplete="off" className="entry-form" onSubmit={onSubmit}>
          {children}
          <SaveBar isDirty={isDirty} busy={editor.busy} isNew={isNew} {...saving} />
        </form>
      </FormProvider>
    </article>
  );
}

export function ActionFailure({ actions: { failure, failureTitle, dismiss } }: { actions: EntryActions }) {
  if (!failure) return null;
  return (
    <Notice tone="bad" title={failureTitle} onClose={dismiss}>
      <p>{failure.message}</p>
    </Notice>
  );
}

interface ChangedElsewhereProps {
  /** "client" */
  what: string;
  /** Replaces the edits with the saved settings. */
  onReload: () => void;
}

export function ChangedElsewhere({ what, onReload }: ChangedElsewhereProps) {
  return (
    <Notice
      tone="warning"
      title={`This ${what} was changed in another window or program`}
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

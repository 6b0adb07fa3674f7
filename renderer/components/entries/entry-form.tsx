/** The form of an entry, with what is said about it. */
import type { ComponentType, FormEvent, ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { Notice } from '../notice.tsx';
import { SaveBar, type SaveBarProps } from './save-bar.tsx';
import { TestNotice, type TestVerdict } from './test-notice.tsx';
import type { EntryEditor } from './use-entry-editor.ts';
import './entries.css';

export interface EntryFormProps<View, Form extends FieldValues, Verdict extends TestVerdict>
  extends Pick<SaveBarProps, 'saveWord' | 'discardWord' | 'onDiscard'> {
  editor: EntryEditor<View, Form, Verdict>;
  /** It is not stored yet. */
  isNew: boolean;
  title: string;
  header: ReactNode;
  notices: ReactNode;
  formText: (form: Form) => string;
  /** What else there is to the verdict of a test. */
  more?: ComponentType<{ verdict: Verdict }>;
  /** The fields. */
  children: ReactNode;
}

export function EntryForm<View, Form extends FieldValues, Verdict extends TestVerdict>(
  props: EntryFormProps<View, Form, Verdict>,
) {
  const { editor, isNew, title, header, notices, formText, more, children, ...saving } = props;
  const { test, failure, busy } = editor;
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
          <TestNotice state={test.state} formText={formText} more={more} onDismiss={test.dismiss} />
          <div role="alert">
            {failure && (
              <Notice tone="bad" title="It was not saved" onClose={editor.dismissFailure}>
                <p>{failure}</p>
              </Notice>
            )}
          </div>
        </div>
        <form ref={element} noValidate autoComplete="off" className="entry-form" onSubmit={onSubmit}>
          {children}
          <SaveBar isDirty={isDirty} busy={busy} isNew={isNew} {...saving} />
        </form>
      </FormProvider>
    </article>
  );
}

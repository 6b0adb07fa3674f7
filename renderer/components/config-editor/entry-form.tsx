import type { FormEvent, ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { SaveBar, type SaveBarProps } from './save-bar.tsx';
import { SaveFailure } from './save-failure.tsx';
import type { FormEditor } from './use-form-editor.ts';
import './entries.css';

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

import { type FormEvent, type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { Entities, EntityKind } from '../../../service/contract/index.ts';
import { forceNavigate } from '../../app/guarded-location.ts';
import { Notice } from '../notice.tsx';
import type { ConnectionTest } from './connection-test.tsx';
import type { EntryDefinition } from './entry-definition.ts';
import './entries.css';
import { EntryControls, EntryHeader, type SavedEntry, TestButton } from './entry-header.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ChangedElsewhere, SaveBar, SaveFailure } from './save-bar.tsx';
import type { EntryActions } from './use-entry-actions.ts';
import type { FormEditor } from './use-form-editor.ts';

export interface EntryFormProps<Kind extends EntityKind, Form extends FieldValues> {
  entries: EntryDefinition<Kind>;
  editor: FormEditor<Entities[Kind], Form>;
  /** Default: that of a new entry. */
  title?: string;
  /** Accessible name; default `title`. */
  label?: string;
  subtitle?: ReactNode;
  /** Undefined for a new entry. */
  saved?: SavedEntry;
  test?: ConnectionTest;
  notices?: ReactNode;
  children: ReactNode;
}

export function EntryForm<Kind extends EntityKind, Form extends FieldValues>(props: EntryFormProps<Kind, Form>) {
  const { entries, editor, title = entries.newTitle, label = title, subtitle, saved, test, notices, children } = props;
  const { word } = entries;
  const { form, element, isDirty, changedElsewhere, loadStored } = editor.state;
  // Also after a deletion elsewhere.
  const isNew = editor.stored === null;
  const [isAsking, setAsking] = useState(false);
  const testButton = test && <TestButton test={test} />;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void editor.save();
  };
  const discard = (): void => {
    if (!saved) forceNavigate(entries.pageRoute);
    else if (isNew) form.reset();
    else loadStored();
  };
  return (
    <article className="entry-view" aria-label={label}>
      <EntryHeader entries={entries} title={title} subtitle={subtitle}>
        {!saved && testButton}
        {saved && !isNew && (
          <EntryControls
            {...saved}
            isSaving={editor.busy}
            onRemove={() => (saved.discarded?.isAny ? setAsking(true) : saved.actions.remove())}
          >
            {testButton}
            {saved.buttons}
          </EntryControls>
        )}
      </EntryHeader>
      <FormProvider {...form}>
        <div className="entry-notices">
          {saved && <ActionFailure actions={saved.actions} />}
          {saved && isNew ? (
            <Notice
              tone="warning"
              title={`This ${word} was deleted in another window or program`}
              actions={saved.canRestore && <UndoDeletion actions={saved.actions} />}
            >
              <p>{entries.deletedText}</p>
            </Notice>
          ) : (
            notices
          )}
          {changedElsewhere && <ChangedElsewhere what={`This ${word} was`} tone="warning" onReload={loadStored} />}
          {test?.notice}
          <SaveFailure editor={editor} />
        </div>
        <form ref={element} noValidate autoComplete="off" className="entry-form" onSubmit={onSubmit}>
          {children}
          <SaveBar
            isDirty={isDirty}
            busy={editor.busy}
            saveWord={saved ? (isNew ? `Add ${word} again` : 'Save changes') : `Add ${word}`}
            discardWord={saved ? 'Discard changes' : 'Cancel'}
            isNew={isNew}
            onDiscard={discard}
          />
        </form>
      </FormProvider>
      {saved?.discarded && (
        <RemoveDialog
          entries={entries}
          name={title}
          open={isAsking}
          onClose={() => setAsking(false)}
          onRemove={saved.actions.remove}
        >
          {saved.discarded.text}
        </RemoveDialog>
      )}
    </article>
  );
}

function UndoDeletion({ actions: { busy, restore } }: { actions: EntryActions }) {
  return (
    <button type="button" className="button" disabled={busy} onClick={restore}>
      Undo deletion
    </button>
  );
}

function ActionFailure({ actions: { failure, failureTitle, dismiss } }: { actions: EntryActions }) {
  if (!failure) return null;
  return (
    <Notice tone="bad" title={failureTitle} onClose={dismiss}>
      <p>{failure.message}</p>
    </Notice>
  );
}

/** For how long what is kept, and the CSV files that are written beside it. */
import { type FormEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { HistoryStorage, Settings } from '../../../../service/contract/index.ts';
import { keepFormFocus } from '../../../components/entries/keep-form-focus.ts';
import { SaveBar } from '../../../components/entries/save-bar.tsx';
import '../../../components/entries/entries.css';
import { useFormEditor } from '../../../components/entries/use-form-editor.ts';
import { Notice } from '../../../components/notice.tsx';
import { losses } from '../../../data/history/words.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';
import { patchSettings } from '../../../data/settings/requests.ts';
import { CsvFields } from './csv-fields.tsx';
import { checkHistoryForm, HISTORY_FORM, type HistoryForm, patchOf, retentionOf } from './history-form.ts';
import { LossDialog, type LossQuestion } from './loss-dialog.tsx';
import { RetentionFields } from './retention-fields.tsx';

export interface SettingsFormProps {
  /** What is kept now, as far as known: what would be deleted follows from it. */
  storage: HistoryStorage | undefined;
  onSaved: () => void;
}

export function SettingsForm(props: SettingsFormProps) {
  const settings = useReadable(useLive().settings.all);
  return settings && <Form {...props} settings={settings} />;
}

function Form({ storage, onSaved, settings }: SettingsFormProps & { settings: Settings }) {
  const live = useLive();
  const [question, setQuestion] = useState<LossQuestion | null>(null);

  /** Whoever saves in whichever way is asked before anything is deleted. */
  const confirm = async (wanted: HistoryForm): Promise<void> => {
    const lost = storage ? losses(storage, retentionOf(wanted), Date.now()) : [];
    if (lost.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setQuestion({ sentences: lost, answer: resolve });
    const isMeant = await promise;
    setQuestion(null);
    if (!isMeant) throw new RequestError('Nothing was changed, and everything is kept as before.');
  };

  const editor = useFormEditor<Settings, HistoryForm>({
    kind: HISTORY_FORM,
    stored: settings,
    initial: HISTORY_FORM.formOf(settings),
    check: checkHistoryForm,
    what: 'the settings of the history',
    send: async (wanted) => {
      await confirm(wanted);
      return patchSettings(patchOf(wanted));
    },
    onSaved: (answer, sent, state) => {
      live.settings.set(answer);
      keepFormFocus(state.element.current);
      state.settle(answer, sent);
      onSaved();
    },
  });
  const { busy, failure } = editor;
  const { form, element, isDirty, changedElsewhere, takeStored } = editor.state;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void editor.save();
  };
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        tabIndex={-1}
        aria-label="Settings of the history"
        noValidate
        autoComplete="off"
        className="history-form"
        onSubmit={onSubmit}
      >
        <RetentionFields />
        <CsvFields settings={settings} />
        {changedElsewhere && (
          <Notice
            tone="info"
            title="These settings were changed elsewhere"
            actions={
              <button type="button" className="button" onClick={takeStored}>
                Take what is stored
              </button>
            }
          >
            <p>Saving replaces that by what stands here.</p>
          </Notice>
        )}
        <div role="alert">
          {failure && (
            <Notice tone="bad" title="It was not saved" onClose={editor.dismissFailure}>
              <p>{failure}</p>
            </Notice>
          )}
        </div>
        {/* The page is long and mostly read: the bar comes with the first change. */}
        {isDirty && (
          <SaveBar
            isDirty
            busy={busy}
            isNew={false}
            saveWord="Save"
            discardWord="Discard"
            onDiscard={() => {
              keepFormFocus(element.current);
              takeStored();
            }}
          />
        )}
      </form>
      {question && <LossDialog question={question} />}
    </FormProvider>
  );
}

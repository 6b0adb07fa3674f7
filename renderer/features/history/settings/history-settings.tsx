import { useState } from 'react';
import type { HistoryStorage, Settings } from '../../../../service/contract/index.ts';
import { SettingsFields } from '../../../components/config-editor/settings-fields.tsx';
import { SettingsForm } from '../../../components/config-editor/settings-form.tsx';
import { useSettingsEditor } from '../../../components/config-editor/use-settings-editor.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { patchSettings } from '../../../data/settings/requests.ts';
import { CsvFields } from './csv-fields.tsx';
import { dataDeletedBy } from './data-deleted-by.ts';
import { DeletionDialog, type DeletionPrompt } from './deletion-dialog.tsx';
import { checkHistoryForm, HISTORY_FORM, type HistoryForm, patchOf, retentionOf } from './history-form.ts';
import { RetentionFields } from './retention-fields.tsx';

export interface HistorySettingsProps {
  /** Determines what lower limits would delete. */
  storage: HistoryStorage | undefined;
  onSaved: () => void;
}

export function HistorySettings(props: HistorySettingsProps) {
  const settings = useReadable(useLive().settings.all);
  return settings && <Form {...props} settings={settings} />;
}

function Form({ storage, onSaved, settings }: HistorySettingsProps & { settings: Settings }) {
  const [question, setQuestion] = useState<DeletionPrompt | null>(null);

  /** @returns false if the user cancels */
  const confirm = async (wanted: HistoryForm): Promise<boolean> => {
    const lost = await dataDeletedBy({ wanted: retentionOf(wanted), present: settings }, storage);
    if (lost.length === 0) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setQuestion({ sentences: lost, answer: resolve });
    const isMeant = await promise;
    setQuestion(null);
    return isMeant;
  };

  const editor = useSettingsEditor<HistoryForm>({
    kind: HISTORY_FORM,
    settings,
    check: checkHistoryForm,
    what: 'the history settings',
    send: async (wanted) => ((await confirm(wanted)) ? patchSettings(patchOf(wanted)) : null),
    onSaved,
  });
  return (
    <>
      <SettingsForm editor={editor} label="History settings" className="history-form">
        <SettingsFields label="History settings">
          <RetentionFields />
          <CsvFields settings={settings} />
        </SettingsFields>
      </SettingsForm>
      {question && <DeletionDialog question={question} />}
    </>
  );
}

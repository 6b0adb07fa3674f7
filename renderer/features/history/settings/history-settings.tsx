import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import type { HistoryStorage, Settings } from '../../../../service/contract/index.ts';
import { SettingsFields, SettingsForm, useSettingsEditor } from '../../../components/config-editor/settings-form.tsx';
import { Switch, TextField } from '../../../components/form/field.tsx';
import { useFormField, useFormSwitch } from '../../../components/form/use-field.ts';
import { Modal } from '../../../components/modal.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import { patchSettings } from '../../../data/settings/settings-store.ts';
import { CsvFields } from './csv-fields.tsx';
import {
  checkHistoryForm,
  dataDeletedBy,
  HISTORY_FORM,
  type HistoryForm,
  patchOf,
  RANGES,
  retentionOf,
} from './history-form.ts';
import { HISTORY_LABELS } from './labels.ts';

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
  const [prompt, setPrompt] = useState<DeletionPrompt | null>(null);

  /** @returns false if the user cancels */
  const confirm = async (wanted: HistoryForm): Promise<boolean> => {
    const lost = await dataDeletedBy({ wanted: retentionOf(wanted), present: settings }, storage);
    if (lost.length === 0) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setPrompt({ sentences: lost, resolve: resolve });
    const isMeant = await promise;
    setPrompt(null);
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
      {prompt && <DeletionDialog prompt={prompt} />}
    </>
  );
}

interface DeletionPrompt {
  sentences: readonly string[];
  resolve: (isMeant: boolean) => void;
}

function DeletionDialog({ prompt: { sentences, resolve } }: { prompt: DeletionPrompt }) {
  return (
    <Modal isQuestion onClose={() => resolve(false)} title="Delete data beyond the new limits?">
      <Dialog.Description className="dim">
        Saving deletes the following data. This cannot be undone. Export it first if you may need it.
      </Dialog.Description>
      <ul className="loss-list">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Dialog.Close className="button">Cancel</Dialog.Close>
        <button type="button" className="button danger" onClick={() => resolve(true)}>
          Save and delete data
        </button>
      </div>
    </Modal>
  );
}

function RetentionFields() {
  return (
    <section className="history-card" aria-labelledby="history-retention">
      <h2 id="history-retention">Retention</h2>
      <Switch label={HISTORY_LABELS.history} {...useFormSwitch<HistoryForm>('history')} />
      <div className="form-grid">
        <TextField
          label={HISTORY_LABELS.history_raw_days}
          unit="days"
          inputMode="numeric"
          {...useFormField<HistoryForm>('history_raw_days')}
          hint={`Every reading as measured. ${RANGES.days}.`}
        />
        <TextField
          label={HISTORY_LABELS.history_minute_days}
          unit="days"
          inputMode="numeric"
          {...useFormField<HistoryForm>('history_minute_days')}
          hint={`Minimum, maximum and mean of each minute. ${RANGES.days}. Hour aggregates are stored without a time limit.`}
        />
        <TextField
          label={HISTORY_LABELS.history_max_gib}
          unit="GiB"
          inputMode="decimal"
          {...useFormField<HistoryForm>('history_max_gib')}
          hint={`The oldest readings are deleted when the history exceeds this size. ${RANGES.size}.`}
        />
      </div>
    </section>
  );
}

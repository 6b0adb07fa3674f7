import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Settings } from '../../../../service/contract/index.ts';
import { desktopBridge } from '../../../app/desktop.ts';
import { DeclaredField } from '../../../components/form/declared-field.tsx';
import { choicesOf, Switch, TextField } from '../../../components/form/field.tsx';
import { useFormField, useFormSwitch } from '../../../components/form/use-field.ts';
import { CheckList } from '../../../components/reading-choice/check-list.tsx';
import { parseNumberInput } from '../../../data/format/numbers.ts';
import { localCsvOptions } from '../../../data/settings/labels.ts';
import { CSV_LOG_FIELDS, CSV_LOG_VALUES, type HistoryForm, RANGES } from './history-form.ts';
import { HISTORY_LABELS } from './labels.ts';

export function CsvFields({ settings }: { settings: Settings }) {
  return (
    <section className="history-card" aria-labelledby="history-csv">
      <h2 id="history-csv">Daily CSV files</h2>
      <p className="dim">
        Writes one CSV file per device and day, with the channels as columns, in the device’s original units.
      </p>
      <Switch label={HISTORY_LABELS.csv_log} {...useFormSwitch<HistoryForm>('csv_log')} />
      <Folder settings={settings} />
      <div className="form-grid csv-grid">
        <TextField
          label={HISTORY_LABELS.csv_log_interval_s}
          unit="s"
          inputMode="decimal"
          {...useFormField<HistoryForm>('csv_log_interval_s')}
          hint={`Time between two rows. ${RANGES.interval}. 0 writes one row per sample set.`}
        />
        <Values />
        {CSV_LOG_FIELDS.map((field) => (
          <DeclaredField key={field.path} field={field} />
        ))}
      </div>
      <LocalOptions />
    </section>
  );
}

const VALUES = choicesOf(CSV_LOG_VALUES).map(({ value, word }) => ({ value, label: word }));

/** Nothing without an interval. */
function Values() {
  const interval = useWatch<HistoryForm, 'csv_log_interval_s'>({ name: 'csv_log_interval_s' });
  return parseNumberInput(interval, 's') > 0 ? <CheckList field={CSV_LOG_VALUES} options={VALUES} none="" /> : null;
}

/** Offers the format that suits the user's spreadsheet, unless it is set already. */
function LocalOptions() {
  const { setValue, watch } = useFormContext<HistoryForm>();
  const { separator, decimal_mark: mark, decimals } = watch('csv_log_options');
  const local = localCsvOptions();
  if (separator === local.separator && mark === local.decimal_mark) return null;
  return (
    <p className="dim">
      Spreadsheets in your language use {local.separator === 'semicolon' ? 'semicolons' : 'commas'} as separators and a
      decimal {local.decimal_mark}.{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => setValue('csv_log_options', { ...local, decimals }, { shouldDirty: true, shouldTouch: true })}
      >
        Use these settings
      </button>
    </p>
  );
}

/** Folders are selected at the computer itself, never through HTTP. */
function Folder({ settings: { csv_log_folder: folder } }: { settings: Settings }) {
  const bridge = desktopBridge();
  const [busy, setBusy] = useState(false);
  const choose = async (): Promise<void> => {
    setBusy(true);
    // A native dialog has reported the error; the folder arrives with the settings.
    await bridge?.chooseCsvFolder().finally(() => setBusy(false));
  };
  return (
    <div className="csv-folder">
      <span className="form-label">Folder</span>
      <span className={folder ? 'mono csv-folder-path' : 'csv-folder-path'}>
        {folder ?? '“csv” in the data folder'}
      </span>
      {bridge ? (
        <button type="button" className="button" disabled={busy} onClick={() => void choose()}>
          <FolderOpen aria-hidden size={14} /> Choose folder…
        </button>
      ) : (
        <p className="form-hint">
          Cannot change the folder from a browser. Change it in the desktop app, or stop Mensura and set{' '}
          <code className="mono">csv_log_folder</code> in <code className="mono">settings.json</code>.
        </p>
      )}
    </div>
  );
}

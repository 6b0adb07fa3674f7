import { Dialog } from '@base-ui/react/dialog';
import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { MAX_HISTORY_CHANNELS, SPREADSHEET_ROWS } from '../../../service/contract/index.ts';
import { Switch } from '../../components/form/switch.tsx';
import { formatCount } from '../../data/format/numbers.ts';
import type { ExportChoice } from '../../data/history/export-request.ts';
import { COMMA_TWICE } from '../../data/settings/csv-labels.ts';
import { ChannelPicker } from './channel-picker.tsx';
import { FormatFields } from './format-fields.tsx';
import { Preview } from './preview.tsx';
import { RangeFields } from './range-fields.tsx';
import { type ExportEstimate, useExportEstimate } from './use-export-estimate.ts';

export interface ExportFormProps {
  choice: ExportChoice;
  onChange: (choice: ExportChoice) => void;
  onExport: (choice: ExportChoice) => void;
}

/** Why a choice cannot be exported; empty if it can. */
export function choiceError({ channels, from, to, format, csv }: ExportChoice): string {
  if (channels.length === 0) return 'Select at least one channel.';
  if (channels.length > MAX_HISTORY_CHANNELS) return `Select at most ${MAX_HISTORY_CHANNELS} channels.`;
  if (!(from < to)) return 'The start must be before the end.';
  if (format === 'csv' && csv.separator === 'comma' && csv.decimal_mark === 'comma') return COMMA_TWICE;
  return '';
}

export function ExportForm({ choice, onChange, onExport }: ExportFormProps) {
  /** Undefined until the user decides; the default depends on the number of rows. */
  const [split, setSplit] = useState<boolean>();
  const problem = choiceError(choice);
  const expected = useExportEstimate(choice, problem === '');
  const isLong = (expected?.rows ?? 0) > SPREADSHEET_ROWS;
  const isSplit = choice.format === 'csv' && (split ?? isLong);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (problem === '') onExport({ ...choice, isSplit });
  };
  return (
    <form className="export-form" onSubmit={submit}>
      <ChannelPicker chosen={choice.channels} onChange={(channels) => onChange({ ...choice, channels })} />
      <RangeFields choice={choice} onChange={onChange} />
      <FormatFields choice={choice} onChange={onChange} />
      {choice.format === 'csv' && (
        <div>
          <Switch
            label="Split for spreadsheets (ZIP)"
            checked={isSplit}
            onChange={(event) => setSplit(event.target.checked)}
          />
          <p className="form-hint">Each file has at most {formatCount(SPREADSHEET_ROWS)} rows plus a header.</p>
        </div>
      )}
      <Preview choice={choice} isPossible={problem === ''} />
      <div className="export-foot">
        <output className="dim">{problem || expectedWords(expected)}</output>
        <Dialog.Close className="button">Cancel</Dialog.Close>
        <button type="submit" className="button primary" disabled={problem !== ''}>
          <Download aria-hidden size={14} /> Export
        </button>
      </div>
    </form>
  );
}

function expectedWords(expected: ExportEstimate | null | undefined): string {
  if (expected === undefined) return 'Counting readings…';
  if (expected === null) return 'Cannot count the readings. You can still export.';
  if (expected.readings === 0) return 'No readings in this range';
  return expected.readings === 1 ? '1 reading' : `${formatCount(expected.readings)} readings`;
}

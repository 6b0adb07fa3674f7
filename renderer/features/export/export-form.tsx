import { Dialog } from '@base-ui/react/dialog';
import { Download } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import {
  type CsvOptions,
  channelPath,
  MAX_HISTORY_CHANNELS,
  SPREADSHEET_ROWS,
} from '../../../service/contract/index.ts';
import { SelectField } from '../../components/form/select-field.tsx';
import { Switch } from '../../components/form/switch.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { formatCount } from '../../data/format/numbers.ts';
import { type ExportChoice, localFieldText, momentOfField } from '../../data/history/export-request.ts';
import { fetchStatistics } from '../../data/history-tiles/requests.ts';
import { RequestError } from '../../data/requests.ts';
import { COMMA_TWICE, DECIMAL_MARKS, SEPARATORS, TIME_FORMATS } from '../../data/settings/csv-labels.ts';
import { ChannelPicker } from './channel-picker.tsx';
import { Preview } from './preview.tsx';

const FORMATS: readonly { value: ExportChoice['format']; word: string }[] = [
  { value: 'csv', word: 'CSV, for spreadsheets' },
  { value: 'jsonl', word: 'JSON Lines, for programs' },
  { value: 'parquet', word: 'Parquet, for data analysis' },
];

const LAYOUTS: readonly { value: ExportChoice['layout']; word: string }[] = [
  { value: 'moments', word: 'One per timestamp' },
  { value: 'readings', word: 'One per reading' },
];

interface FormatFieldsProps {
  choice: ExportChoice;
  onChange: (choice: ExportChoice) => void;
}

function FormatFields({ choice, onChange }: FormatFieldsProps) {
  const { format, layout, csv } = choice;
  const setCsv = (change: Partial<CsvOptions>): void => onChange({ ...choice, csv: { ...csv, ...change } });
  return (
    <div className="form-grid export-grid">
      <SelectField
        label="Format"
        value={format}
        options={FORMATS}
        onChange={(event) => onChange({ ...choice, format: event.target.value as ExportChoice['format'] })}
      />
      <SelectField
        label="Rows"
        value={layout}
        options={LAYOUTS}
        onChange={(event) => onChange({ ...choice, layout: event.target.value as ExportChoice['layout'] })}
      />
      {format === 'csv' && (
        <>
          <SelectField
            label="Separator"
            value={csv.separator}
            options={SEPARATORS}
            onChange={(event) => setCsv({ separator: event.target.value as CsvOptions['separator'] })}
          />
          <SelectField
            label="Decimal mark"
            value={csv.decimal_mark}
            options={DECIMAL_MARKS}
            error={csv.separator === 'comma' && csv.decimal_mark === 'comma' ? COMMA_TWICE : ''}
            onChange={(event) => setCsv({ decimal_mark: event.target.value as CsvOptions['decimal_mark'] })}
          />
          <SelectField
            label="Time format"
            value={csv.time}
            options={TIME_FORMATS}
            onChange={(event) => setCsv({ time: event.target.value as CsvOptions['time'] })}
          />
        </>
      )}
    </div>
  );
}

const HOUR_MS = 3_600_000;

const RANGES: readonly { word: string; ms: number }[] = [
  { word: 'Last hour', ms: HOUR_MS },
  { word: 'Last 24 hours', ms: 24 * HOUR_MS },
  { word: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  { word: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
];

function endingNow(ms: number): { from: number; to: number } {
  const to = Date.now();
  return { from: to - ms, to };
}

interface RangeFieldsProps {
  choice: ExportChoice;
  onChange: (choice: ExportChoice) => void;
}

function RangeFields({ choice, onChange }: RangeFieldsProps) {
  return (
    <fieldset className="form-group">
      <legend className="form-label">Range (local time)</legend>
      <div className="form-pair">
        <Moment label="From" at={choice.from} onChange={(from) => onChange({ ...choice, from })} />
        <Moment label="To" at={choice.to} onChange={(to) => onChange({ ...choice, to })} />
      </div>
      <div className="export-stretches">
        {RANGES.map(({ word, ms }) => (
          <button key={word} type="button" className="badge" onClick={() => onChange({ ...choice, ...endingNow(ms) })}>
            {word}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** A given time stays exact until the user edits it: a chart selection ends between two seconds. */
function Moment({ label, at, onChange }: { label: string; at: number; onChange: (at: number) => void }) {
  const [typed, setTyped] = useState<{ text: string; at: number }>();
  // Set in another way than through this field: discard the typed text.
  const text = typed && Object.is(typed.at, at) ? typed.text : localFieldText(at);
  return (
    <TextField
      label={label}
      type="datetime-local"
      step="0.001"
      required
      value={text}
      onChange={(event) => {
        const moment = momentOfField(event.target.value);
        setTyped({ text: event.target.value, at: moment });
        onChange(moment);
      }}
    />
  );
}

/** Waits for the user's next change. */
const SETTLE_MS = 300;

interface ExportEstimate {
  readings: number;
  /** At least this many rows, judging by the counts. */
  rows: number;
}

/**
 * @param isPossible false for a choice that cannot be exported: nothing is counted
 * @returns undefined while unknown; null if the readings cannot be counted
 */
function useExportEstimate(
  { channels, from, to, layout }: ExportChoice,
  isPossible: boolean,
): ExportEstimate | null | undefined {
  const [counts, setCounts] = useState<{ of: string; each: number[] | null }>();
  const what = `${channels.map(channelPath).join(' ')} ${from} ${to}`;
  useEffect(() => {
    if (!isPossible) return undefined;
    const controller = new AbortController();
    const count = async (): Promise<void> => {
      try {
        const answer = await fetchStatistics(channels, from, to, controller.signal);
        const each = answer.channels.map((channel) => channel.count + channel.failed);
        if (!controller.signal.aborted) setCounts({ of: what, each });
      } catch (error) {
        // The count is a convenience; the export itself reports errors.
        if (!(error instanceof RequestError)) throw error;
        if (!controller.signal.aborted) setCounts({ of: what, each: null });
      }
    };
    const timer = setTimeout(() => void count(), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // `what` covers channels, from and to.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [what, isPossible]);
  if (!isPossible || counts?.of !== what) return undefined;
  if (!counts.each) return null;
  const readings = counts.each.reduce((sum, count) => sum + count, 0);
  return { readings, rows: layout === 'readings' ? readings : Math.max(0, ...counts.each) };
}

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

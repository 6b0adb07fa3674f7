import { Dialog } from '@base-ui/react/dialog';
import { Download } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import {
  type CsvOptions,
  channelPath,
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  type Field,
  type IntervalValue,
  MAX_HISTORY_CHANNELS,
  rowIntervalSchema,
  SPREADSHEET_ROWS,
} from '../../../service/contract/index.ts';
import { CheckGroup } from '../../components/form/check-group.tsx';
import { choicesOf, SelectField, Switch, TextField } from '../../components/form/field.tsx';
import { TimestampField } from '../../components/form/timestamp-field.tsx';
import { formatCount, plural } from '../../data/format/numbers.ts';
import { type ExportChoice, intervalOf } from '../../data/history/export-request.ts';
import { fetchStatistics } from '../../data/history-tiles/requests.ts';
import { RequestError } from '../../data/requests.ts';
import { COMMA_TWICE, NO_VALUES } from '../../data/settings/labels.ts';
import { ChannelPicker } from './channel-picker.tsx';
import { Preview } from './preview.tsx';

function FormatFields({ choice, onChange }: { choice: ExportChoice; onChange: (choice: ExportChoice) => void }) {
  const { csv } = choice;
  const { isCsv, hasDecimals } = EXPORT_FORMATS[choice.format];
  const isShown = ({ path }: Field): boolean => isCsv || !(path in csv) || (hasDecimals && path === 'decimals');
  const current: Readonly<Record<string, unknown>> = { ...csv, ...choice };
  const set = (name: string, value: string): void =>
    onChange(name in csv ? { ...choice, csv: { ...csv, [name]: value } } : { ...choice, [name]: value });
  return (
    <div className="form-grid export-grid">
      {EXPORT_FIELDS.filter(isShown).map((field) => {
        const { path, label, help } = field;
        if (path === 'interval_s')
          return <IntervalField key={path} field={field} choice={choice} onChange={onChange} />;
        if (path === 'values') return <ValuesField key={path} field={field} choice={choice} onChange={onChange} />;
        return (
          <SelectField
            key={path}
            label={label}
            value={String(current[path])}
            options={choicesOf(field)}
            hint={help}
            error={path === 'decimal_mark' && hasCommaTwice(csv) ? COMMA_TWICE : ''}
            onChange={(event) => set(path, event.target.value)}
          />
        );
      })}
    </div>
  );
}

interface ChoiceFieldProps {
  field: Field;
  choice: ExportChoice;
  onChange: (choice: ExportChoice) => void;
}

const INTERVAL_RULE = 'Enter an interval from 0 to 86,400 s.';

function IntervalField({ field: { label, help }, choice, onChange }: ChoiceFieldProps) {
  return (
    <TextField
      label={label}
      unit="s"
      inputMode="decimal"
      value={choice.interval}
      hint={help}
      error={hasInterval(choice) ? '' : INTERVAL_RULE}
      onChange={(event) => onChange({ ...choice, interval: event.target.value })}
    />
  );
}

/** Nothing without an interval. */
function ValuesField({ field, choice, onChange }: ChoiceFieldProps) {
  if (!(intervalOf(choice) > 0)) return null;
  return (
    <CheckGroup
      label={field.label}
      path={field.path}
      options={choicesOf(field).map(({ value, word }) => ({ value, label: word }))}
      chosen={choice.values}
      error={choice.values.length > 0 ? '' : NO_VALUES}
      onChange={(values) => onChange({ ...choice, values: values as IntervalValue[] })}
    />
  );
}

function hasInterval(choice: ExportChoice): boolean {
  return rowIntervalSchema.safeParse(intervalOf(choice)).success;
}

function hasCommaTwice({ separator, decimal_mark: mark }: CsvOptions): boolean {
  return separator === 'comma' && mark === 'comma';
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

function RangeFields({ choice, onChange }: { choice: ExportChoice; onChange: (choice: ExportChoice) => void }) {
  return (
    <fieldset className="form-group">
      <legend className="form-label">Range (local time)</legend>
      <div className="form-pair">
        <TimestampField label="From" at={choice.from} onChange={(from) => onChange({ ...choice, from })} />
        <TimestampField label="To" at={choice.to} onChange={(to) => onChange({ ...choice, to })} />
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

/** Waits for the user's next change. */
const SETTLE_MS = 300;

interface ExportEstimate {
  readings: number;
  /** About so many rows, judging by the counts. */
  rows: number;
}

/**
 * @param isPossible false for a choice that cannot be exported: nothing is counted
 * @returns undefined while unknown; null if the readings cannot be counted
 */
function useExportEstimate(choice: ExportChoice, isPossible: boolean): ExportEstimate | null | undefined {
  const { channels, from, to } = choice;
  const [counts, setCounts] = useState<{ of: string; each: number[] | null }>();
  const what = `${channels.map(channelPath).join(' ')} ${from} ${to}`;
  useEffect(() => {
    if (!isPossible) return undefined;
    const controller = new AbortController();
    const count = async (): Promise<void> => {
      try {
        const result = await fetchStatistics(channels, from, to, controller.signal);
        const each = result.channels.map((channel) => channel.count + channel.failed);
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
  return { readings, rows: rowsOf(choice, counts.each) };
}

/** About so many rows, by the readings of each channel. */
function rowsOf(choice: ExportChoice, counts: readonly number[]): number {
  const { from, to, layout } = choice;
  const intervalMs = intervalOf(choice) * 1000;
  const most = intervalMs > 0 ? Math.ceil((to - from) / intervalMs) + 1 : Number.POSITIVE_INFINITY;
  const each = counts.map((count) => Math.min(count, most));
  return layout === 'readings' ? each.reduce((sum, rows) => sum + rows, 0) : Math.max(0, ...each);
}

export interface ExportFormProps {
  choice: ExportChoice;
  onChange: (choice: ExportChoice) => void;
  onExport: (choice: ExportChoice) => void;
}

/** Why a choice cannot be exported; empty if it can. */
export function choiceError(choice: ExportChoice): string {
  const { channels, from, to, format, values, csv } = choice;
  if (channels.length === 0) return 'Select at least one channel.';
  if (channels.length > MAX_HISTORY_CHANNELS) return `Select at most ${MAX_HISTORY_CHANNELS} channels.`;
  if (!(from < to)) return 'The start must be before the end.';
  if (!hasInterval(choice)) return INTERVAL_RULE;
  if (intervalOf(choice) > 0 && values.length === 0) return NO_VALUES;
  if (EXPORT_FORMATS[format].isCsv && hasCommaTwice(csv)) return COMMA_TWICE;
  return '';
}

export function ExportForm({ choice, onChange, onExport }: ExportFormProps) {
  /** Undefined until the user decides; the default depends on the number of rows. */
  const [split, setSplit] = useState<boolean>();
  const problem = choiceError(choice);
  const expected = useExportEstimate(choice, problem === '');
  const isLong = (expected?.rows ?? 0) > SPREADSHEET_ROWS;
  const { isCsv } = EXPORT_FORMATS[choice.format];
  const isSplit = isCsv && (split ?? isLong);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (problem === '') onExport({ ...choice, isSplit });
  };
  return (
    <form className="export-form" onSubmit={submit}>
      <ChannelPicker chosen={choice.channels} onChange={(channels) => onChange({ ...choice, channels })} />
      <RangeFields choice={choice} onChange={onChange} />
      <FormatFields choice={choice} onChange={onChange} />
      {isCsv && (
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
        <output className="dim">{problem || expectedText(expected)}</output>
        <Dialog.Close className="button">Cancel</Dialog.Close>
        <button type="submit" className="button primary" disabled={problem !== ''}>
          <Download aria-hidden size={14} /> Export
        </button>
      </div>
    </form>
  );
}

function expectedText(expected: ExportEstimate | null | undefined): string {
  if (expected === undefined) return 'Counting readings…';
  if (expected === null) return 'Cannot count the readings. You can still export.';
  if (expected.readings === 0) return 'No readings in this range';
  return plural(expected.readings, 'reading');
}

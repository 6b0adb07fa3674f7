import {
  type CsvOptions,
  csvOptionsSchema,
  fieldsOf,
  type Settings,
  type SettingsPatch,
} from '../../../../service/contract/index.ts';
import { type FormError, labelsOf } from '../../../components/config-editor/field-errors.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { wholeNumberOf } from '../../../data/format/durations.ts';
import { formatNumberInput, parseNumberInput } from '../../../data/format/number-input.ts';
import type { Retention } from '../../../data/history/labels.ts';
import { COMMA_TWICE } from '../../../data/settings/csv-labels.ts';

/** Fields are named as in the API; numbers are the typed texts. */
export interface HistoryForm {
  history: boolean;
  history_raw_days: string;
  history_minute_days: string;
  history_max_gib: string;
  csv_log: boolean;
  csv_log_interval_s: string;
  csv_log_options: CsvOptions;
}

/** The options of CSV files, at their paths in the form. */
export const CSV_LOG_FIELDS = fieldsOf(csvOptionsSchema, 'csv_log_options.');

function formOf(settings: Settings): HistoryForm {
  return {
    history: settings.history,
    history_raw_days: formatNumberInput(settings.history_raw_days),
    history_minute_days: formatNumberInput(settings.history_minute_days),
    history_max_gib: formatNumberInput(settings.history_max_gib),
    csv_log: settings.csv_log,
    csv_log_interval_s: formatNumberInput(settings.csv_log_interval_s),
    csv_log_options: { ...settings.csv_log_options },
  };
}

/** NaN for a text that is not a number. */
export function retentionOf(form: HistoryForm): Retention {
  return {
    history_raw_days: wholeNumberOf(form.history_raw_days, 'days'),
    history_minute_days: wholeNumberOf(form.history_minute_days, 'days'),
    history_max_gib: parseNumberInput(form.history_max_gib, 'GiB'),
  };
}

export function patchOf(form: HistoryForm): SettingsPatch {
  return {
    history: form.history,
    ...retentionOf(form),
    csv_log: form.csv_log,
    csv_log_interval_s: parseNumberInput(form.csv_log_interval_s, 's'),
    csv_log_options: form.csv_log_options,
  };
}

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max;

const DAYS = 'Enter a whole number of days from 1 to 36500.';

export function checkHistoryForm(form: HistoryForm): FormError[] {
  const { history_raw_days: raw, history_minute_days: minutes, history_max_gib: size } = retentionOf(form);
  const { separator, decimal_mark: mark } = form.csv_log_options;
  const checks: [boolean, string, string][] = [
    [isWithin(raw, 1, 36_500), 'history_raw_days', DAYS],
    [isWithin(minutes, 1, 36_500), 'history_minute_days', DAYS],
    [isWithin(size, 0.05, 100_000), 'history_max_gib', 'Enter a size from 0.05 to 100000 GiB.'],
    [
      isWithin(parseNumberInput(form.csv_log_interval_s, 's'), 0, 86_400),
      'csv_log_interval_s',
      'Enter an interval from 0 to 86400 s.',
    ],
    [separator !== 'comma' || mark !== 'comma', 'csv_log_options.decimal_mark', COMMA_TWICE],
  ];
  return checks.filter(([isRight]) => !isRight).map(([, path, message]) => ({ path, message }));
}

export const HISTORY_LABELS = {
  history: 'Store readings',
  history_raw_days: 'Raw readings',
  history_minute_days: 'Minute aggregates',
  history_max_gib: 'Maximum size',
  csv_log: 'Write CSV files',
  csv_log_interval_s: 'Row interval',
} as const;

export const HISTORY_FORM: FormDefinition<Settings, HistoryForm> = {
  labels: { ...HISTORY_LABELS, ...labelsOf(CSV_LOG_FIELDS) },
  formOf,
  formText: (form) => JSON.stringify(patchOf(form)),
  configurationText: (settings) => JSON.stringify(formOf(settings)),
};

import {
  type CsvOptions,
  csvOptionsSchema,
  EXPORT_FIELDS,
  type Field,
  fieldAt,
  fieldsOf,
  type HistoryStorage,
  type IntervalValue,
  listText,
  parseField,
  type Settings,
  type SettingsPatch,
  settingsPatchSchema,
} from '../../../../service/contract/index.ts';
import { type FormError, labelsOf } from '../../../components/config-editor/field-errors.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { wholeNumberOf } from '../../../data/format/durations.ts';
import { formatCount, formatEntered, formatNumberInput, parseNumberInput } from '../../../data/format/numbers.ts';
import { describeDeletions, type Retention } from '../../../data/history/labels.ts';
import { fetchStorage } from '../../../data/history/requests.ts';
import { RequestError } from '../../../data/requests.ts';
import { COMMA_TWICE, NO_VALUES } from '../../../data/settings/labels.ts';
import { HISTORY_LABELS } from './labels.ts';

/** Fields are named as in the API; numbers are the typed texts. */
export interface HistoryForm {
  history: boolean;
  history_raw_days: string;
  history_minute_days: string;
  history_max_gib: string;
  csv_log: boolean;
  csv_log_interval_s: string;
  /** With commas. */
  csv_log_values: string;
  csv_log_options: CsvOptions;
}

/** The values of an interval, as in exports. */
export const CSV_LOG_VALUES: Field = { ...fieldAt(EXPORT_FIELDS, 'values'), path: 'csv_log_values' };

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
    csv_log_values: listText(CSV_LOG_VALUES, settings.csv_log_values),
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

/** Without values, those of the service stay: it refuses an empty list. */
export function patchOf(form: HistoryForm): SettingsPatch {
  const values = valuesOf(form);
  return {
    history: form.history,
    ...retentionOf(form),
    csv_log: form.csv_log,
    csv_log_interval_s: parseNumberInput(form.csv_log_interval_s, 's'),
    ...(values.length > 0 && { csv_log_values: values }),
    csv_log_options: form.csv_log_options,
  };
}

function valuesOf({ csv_log_values: text }: HistoryForm): IntervalValue[] {
  return parseField(CSV_LOG_VALUES, text) as IntervalValue[];
}

const { shape } = settingsPatchSchema;
const DAYS = shape.history_raw_days.unwrap();
const SIZE = shape.history_max_gib.unwrap();
const INTERVAL = shape.csv_log_interval_s.unwrap();

/** The ranges of the numbers: `1 to 36,500 days`. */
export const RANGES = {
  days: `${rangeOf(DAYS)} days`,
  size: `${rangeOf(SIZE)} GiB`,
  interval: `${rangeOf(INTERVAL)} s`,
} as const;

function rangeOf({ minValue, maxValue }: { minValue: number | null; maxValue: number | null }): string {
  return `${formatEntered(minValue ?? 0)} to ${formatCount(maxValue ?? 0)}`;
}

const NO_DAYS = `Enter a whole number from ${RANGES.days}.`;

export function checkHistoryForm(form: HistoryForm): FormError[] {
  const { history_raw_days: raw, history_minute_days: minutes, history_max_gib: size } = retentionOf(form);
  const interval = parseNumberInput(form.csv_log_interval_s, 's');
  const { separator, decimal_mark: mark } = form.csv_log_options;
  const checks: [boolean, string, string][] = [
    [DAYS.safeParse(raw).success, 'history_raw_days', NO_DAYS],
    [DAYS.safeParse(minutes).success, 'history_minute_days', NO_DAYS],
    [SIZE.safeParse(size).success, 'history_max_gib', `Enter a size from ${RANGES.size}.`],
    [INTERVAL.safeParse(interval).success, 'csv_log_interval_s', `Enter an interval from ${RANGES.interval}.`],
    [!(interval > 0) || valuesOf(form).length > 0, 'csv_log_values', NO_VALUES],
    [separator !== 'comma' || mark !== 'comma', 'csv_log_options.decimal_mark', COMMA_TWICE],
  ];
  return checks.filter(([isRight]) => !isRight).map(([, path, message]) => ({ path, message }));
}

export const HISTORY_FORM: FormDefinition<Settings, HistoryForm> = {
  labels: { ...HISTORY_LABELS, ...labelsOf([CSV_LOG_VALUES, ...CSV_LOG_FIELDS]) },
  formOf,
  formText: (form) => JSON.stringify(patchOf(form)),
  configurationText: (settings) => JSON.stringify(formOf(settings)),
};

/**
 * What is deleted because limits are lowered; empty if nothing is.
 * @param known current storage; if undefined and a limit is lowered, the service is asked
 * @throws RequestError if it cannot be determined: nothing may be saved then
 */
export async function dataDeletedBy(
  { wanted, present }: { wanted: Retention; present: Retention },
  known: HistoryStorage | undefined,
  load: () => Promise<HistoryStorage> = fetchStorage,
): Promise<string[]> {
  // Data beyond the current limits is deleted anyway.
  const lowered = (limit: keyof Retention): number =>
    wanted[limit] < present[limit] ? wanted[limit] : Number.POSITIVE_INFINITY;
  const limits: Retention = {
    history_raw_days: lowered('history_raw_days'),
    history_minute_days: lowered('history_minute_days'),
    history_max_gib: lowered('history_max_gib'),
  };
  if (!Object.values(limits).some(Number.isFinite)) return [];
  return describeDeletions(known ?? (await loadStorage(load)), limits, Date.now());
}

async function loadStorage(load: () => Promise<HistoryStorage>): Promise<HistoryStorage> {
  try {
    return await load();
  } catch (cause) {
    if (!(cause instanceof RequestError)) throw cause;
    throw new RequestError(`Cannot list the data beyond the new limits. ${cause.message}`, {
      cause,
    });
  }
}

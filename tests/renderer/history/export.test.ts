import { describe, expect, test } from 'vitest';
import { localFieldText } from '../../../renderer/data/format/numbers.ts';
import {
  type ExportChoice,
  exportUrl,
  parseTimeField,
  previewUrl,
} from '../../../renderer/data/history/export-request.ts';
import { localCsvOptions } from '../../../renderer/data/settings/labels.ts';
import { choiceError } from '../../../renderer/features/export/export-form.tsx';
import { checkHistoryForm, HISTORY_FORM, patchOf } from '../../../renderer/features/history/settings/history-form.ts';
import { settingsPatchSchema, settingsSchema } from '../../../service/contract/index.ts';

const CHOICE: ExportChoice = {
  channels: [
    { family: 'usb', serial: 'E/1', channel: 'temperature' },
    { family: 'gateway', serial: 'G1', channel: 'co2' },
  ],
  from: 1000.4,
  to: 2000.4,
  format: 'csv',
  layout: 'moments',
  interval: '0',
  values: ['mean'],
  csv: { separator: 'semicolon', decimal_mark: 'comma', time: 'local', decimals: 'all' },
  isSplit: false,
};

const queryOf = (choice: ExportChoice): URLSearchParams => new URLSearchParams(exportUrl(choice, 'x1').split('?')[1]);

describe('the address of an export', () => {
  test('names channels, whole milliseconds and the options of CSV', () => {
    const query = queryOf(CHOICE);
    expect(query.getAll('channel')).toEqual(['usb/E%2F1/temperature', 'gateway/G1/co2']);
    const { from, to, id, separator, decimal_mark, time, decimals } = Object.fromEntries(query);
    expect({ from, to, id }).toEqual({ from: '1000', to: '2001', id: 'x1' });
    expect({ separator, decimal_mark, time, decimals }).toEqual(CHOICE.csv);
    expect(query.has('split_rows')).toBe(false);
    expect(queryOf({ ...CHOICE, isSplit: true }).get('split_rows')).toBe('1048575');
  });

  test('for the first lines is a preview without an id', () => {
    const query = new URLSearchParams(previewUrl(CHOICE).split('?')[1]);
    expect([query.get('preview'), query.has('id')]).toEqual(['true', false]);
    expect(query.getAll('channel')).toEqual(queryOf(CHOICE).getAll('channel'));
  });

  test('has the values of an interval', () => {
    const query = queryOf({ ...CHOICE, interval: '0.5 s', values: ['mean', 'count'] });
    expect([query.get('interval_s'), query.get('values')]).toEqual(['0.5', 'mean,count']);
    const every = queryOf(CHOICE);
    expect([every.has('interval_s'), every.has('values')]).toEqual([false, false]);
  });

  test('has nothing of CSV for other formats', () => {
    const query = queryOf({ ...CHOICE, format: 'jsonl', isSplit: true });
    for (const name of ['separator', 'decimal_mark', 'time', 'decimals', 'split_rows'])
      expect(query.has(name)).toBe(false);
    const workbook = queryOf({ ...CHOICE, format: 'xlsx', isSplit: true });
    expect([workbook.get('decimals'), workbook.has('separator'), workbook.has('split_rows')]).toEqual([
      'all',
      false,
      false,
    ]);
  });
});

test.each([0, 1_795_000_000_123, Date.parse('2026-07-01T00:00:00Z')])('a moment survives its field: %d', (at) => {
  expect(parseTimeField(localFieldText(at))).toBe(at);
});

test('a field that is no moment is none', () => expect(parseTimeField('')).toBeNaN());

test.each([
  ['de-DE', 'semicolon', 'comma'],
  ['fr-FR', 'semicolon', 'comma'],
  ['en-US', 'comma', 'point'],
  ['ja-JP', 'comma', 'point'],
])('spreadsheets in %s expect %s and %s', (locale, separator, decimal_mark) => {
  expect(localCsvOptions(locale)).toMatchObject({ separator, decimal_mark });
});

test.each([
  [{}, ''],
  [{ interval: '60' }, ''],
  [{ interval: '60', values: [] }, 'Select at least one value.'],
  [{ interval: '0', values: [] }, ''],
  [{ interval: '86401' }, 'Enter an interval from 0 to 86,400 s.'],
  [{ interval: 'soon' }, 'Enter an interval from 0 to 86,400 s.'],
] as const)('an export with %j: %j', (change, error) => {
  expect(choiceError({ ...CHOICE, ...change })).toBe(error);
});

describe('the form of the settings', () => {
  const form = HISTORY_FORM.formOf(settingsSchema.parse({}));

  test('becomes a patch that the service takes, and says what the settings say', () => {
    expect(checkHistoryForm(form)).toEqual([]);
    const patch = settingsPatchSchema.parse(patchOf(form));
    expect(settingsSchema.parse(patch)).toEqual(settingsSchema.parse({}));
  });

  test('without an interval needs no values, and leaves those of the service', () => {
    const cleared = { ...form, csv_log_interval_s: '0', csv_log_values: '' };
    expect(checkHistoryForm(cleared)).toEqual([]);
    expect(settingsPatchSchema.parse(patchOf(cleared))).not.toHaveProperty('csv_log_values');
  });

  test.each([
    [{ history_raw_days: '0' }, 'history_raw_days'],
    [{ history_raw_days: '1.5' }, 'history_raw_days'],
    [{ history_minute_days: '36501' }, 'history_minute_days'],
    [{ history_max_gib: '0.04' }, 'history_max_gib'],
    [{ csv_log_interval_s: '' }, 'csv_log_interval_s'],
    [{ csv_log_interval_s: '60', csv_log_values: '' }, 'csv_log_values'],
    [
      { csv_log_options: { ...form.csv_log_options, separator: 'comma' as const, decimal_mark: 'comma' as const } },
      'csv_log_options.decimal_mark',
    ],
  ])('names the field that is wrong: %j', (change, path) => {
    expect(checkHistoryForm({ ...form, ...change }).map((problem) => problem.path)).toEqual([path]);
  });
});

import type { CsvOptions } from '../../../service/contract/index.ts';
import { SelectField } from '../../components/form/select-field.tsx';
import type { ExportChoice } from '../../data/history/export-request.ts';
import { COMMA_TWICE, DECIMAL_MARKS, SEPARATORS, TIME_FORMATS } from '../../data/settings/csv-labels.ts';

const FORMATS: readonly { value: ExportChoice['format']; word: string }[] = [
  { value: 'csv', word: 'CSV, for spreadsheets' },
  { value: 'jsonl', word: 'JSON Lines, for programs' },
  { value: 'parquet', word: 'Parquet, for data analysis' },
];

const LAYOUTS: readonly { value: ExportChoice['layout']; word: string }[] = [
  { value: 'moments', word: 'One per timestamp' },
  { value: 'readings', word: 'One per reading' },
];

export interface FormatFieldsProps {
  choice: ExportChoice;
  onChange: (choice: ExportChoice) => void;
}

export function FormatFields({ choice, onChange }: FormatFieldsProps) {
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

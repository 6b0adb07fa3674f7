import { ChevronDown } from 'lucide-react';
import { useId, useRef } from 'react';
import { MAX_ALARM_FILTER_TEXT } from '../../../../service/contract/index.ts';
import type { CheckListOption } from '../../../components/form/check-group.tsx';
import { FieldError } from '../../../components/form/field.tsx';
import { ListSearch } from '../../../components/list-search.tsx';
import { deviceOptions } from '../../../components/reading-choice/device-options.ts';
import { type AlarmLogFilter, filterError } from '../../../data/alarms/requests.ts';
import { localFieldText } from '../../../data/format/numbers.ts';
import { parseTimeField } from '../../../data/history/export-request.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { useRuleOptions } from '../use-rule-options.ts';

export const NO_FILTER: AlarmLogFilter = {};

const SEVERITIES: readonly CheckListOption[] = [
  { value: '', label: 'All severities' },
  { value: 'warning', label: 'Warning or critical' },
  { value: 'critical', label: 'Critical' },
];

/** Past alarms are cleared. */
const STATES: readonly CheckListOption[] = [
  { value: '', label: 'All states' },
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'unacknowledged', label: 'Unacknowledged' },
];

export interface AlarmFilterBarProps {
  filter: AlarmLogFilter;
  onChange: (filter: AlarmLogFilter) => void;
}

export function AlarmFilterBar({ filter, onChange }: AlarmFilterBarProps) {
  const bar = useRef<HTMLElement>(null);
  const devices = deviceOptions(useReadable(useLive().devices.known));
  const rules = useRuleOptions();
  const errorId = useId();
  const error = filterError(filter);
  /** An empty value removes the condition. */
  const set = (name: keyof AlarmLogFilter, value: string): void => {
    const { [name]: _before, ...others } = filter;
    onChange(value === '' ? others : { ...others, [name]: value });
  };
  const clear = (): void => {
    onChange(NO_FILTER);
    // The button that had the focus disappears.
    bar.current?.querySelector('select')?.focus();
  };
  const select = (name: keyof AlarmLogFilter, label: string, options: readonly CheckListOption[]) => (
    <FilterSelect label={label} value={filter[name] ?? ''} options={options} onChange={(value) => set(name, value)} />
  );
  const time = (name: 'from' | 'to', label: string) => (
    <FilterTime
      label={label}
      value={filter[name]}
      isInvalid={error !== ''}
      errorId={errorId}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <search ref={bar} className="alarm-filter" aria-label="Filter alarm history">
      {select('min_severity', 'Severity', SEVERITIES)}
      {select('device', 'Device', [{ value: '', label: 'All devices' }, ...devices])}
      {select('rule', 'Alarm rule', [{ value: '', label: 'All alarm rules' }, ...rules])}
      {select('state', 'State', STATES)}
      <ListSearch
        placeholder="Search"
        label="Search serial number, channel, message, name and comment"
        value={filter.text ?? ''}
        onChange={(text) => set('text', text.slice(0, MAX_ALARM_FILTER_TEXT))}
      />
      {time('from', 'From')}
      {time('to', 'To')}
      <FieldError id={errorId} text={error} />
      {isFiltered(filter) && (
        <button type="button" className="button" onClick={clear}>
          Clear filter
        </button>
      )}
    </search>
  );
}

export function isFiltered(filter: AlarmLogFilter): boolean {
  return Object.keys(filter).length > 0;
}

interface FilterTimeProps {
  label: string;
  /** An ISO timestamp; undefined without one. */
  value: string | undefined;
  isInvalid: boolean;
  /** Of the element with the error. */
  errorId: string;
  /** @param value empty for none */
  onChange: (value: string) => void;
}

/** Bounds the time when alarms were raised. */
function FilterTime({ label, value, isInvalid, errorId, onChange }: FilterTimeProps) {
  const id = useId();
  return (
    <span className="alarm-filter-time">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        type="datetime-local"
        aria-invalid={isInvalid}
        aria-describedby={errorId}
        value={value === undefined ? '' : localFieldText(Date.parse(value))}
        onChange={({ target }) => {
          const at = parseTimeField(target.value);
          onChange(Number.isNaN(at) ? '' : new Date(at).toISOString());
        }}
      />
    </span>
  );
}

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly CheckListOption[];
  onChange: (value: string) => void;
}

/** Also lists a selected entry that was deleted meanwhile. */
function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  const id = useId();
  const isListed = options.some((option) => option.value === value);
  return (
    <span className="select-input">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <select id={id} className="field" value={value} onChange={({ target }) => onChange(target.value)}>
        {!isListed && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
            {option.note && ` (${option.note})`}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={14} />
    </span>
  );
}

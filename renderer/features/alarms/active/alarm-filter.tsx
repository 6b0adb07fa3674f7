import { ChevronDown } from 'lucide-react';
import { useId, useRef } from 'react';
import { type AlarmFilter, MAX_ALARM_FILTER_TEXT } from '../../../../service/contract/index.ts';
import { ListSearch } from '../../../components/list-search.tsx';
import type { CheckListOption } from '../../../components/reading-choice/check-list.tsx';
import { deviceOptions } from '../../../components/reading-choice/device-options.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { useRuleOptions } from '../use-rule-options.ts';

export const NO_FILTER: AlarmFilter = {};

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
  filter: AlarmFilter;
  onChange: (filter: AlarmFilter) => void;
}

export function AlarmFilterBar({ filter, onChange }: AlarmFilterBarProps) {
  const bar = useRef<HTMLElement>(null);
  const devices = deviceOptions(useReadable(useLive().devices.known));
  const rules = useRuleOptions();
  /** An empty value removes the condition. */
  const set = (name: keyof AlarmFilter, value: string): void => {
    const { [name]: _before, ...others } = filter;
    onChange(value === '' ? others : { ...others, [name]: value });
  };
  const clear = (): void => {
    onChange(NO_FILTER);
    // The button that had the focus disappears.
    bar.current?.querySelector('select')?.focus();
  };
  const select = (name: keyof AlarmFilter, label: string, options: readonly CheckListOption[]) => (
    <FilterSelect label={label} value={filter[name] ?? ''} options={options} onChange={(value) => set(name, value)} />
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
      {isFiltered(filter) && (
        <button type="button" className="button" onClick={clear}>
          Clear filter
        </button>
      )}
    </search>
  );
}

export function isFiltered(filter: AlarmFilter): boolean {
  return Object.keys(filter).length > 0;
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

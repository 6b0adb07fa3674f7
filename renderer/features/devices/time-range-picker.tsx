import { Popover } from '@base-ui/react/popover';
import { CalendarClock, ChevronDown } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { FieldError } from '../../components/form/field.tsx';
import { formatDuration } from '../../data/format/durations.ts';
import { localFieldText, parseNumberInput } from '../../data/format/numbers.ts';
import { parseTimeField } from '../../data/history/export-request.ts';
import { useLive, useReadable } from '../../data/react.ts';
import type { Readable } from '../../data/store.ts';
import {
  type ChartRange,
  type DayRange,
  dayRanges,
  firstDayOfWeek,
  rangeError,
  shownDayRange,
} from '../charts/view/chart-range.ts';
import type { ShownView, View } from '../charts/view/view.ts';
import { hasOwnButton } from './time-window-select.tsx';
import './time-range-picker.css';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Lengths of live views, in milliseconds. */
const PRESETS: readonly number[] = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 30].map((days) => days * DAY_MS),
];

const UNITS = [
  { value: 'min', word: 'minutes', ms: MINUTE_MS },
  { value: 'h', word: 'hours', ms: HOUR_MS },
  { value: 'd', word: 'days', ms: DAY_MS },
] as const;

const lengthText = (ms: number): string => formatDuration(ms / 1000);

export interface TimeRangePickerProps {
  readonly shown: Readable<ShownView>;
  /** The fixed range to start from, such as the one in view. */
  readonly suggested: () => View | undefined;
  readonly onChoose: (range: ChartRange) => void;
}

/** Every range that has no button of its own: longer time windows, calendar days, any length, any two times. */
export function TimeRangePicker({ shown, suggested, onChoose }: TimeRangePickerProps) {
  const [open, setOpen] = useState(false);
  const { now } = useLive().clock;
  const view = useReadable(shown);
  const days = dayRanges(now(), firstDayOfWeek());
  const word = shownWord(view, days);
  const name = word === undefined ? 'Time range' : `Time range: ${word}`;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className="button range-button"
        data-command="time-range"
        aria-label={name}
        title={name}
        data-active={word !== undefined || undefined}
      >
        <CalendarClock aria-hidden size={15} />
        <span>{word ?? 'Range'}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={6} className="floating">
          <Popover.Popup className="popup range-popup">
            <Popover.Title className="popup-title">Time range</Popover.Title>
            <RangeForm
              view={view}
              days={days}
              suggested={suggested() ?? { from: now() - HOUR_MS, to: now() }}
              onChoose={(range) => {
                onChoose(range);
                setOpen(false);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The shown range, if it can be chosen here alone. */
function shownWord(view: ShownView, days: readonly DayRange[]): string | undefined {
  if (view.fixed) return shownDayRange(view, days);
  return hasOwnButton(view.ms) ? undefined : lengthText(view.ms);
}

interface RangeFormProps {
  readonly view: ShownView;
  readonly days: readonly DayRange[];
  readonly suggested: View;
  readonly onChoose: (range: ChartRange) => void;
}

function RangeForm({ view, days, suggested, onChoose }: RangeFormProps) {
  const day = shownDayRange(view, days);
  return (
    <div className="range-form">
      <fieldset className="range-presets">
        <legend className="visually-hidden">Live</legend>
        {PRESETS.map((ms) => (
          <button
            key={ms}
            type="button"
            className="badge"
            aria-label={`Last ${lengthText(ms)}`}
            aria-pressed={!view.fixed && view.ms === ms}
            onClick={() => onChoose({ last: ms })}
          >
            {lengthText(ms)}
          </button>
        ))}
      </fieldset>
      <fieldset className="range-days">
        <legend className="visually-hidden">Days</legend>
        {days.map(({ word, from, to }) => (
          <button
            key={word}
            type="button"
            className="badge"
            aria-pressed={word === day}
            onClick={() => onChoose({ from, to })}
          >
            {word}
          </button>
        ))}
      </fieldset>
      <LastForm onChoose={onChoose} />
      <TimesForm suggested={suggested} onChoose={onChoose} />
    </div>
  );
}

/** A live view of any length. */
function LastForm({ onChoose }: Pick<RangeFormProps, 'onChoose'>) {
  const [text, setText] = useState('');
  const [unit, setUnit] = useState<string>('h');
  const [error, setError] = useState('');
  const id = useId();
  const errorId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const number = parseNumberInput(text);
    const last = Math.round(number * (UNITS.find(({ value }) => value === unit)?.ms ?? Number.NaN));
    const problem = Number.isNaN(number) ? 'Enter a number.' : rangeError({ last });
    setError(problem);
    if (problem === '') onChoose({ last });
  };
  return (
    <form className="range-fields range-last" noValidate onSubmit={submit}>
      <label htmlFor={id}>Last</label>
      <input
        id={id}
        className="field"
        inputMode="decimal"
        autoComplete="off"
        aria-describedby={errorId}
        aria-invalid={error !== ''}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span className="select-input">
        <select className="field" aria-label="Unit" value={unit} onChange={(event) => setUnit(event.target.value)}>
          {UNITS.map(({ value, word }) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={14} />
      </span>
      <button type="submit" className="button">
        Show
      </button>
      <FieldError id={errorId} text={error} />
    </form>
  );
}

/** A fixed range. The browser's own fields bring a calendar, in the user's language and time zone. */
function TimesForm({ suggested, onChoose }: Pick<RangeFormProps, 'suggested' | 'onChoose'>) {
  const [from, setFrom] = useState(() => secondText(suggested.from));
  const [to, setTo] = useState(() => secondText(suggested.to));
  const [error, setError] = useState('');
  const errorId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const range = { from: parseTimeField(from), to: parseTimeField(to) };
    const problem = rangeError(range);
    setError(problem);
    if (problem === '') onChoose(range);
  };
  return (
    <form className="range-fields range-times" noValidate onSubmit={submit}>
      <TimeInput label="From" errorId={errorId} error={error} value={from} onChange={setFrom} />
      <TimeInput label="To" errorId={errorId} error={error} value={to} onChange={setTo} />
      <FieldError id={errorId} text={error} />
      <button type="submit" className="button primary">
        Show range
      </button>
    </form>
  );
}

interface TimeInputProps {
  readonly label: string;
  readonly errorId: string;
  readonly error: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TimeInput({ label, errorId, error, value, onChange }: TimeInputProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        type="datetime-local"
        step="1"
        aria-describedby={errorId}
        aria-invalid={error !== ''}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}

function secondText(at: number): string {
  return localFieldText(Math.round(at / 1000) * 1000);
}

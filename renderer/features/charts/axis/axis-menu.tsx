import { Popover } from '@base-ui/react/popover';
import { MoveVertical } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { DisplayUnit } from '../../../../service/contract/index.ts';
import { FieldError, Switch } from '../../../components/form/field.tsx';
import { useReadable } from '../../../data/react.ts';
import { ZOOM_STEP } from '../view/keys.ts';
import {
  type AxisForm,
  type AxisFormError,
  axisState,
  formOfAxis,
  parseAxisForm,
  withLogarithmic,
} from './axis-form.ts';
import { AUTOMATIC, type AxisStore } from './axis-settings.ts';
import './chart-axis.css';
import type { PanelAxis } from './panel-axis.ts';

/** Part of the axis that an arrow key moves by. */
const ARROW_STEP = 0.1;

const SMALLEST_RANGE = 'Smallest range';

export interface AxisMenuProps {
  readonly axes: AxisStore;
  /** `ChannelAxis.id` */
  readonly axis: string;
  readonly isRight: boolean;
  readonly unit: DisplayUnit;
  /** The axis as it is drawn; undefined before the charts are. */
  readonly drawn: () => PanelAxis | undefined;
}

/** The button of a value axis: its state, its form, and the keys that move it. */
export function AxisMenu({ axes, axis, isRight, unit, drawn }: AxisMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const settings = useReadable(axes.all).get(axis) ?? AUTOMATIC;
  const state = axisState(settings, unit);
  const title = `${isRight ? 'Right value axis' : 'Value axis'} (${unit.unit || 'no unit'})`;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className="chart-axis-button"
        data-command="value-axis"
        aria-label={`${title}: ${state}`}
        title={`${title}: ${state}`}
        onKeyDown={(event) => moveByKey(event, drawn())}
      >
        <MoveVertical aria-hidden size={14} />
        {settings !== AUTOMATIC && state !== 'Automatic' && state}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={4} className="floating">
          <Popover.Popup className="popup chart-axis-popup">
            <Popover.Title className="popup-title">{title}</Popover.Title>
            <AxisEditor
              initial={formOfAxis(settings, drawn()?.shown, unit)}
              unit={unit}
              axes={axes}
              axis={axis}
              onClose={() => setOpen(false)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function moveByKey(event: KeyboardEvent, axis: PanelAxis | undefined): void {
  const moves: Readonly<Record<string, () => void>> = {
    '+': () => axis?.zoom(1 / ZOOM_STEP, 0.5),
    '=': () => axis?.zoom(1 / ZOOM_STEP, 0.5),
    '-': () => axis?.zoom(ZOOM_STEP, 0.5),
    ArrowUp: () => axis?.pan(ARROW_STEP, true),
    ArrowDown: () => axis?.pan(-ARROW_STEP, true),
    Delete: () => axis?.release(),
  };
  const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move();
}

interface AxisEditorProps {
  readonly initial: AxisForm;
  readonly unit: DisplayUnit;
  readonly axes: AxisStore;
  readonly axis: string;
  readonly onClose: () => void;
}

function AxisEditor({ initial, unit, axes, axis, onClose }: AxisEditorProps) {
  const [form, setForm] = useState(initial);
  const [error, setError] = useState<AxisFormError>();
  const errorId = useId();
  const change = (changed: Partial<AxisForm>): void => {
    setForm((present) => ({ ...present, ...changed }));
    setError(undefined);
  };
  const changeScale = (isLogarithmic: boolean): void => {
    axes.set(axis, withLogarithmic(axes.of(axis), isLogarithmic, unit));
    // Typed numbers stay for Apply.
    change({ isLogarithmic, ...(isLogarithmic && form.range === 'least' && { range: 'automatic' }) });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = parseAxisForm(form, unit);
    if ('field' in parsed) {
      setError(parsed);
      return;
    }
    axes.set(axis, parsed);
    onClose();
  };
  const number = (name: AxisFormError['field'], range: AxisForm['range'], label?: string) => (
    <input
      className="field"
      aria-label={label}
      aria-describedby={errorId}
      aria-invalid={error?.field === name}
      inputMode="decimal"
      autoComplete="off"
      value={form[name]}
      onChange={(event) => change({ [name]: event.target.value, range })}
    />
  );
  const choice = (range: AxisForm['range'], label: string) => (
    <label className="chart-axis-choice">
      <input type="radio" name="range" checked={form.range === range} onChange={() => change({ range })} />
      {label}
    </label>
  );
  return (
    <form className="chart-axis-form" noValidate onSubmit={submit}>
      <fieldset className="form-group">
        <legend className="visually-hidden">Range</legend>
        {choice('automatic', 'Automatic')}
        {choice('least', SMALLEST_RANGE)}
        <div className="chart-axis-numbers">
          {number('least', 'least', SMALLEST_RANGE)}
          <span className="dim">{unit.unit}</span>
        </div>
        {choice('fixed', 'Fixed limits')}
        <div className="chart-axis-numbers">
          <label>Lower end {number('min', 'fixed')}</label>
          <label>Upper end {number('max', 'fixed')}</label>
          <span className="dim">{unit.unit}</span>
        </div>
      </fieldset>
      <Switch
        label="Logarithmic"
        checked={form.isLogarithmic}
        onChange={(event) => changeScale(event.target.checked)}
      />
      <FieldError id={errorId} text={error?.text ?? ''} />
      <button type="submit" className="button primary">
        Apply
      </button>
      <p className="chart-axis-help">
        Scroll over the axis to zoom, drag to move it, double-click for automatic. With the keyboard on its button: +
        and − zoom, ↑ and ↓ move, Delete resets.
      </p>
    </form>
  );
}

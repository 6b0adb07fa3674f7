import { Popover } from '@base-ui/react/popover';
import { ChevronDown } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { AppDevice } from '../../../service/contract/index.ts';
import { periodOf } from '../../data/devices/labels.ts';
import { formatPeriod } from '../../data/format/numbers.ts';
import { checkPeriod, MAX_PERIOD_MS, MIN_PERIOD_MS } from './period.ts';
import { usePatchDevice } from './use-patch-device.ts';

const COMMON_MS = [100, 250, 500, 1000, 5000, 10_000, 60_000];

export function PeriodControl({ device }: { device: AppDevice }) {
  const [open, setOpen] = useState(false);
  const words = `Every ${formatPeriod(periodOf(device))}`;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={`badge ${device.state === 'measuring' ? 'good' : 'plain'} period-chip`}
        aria-label={`${words}: change sampling period`}
      >
        {words}
        <ChevronDown aria-hidden size={12} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={6} className="floating">
          <Popover.Popup className="popup period-popup">
            <Popover.Title className="popup-title">Sampling period</Popover.Title>
            <PeriodForm device={device} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function PeriodForm({ device, onDone }: { device: AppDevice; onDone: () => void }) {
  const [text, setText] = useState(String(periodOf(device)));
  const [checked, setChecked] = useState(false);
  const { patch, busy, error } = usePatchDevice(device);
  const hintId = useId();
  const errorId = useId();
  const { period, problem } = checkPeriod(text);
  const shown = (checked && problem) || error;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (period === null) return;
    if (period === periodOf(device) || (await patch({ period_ms: period }))) onDone();
  };
  return (
    <form className="period-form" noValidate onSubmit={(event) => void submit(event)}>
      <label className="period-field">
        <span className="dim">Sample every</span>
        <span className="period-input">
          <input
            className="field"
            inputMode="numeric"
            autoComplete="off"
            aria-describedby={`${hintId} ${errorId}`}
            aria-invalid={shown !== ''}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={() => setChecked(true)}
          />
          <span className="dim">ms</span>
        </span>
      </label>
      <fieldset className="period-common">
        <legend className="visually-hidden">Common sampling periods</legend>
        {COMMON_MS.map((ms) => (
          <button key={ms} type="button" className="badge" onClick={() => setText(String(ms))}>
            {formatPeriod(ms)}
          </button>
        ))}
      </fieldset>
      <p id={hintId} className="dim">
        {formatPeriod(MIN_PERIOD_MS)} to {formatPeriod(MAX_PERIOD_MS)}. Stored for this device.
      </p>
      <p id={errorId} role="alert" className="field-error">
        {shown}
      </p>
      <button type="submit" className="button primary" disabled={busy}>
        {busy ? 'Applying…' : 'Apply'}
      </button>
    </form>
  );
}

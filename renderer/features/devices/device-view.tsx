import { Popover } from '@base-ui/react/popover';
import { ChevronDown, PanelRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import type { AppDevice } from '../../../service/contract/index.ts';
import { LazyContent } from '../../app/lazy-content.tsx';
import { useDetailsToggle } from '../../app/panes.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { SimulatedBadge } from '../../components/badge.tsx';
import { FieldError } from '../../components/form/field.tsx';
import { useDecimals } from '../../data/computed/decimals.ts';
import { channelName } from '../../data/devices/channel-name.ts';
import { channelsOf } from '../../data/devices/channels.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName, deviceTitle, periodOf } from '../../data/devices/labels.ts';
import { formatPeriod } from '../../data/format/numbers.ts';
import { COMPUTED_PARTS } from '../computed/computed-pages.ts';
import { chartChannels } from './chart-channels.ts';
import { DeviceName } from './device-name.tsx';
import { DeviceNotices, FailingChannels } from './device-notices.tsx';
import { ModeChip } from './mode/mode-chip.tsx';
import { checkPeriod, PERIOD_RANGE } from './period.ts';
import { deviceRoute } from './routes.ts';
import { useChartView } from './use-chart-view.tsx';
import { usePatchDevice } from './use-patch-device.ts';

const COMMON_MS = [100, 250, 500, 1000, 5000, 10_000, 60_000];

function PeriodControl({ device }: { device: AppDevice }) {
  const [open, setOpen] = useState(false);
  const label = `Every ${formatPeriod(periodOf(device))}`;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={`badge ${device.state === 'measuring' ? 'good' : 'plain'} period-chip`}
        data-command="period"
        aria-label={`${label}: change sampling period`}
      >
        {label}
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
  const apply = async (ms: number): Promise<void> => {
    if (ms === periodOf(device) || (await patch({ period_ms: ms }))) onDone();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (period !== null) void apply(period);
  };
  return (
    <form className="period-form" noValidate onSubmit={submit}>
      <label className="period-field">
        <span className="visually-hidden">Sampling period</span>
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
          <button
            key={ms}
            type="button"
            className="badge"
            aria-pressed={ms === periodOf(device)}
            onClick={() => {
              setText(String(ms));
              if (!busy) void apply(ms);
            }}
          >
            {formatPeriod(ms)}
          </button>
        ))}
      </fieldset>
      <p id={hintId} className="dim">
        {PERIOD_RANGE}. Stored for this device.
      </p>
      <FieldError id={errorId} text={shown} />
      <button type="submit" className="button primary" disabled={busy}>
        {busy ? 'Applying…' : 'Apply'}
      </button>
    </form>
  );
}

export function DeviceView({ record }: { record: DeviceRecord }) {
  const { device } = record;
  // Stable across readings: a new list would create the charts again.
  const { product, family, serial, simulated } = device;
  const decimals = useDecimals()(device);
  const order = device.device.channel_list.join();
  const names = JSON.stringify(device.device.channel_list.map((label) => channelName(device, label)));
  const channels = useMemo(() => {
    const definitions = channelsOf({ device: { channel_list: order.split(',') }, product });
    const known = new Map(order.split(',').map((label, index) => [label, (JSON.parse(names) as string[])[index]]));
    return chartChannels({ family, serial, simulated }, definitions, (label) => known.get(label) ?? label, decimals);
  }, [order, product, family, serial, simulated, names, decimals]);
  const { controls, charts } = useChartView({
    channels,
    scope: record.key,
    title: deviceTitle(device),
    route: deviceRoute(device),
    lastSeen: record.gone?.since,
  });
  return (
    <article className="device-view" aria-label={deviceName(device)}>
      <DeviceHeader record={record} controls={controls} />
      <DeviceNotices record={record} />
      {charts}
    </article>
  );
}

function DeviceHeader({ record, controls }: { record: DeviceRecord; controls: ReactNode }) {
  const { device, gone } = record;
  const openDetails = useDetailsToggle();
  const isComputed = device.family === 'computed';
  return (
    <header className="device-header">
      <div className="device-identity">
        <BackLink href="/devices">All devices</BackLink>
        {/* A computed channel is renamed in its form. */}
        <DeviceName device={device} fixed={isComputed || (gone !== null && !gone.isKnown)}>
          <FailingChannels record={record} />
        </DeviceName>
        <div className="device-facts">
          {isComputed ? (
            <span className="dim">Computed channel</span>
          ) : (
            <span className="mono dim ellipsis">{device.serial}</span>
          )}
          {gone === null && !isComputed && <PeriodControl device={device} />}
          {gone === null && device.protocol && <ModeChip device={device} mode={device.protocol} />}
          {device.simulated && <SimulatedBadge />}
        </div>
      </div>
      <div className="device-controls">
        {controls}
        {isComputed && <LazyContent page={COMPUTED_PARTS.actions} />}
        {openDetails && (
          <button type="button" className="button details-button" title="Details" onClick={openDetails}>
            <PanelRight aria-hidden size={15} /> <span>Details</span>
          </button>
        )}
      </div>
    </header>
  );
}

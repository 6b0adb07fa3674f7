import { ArrowLeft, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDetailsToggle } from '../../app/panes.tsx';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { SimulatedBadge } from '../../components/badge.tsx';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { PauseButton } from '../charts/pause-button.tsx';
import { DeviceName } from './device-name.tsx';
import { ModeChip } from './mode/mode-chip.tsx';
import { PeriodControl } from './period-control.tsx';
import { TimeWindowSelect, type WindowLengthState } from './time-window-select.tsx';

export interface DeviceHeaderProps {
  record: DeviceRecord;
  length: WindowLengthState;
  paused: boolean;
  onPausedChange: (paused: boolean) => void;
  /** The menu with more actions for the charts. */
  menu: ReactNode;
}

export function DeviceHeader(props: DeviceHeaderProps) {
  const { record, length, paused, onPausedChange, menu } = props;
  const { device, gone } = record;
  const narrow = useMedia(NARROW);
  const openDetails = useDetailsToggle();
  return (
    <header className="device-header">
      <div className="device-identity">
        {narrow && (
          <Link href="/devices" className="device-back">
            <ArrowLeft aria-hidden size={14} /> All devices
          </Link>
        )}
        <DeviceName device={device} fixed={gone !== null} />
        <div className="device-facts">
          <span className="mono dim ellipsis">{device.serial}</span>
          {gone === null && <PeriodControl device={device} />}
          {gone === null && device.protocol && <ModeChip device={device} mode={device.protocol} />}
          {device.simulated && <SimulatedBadge />}
        </div>
      </div>
      <div className="device-controls">
        <TimeWindowSelect length={length} />
        <PauseButton paused={paused} onChange={onPausedChange} />
        {menu}
        {openDetails && (
          <button type="button" className="button details-button" title="Details" onClick={openDetails}>
            <PanelRight aria-hidden size={15} /> <span>Details</span>
          </button>
        )}
      </div>
    </header>
  );
}

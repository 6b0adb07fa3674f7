import { FlaskConical, Star } from 'lucide-react';
import { memo } from 'react';
import type { AppDevice } from '../../../service/contract/index.ts';
import { Badge, SIMULATED_HELP, SimulatedBadge } from '../../components/badge.tsx';
import { useRowActivation } from '../../components/list-keys.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import {
  type Badge as BadgeContent,
  describeState,
  deviceName,
  nodeBadge,
  stateBadge,
} from '../../data/devices/labels.ts';
import { formatAge, formatMinute } from '../../data/format/numbers.ts';
import { useDevice, useLive, useServiceNow } from '../../data/react.ts';
import { DeviceAlarmMark } from '../alarms/indicators/device-alarms.tsx';
import { changeDevice } from './change-device.ts';
import { DRAGGED_DEVICE } from './groups/group-heads.tsx';
import { ModeBadge } from './mode/mode-chip.tsx';
import { ConnectionsBadge } from './other-connections.tsx';
import { deviceRoute } from './routes.ts';
import { CompactRowReadings, RowReadings } from './row-readings.tsx';

export interface DeviceRowProps {
  deviceKey: string;
  /** From the top of its group, in pixels. */
  top: number;
  /** Among all devices listed, from 1. */
  position: number;
  count: number;
  selected: boolean;
  tabStop: boolean;
  compact: boolean;
  /** Another device has the same name. */
  isNamesake: boolean;
  /** Called with its key when it is dragged, and with undefined at the end; undefined if it cannot be dragged. */
  onDrag: ((deviceKey: string | undefined) => void) | undefined;
}

export const DeviceRow = memo(function DeviceRow(props: DeviceRowProps) {
  const { deviceKey, onDrag, compact, isNamesake } = props;
  const opening = useRowActivation();
  const record = useDevice(deviceKey);
  if (!record) return null;
  const { device, gone } = record;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> holds text alone
      role="option"
      data-entry={deviceKey}
      className={`list-row device-row${compact ? ' compact' : ''}${gone ? ' disconnected' : ''}`}
      style={{ top: props.top }}
      aria-selected={props.selected}
      aria-posinset={props.position}
      aria-setsize={props.count}
      tabIndex={props.tabStop ? 0 : -1}
      draggable={onDrag !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED_DEVICE, deviceKey);
        event.dataTransfer.effectAllowed = 'move';
        onDrag?.(deviceKey);
      }}
      onDragEnd={() => onDrag?.(undefined)}
      {...opening(deviceRoute(device))}
    >
      {compact ? <CompactRow record={record} isNamesake={isNamesake} /> : <FullRow record={record} />}
      <FavoriteStar device={device} />
    </div>
  );
});

function FullRow({ record }: { record: DeviceRecord }) {
  const { device, gone } = record;
  return (
    <>
      <div className="list-row-line device-row-head">
        <Name device={device} />
        <RowBadge record={record} />
      </div>
      <div className="list-row-line dim">
        <Identity device={device} />
        {device.simulated && <SimulatedBadge />}
        {!gone && <ConnectionsBadge device={device} />}
        <DeviceAlarmMark device={device} />
        {gone ? <LastSeen since={gone.since} /> : <Age device={device} />}
      </div>
      <RowReadings record={record} />
    </>
  );
}

/** One line: what does not fit is in tooltips. */
function CompactRow({ record, isNamesake }: { record: DeviceRecord; isNamesake: boolean }) {
  const { device } = record;
  const state = rowState(record);
  return (
    <div className="list-row-line">
      <span
        className="list-row-name ellipsis"
        title={device.family === 'computed' ? deviceName(device) : `${deviceName(device)} · ${device.serial}`}
      >
        {deviceName(device)}
      </span>
      {isNamesake && <span className="mono dim">{device.serial}</span>}
      {device.simulated && (
        <span className="simulated-mark" title={SIMULATED_HELP}>
          <FlaskConical aria-hidden size={13} />
          <span className="visually-hidden">Simulated</span>
        </span>
      )}
      <DeviceAlarmMark device={device} />
      {state && (
        <span className={`status-dot ${state.tone}`} title={state.title}>
          <span className="visually-hidden">{state.word}</span>
        </span>
      )}
      <CompactRowReadings record={record} />
    </div>
  );
}

function Name({ device }: { device: AppDevice }) {
  const name = deviceName(device);
  return (
    <span className="list-row-name ellipsis" title={name}>
      {name}
    </span>
  );
}

/** For the mouse: the key F and the context menu do the same. */
function FavoriteStar({ device }: { device: AppDevice }) {
  const live = useLive();
  const { favorite } = device;
  return (
    <>
      {favorite && <span className="visually-hidden">Favorite</span>}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- an option holds no control */}
      <span
        aria-hidden
        className={favorite ? 'favorite-star on' : 'favorite-star'}
        title={favorite ? 'Remove from favorites (F)' : 'Add to favorites (F)'}
        onClick={(event) => {
          event.stopPropagation();
          changeDevice(live, device, { favorite: !favorite });
        }}
      >
        <Star aria-hidden size={14} fill={favorite ? 'currentColor' : 'none'} />
      </span>
    </>
  );
}

/** The serial number, and the product unless the name is the product. The ID of a computed channel is of no use. */
function Identity({ device }: { device: AppDevice }) {
  const { product } = device.device.info;
  if (device.family === 'computed') return <span className="ellipsis">{product}</span>;
  const words = deviceName(device) === product ? device.serial : `${device.serial} · ${product}`;
  return (
    <span className="mono ellipsis" title={words}>
      {words}
    </span>
  );
}

/** Null while readings arrive. */
function rowState({ device, gone }: DeviceRecord): (BadgeContent & { title: string }) | null {
  if (gone?.isAwaited) {
    return { word: 'Detecting…', tone: 'plain', title: 'Mensura has restarted and has not detected the device yet.' };
  }
  const state = stateBadge(device);
  return state && { ...state, title: `${state.word}. ${describeState(device)}` };
}

/** The state if it needs attention, else the connection. */
function RowBadge({ record }: { record: DeviceRecord }) {
  const { device } = record;
  const state = rowState(record);
  if (state) {
    return (
      <span className="device-row-state">
        <Badge badge={state} title={state.title} />
      </span>
    );
  }
  if (device.simulated) return null;
  const node = nodeBadge(device);
  if (node) return <Badge badge={node} />;
  return device.protocol && <ModeBadge mode={device.protocol} />;
}

function LastSeen({ since }: { since: number }) {
  return <span className="device-row-age">Last seen {formatMinute(since)}</span>;
}

function Age({ device }: { device: AppDevice }) {
  const now = useServiceNow();
  if (device.last_reading === null) return <span className="device-row-age">No readings yet</span>;
  return (
    <span className="device-row-age" title="Time since the last reading">
      {formatAge(now - Date.parse(device.last_reading))}
    </span>
  );
}

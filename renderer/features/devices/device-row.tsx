import { memo } from 'react';
import type { AppDevice } from '../../../service/contract/index.ts';
import { Badge, SimulatedBadge } from '../../components/badge.tsx';
import { useRowActivation } from '../../components/list-keys.ts';
import { ReadingText } from '../../components/reading-text.tsx';
import { channelName } from '../../data/devices/channel-name.ts';
import { channelsOf } from '../../data/devices/channels.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { describeState, deviceName, nodeBadge, stateBadge } from '../../data/devices/labels.ts';
import { formatAge, formatMinute } from '../../data/format/numbers.ts';
import { useDevice, useDeviceAlarms, useDisplayUnits, useServiceNow } from '../../data/react.ts';
import { AlarmHighlight, DeviceAlarmBadge } from '../alarms/indicators/device-alarms.tsx';
import { ModeBadge } from './mode/mode-chip.tsx';
import { ConnectionsBadge } from './other-connections.tsx';
import { deviceRoute } from './routes.ts';

/** Channels shown in a row. */
const VALUES = 3;

export interface DeviceRowProps {
  deviceKey: string;
  /** From the top of its group, in pixels. */
  top: number;
  /** Among all devices listed, from 1. */
  position: number;
  count: number;
  selected: boolean;
  tabStop: boolean;
}

export const DeviceRow = memo(function DeviceRow(props: DeviceRowProps) {
  const opening = useRowActivation();
  const record = useDevice(props.deviceKey);
  if (!record) return null;
  const { device, gone } = record;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> holds text alone
      role="option"
      data-entry={props.deviceKey}
      className={gone ? 'list-row device-row disconnected' : 'list-row device-row'}
      style={{ top: props.top }}
      aria-selected={props.selected}
      aria-posinset={props.position}
      aria-setsize={props.count}
      tabIndex={props.tabStop ? 0 : -1}
      {...opening(deviceRoute(device))}
    >
      <RowHead device={device} deviceKey={props.deviceKey} />
      <div className="list-row-line dim">
        <Identity device={device} />
        {!gone && <ConnectionsBadge device={device} />}
        {gone ? <LastSeen since={gone.since} /> : <Age device={device} />}
      </div>
      <RowValues record={record} />
    </div>
  );
});

function RowHead({ device, deviceKey }: { device: AppDevice; deviceKey: string }) {
  const name = deviceName(device);
  return (
    <div className="list-row-line">
      <span className="list-row-name ellipsis" title={name}>
        {name}
      </span>
      <DeviceAlarmBadge deviceKey={deviceKey} />
      {device.simulated && <SimulatedBadge />}
      <RowBadge device={device} />
    </div>
  );
}

/** The serial number, and the product unless the name is the product. */
function Identity({ device }: { device: AppDevice }) {
  const { product } = device.device.info;
  const words = deviceName(device) === product ? device.serial : `${device.serial} · ${product}`;
  return (
    <span className="mono ellipsis" title={words}>
      {words}
    </span>
  );
}

/** The state if it needs attention, else the connection. */
function RowBadge({ device }: { device: AppDevice }) {
  const state = stateBadge(device);
  if (state) return <Badge badge={state} title={describeState(device)} />;
  if (device.simulated) return null;
  const node = nodeBadge(device);
  if (node) return <Badge badge={node} />;
  return device.protocol && <ModeBadge mode={device.protocol} />;
}

/** The first measured channels; virtual ones are shown only in the details. */
function RowValues({ record: { key, device, gone } }: { record: DeviceRecord }) {
  const alarms = useDeviceAlarms(key);
  const units = useDisplayUnits();
  const values = gone?.last ?? device.device.channels;
  const channels = channelsOf(device);
  const real = channels.filter(({ details }) => !details.virtual);
  return (
    <div className="device-row-values">
      {(real.length > 0 ? real : channels).slice(0, VALUES).map((channel) => {
        const magnitude = values[channel.label]?.value?.magnitude ?? null;
        const shown = units.of(channel.unit);
        return (
          <span key={channel.label} title={channelName(device, channel.label)}>
            {alarms.some((alarm) => alarm.channel === channel.label) && <AlarmHighlight />}
            <ReadingText key={shown.unit} text={shown.format(magnitude, channel.label)} unit={shown.unit} />
          </span>
        );
      })}
    </div>
  );
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

import { BellPlus } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/empty-state.tsx';
import { channelsOf } from '../../../data/devices/channels.ts';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { groupDevices } from '../../../data/devices/grouping.ts';
import { deviceName } from '../../../data/devices/labels.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { channelName } from '../../../data/names/channel-name.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { useDisplayUnits } from '../../../data/units/use-display-units.ts';
import { NEW_RULE_ROUTE, watchRoute } from '../routes.ts';

/** Devices listed at most. */
const SHOWN = 4;

export function NoRules() {
  const records = useReadable(useLive().devices.list);
  const devices = groupDevices(records).flatMap(({ items }) => items);
  const more = devices.length - SHOWN;
  return (
    <EmptyState icon={<BellPlus aria-hidden size={26} />} title="No alarm rules">
      <p className="dim">
        An alarm rule raises an alarm when a channel is too high, too low or sends no data. Alarms appear in this
        window, on the desktop, over MQTT and in the API. An alarm stays open until it has cleared and been
        acknowledged.
      </p>
      {devices.length === 0 ? (
        <>
          <p>No devices connected. Connect a device, or create a rule by serial number.</p>
          <p className="no-rules-actions">
            <Link href="/devices" className="button primary">
              Connect a device
            </Link>
            <Link href={NEW_RULE_ROUTE} className="button">
              New rule by serial number
            </Link>
          </p>
        </>
      ) : (
        <>
          <p>Select a channel for the first rule:</p>
          <ul className="watchable">
            {devices.slice(0, SHOWN).map((record) => (
              <WatchableDevice key={record.key} record={record} />
            ))}
          </ul>
          {more > 0 && (
            <p className="dim">
              {more === 1 ? '1 more device' : `${formatCount(more)} more devices`}:{' '}
              <Link href={NEW_RULE_ROUTE}>show all</Link>
            </p>
          )}
        </>
      )}
    </EmptyState>
  );
}

function WatchableDevice({ record: { device } }: { record: DeviceRecord }) {
  const units = useDisplayUnits();
  const name = deviceName(device);
  return (
    <li className="watchable-device">
      <p className="watchable-name">
        {name} <span className="mono dim">{device.serial}</span>
      </p>
      <p className="watchable-channels">
        {channelsOf(device).map(({ label, unit }) => (
          <Link
            key={label}
            href={watchRoute({ family: device.family, serial: device.serial, channel: label })}
            className="button"
          >
            <span className="visually-hidden">Set alarm for </span>
            {channelName(device, label)} <span className="dim">{units.of(unit).unit}</span>
            <span className="visually-hidden">
              {' '}
              · {name} {device.serial}
            </span>
          </Link>
        ))}
      </p>
    </li>
  );
}

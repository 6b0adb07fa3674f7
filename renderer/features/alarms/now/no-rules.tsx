/** What stands in the middle while no channel is watched: what an alarm is for, and the first one in one click. */
import { BellPlus } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/empty-state.tsx';
import { channelsOf } from '../../../data/devices/channels.ts';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { groupDevices } from '../../../data/devices/grouping.ts';
import { deviceName } from '../../../data/devices/words.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { channelName } from '../../../data/names/index.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { useDisplayUnits } from '../../../data/units/index.ts';
import { NEW_RULE_ROUTE, watchRoute } from '../routes.ts';

/** Devices that there is room for. */
const SHOWN = 4;

export function NoRules() {
  const records = useReadable(useLive().devices.list);
  const devices = groupDevices(records).flatMap(({ items }) => items);
  const more = devices.length - SHOWN;
  return (
    <EmptyState icon={<BellPlus aria-hidden size={26} />} title="No channel is watched">
      <p className="dim">
        Mensura can watch any channel for you and raise an alarm when it is too high, too low, or gives no data: in this
        window, on the desktop, over MQTT and in the API. An alarm stays until it is over and you have acknowledged it,
        so that what happened at night is there in the morning.
      </p>
      {devices.length === 0 ? (
        <>
          <p>No instrument is attached, so there is no channel to watch yet.</p>
          <p className="no-rules-actions">
            <Link href="/devices" className="button primary">
              Connect an instrument
            </Link>
            <Link href={NEW_RULE_ROUTE} className="button">
              New rule, by serial number
            </Link>
          </p>
        </>
      ) : (
        <>
          <p>Choose the first channel to watch:</p>
          <ul className="watchable">
            {devices.slice(0, SHOWN).map((record) => (
              <WatchableDevice key={record.key} record={record} />
            ))}
          </ul>
          {more > 0 && (
            <p className="dim">
              and {formatCount(more)} more: <Link href={NEW_RULE_ROUTE}>choose among all of them</Link>
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
            <span className="visually-hidden">Watch </span>
            {channelName(device, label)} <span className="dim">{units.of(unit).unit}</span>
            <span className="visually-hidden">
              {' '}
              of {name} {device.serial}
            </span>
          </Link>
        ))}
      </p>
    </li>
  );
}

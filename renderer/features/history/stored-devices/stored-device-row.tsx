import { ChevronRight, Download, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { AppDevice } from '../../../../service/contract/index.ts';
import { SimulatedBadge } from '../../../components/badge.tsx';
import { channelName, storedChannelName } from '../../../data/devices/channel-name.ts';
import { COMPUTED_FAMILY, deviceName } from '../../../data/devices/labels.ts';
import { formatDayAndMinute, formatTimeRange, plural } from '../../../data/format/numbers.ts';
import type { StoredDevice } from '../../../data/history/stored-devices.ts';
import { deviceRoute } from '../../devices/routes.ts';

export interface StoredDeviceRowProps {
  stored: StoredDevice;
  /** Undefined if disconnected. */
  device: AppDevice | undefined;
  /** The service is unreachable. */
  fixed: boolean;
  onExport: () => void;
  onDelete: () => void;
}

/** The user's name of a connected device, else the product. */
export function storedDeviceName(
  { family, product, serial, channels }: StoredDevice,
  device: AppDevice | undefined,
): string {
  if (device) return deviceName(device);
  // The product of a computed channel is no name.
  return (family === 'computed' && channels[0] ? storedChannelName(channels[0]) : product) || serial;
}

export function StoredDeviceRow({ stored, device, fixed, onExport, onDelete }: StoredDeviceRowProps) {
  const [isOpen, setOpen] = useState(false);
  const channelsId = useId();
  const name = storedDeviceName(stored, device);
  const count = plural(stored.channels.length, 'channel');
  return (
    <li className="kept-device">
      <div className="kept-head">
        <button
          type="button"
          className="kept-fold"
          aria-expanded={isOpen}
          aria-controls={channelsId}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden size={15} />
          <span className="kept-names">
            <span className="kept-title">
              <span className="kept-name ellipsis" title={name}>
                {name}
              </span>
              {device?.simulated && <SimulatedBadge />}
            </span>
            <span className="dim">
              {stored.family === 'computed' ? COMPUTED_FAMILY : <span className="mono">{stored.serial}</span>} · {count}
            </span>
          </span>
        </button>
        <span className="kept-stretch dim" title="Oldest to newest stored reading">
          {formatTimeRange(stored.first, stored.last)}
        </span>
        <span className="kept-actions">
          {device ? (
            <Link href={deviceRoute(device)}>Show charts</Link>
          ) : (
            <span className="badge" title="This device is disconnected. Its stored readings are still available.">
              Disconnected
            </span>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={`Export the history of ${name}`}
            title="Export…"
            disabled={fixed}
            onClick={onExport}
          >
            <Download aria-hidden size={15} />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={`Delete the history of ${name}`}
            title="Delete…"
            disabled={fixed}
            onClick={onDelete}
          >
            <Trash2 aria-hidden size={15} />
          </button>
        </span>
      </div>
      <div id={channelsId} hidden={!isOpen}>
        {isOpen && <Channels stored={stored} device={device} />}
      </div>
    </li>
  );
}

function Channels({ stored, device }: Pick<StoredDeviceRowProps, 'stored' | 'device'>) {
  return (
    <table className="kept-channels">
      <thead>
        <tr>
          <th scope="col">Channel</th>
          <th scope="col">Unit</th>
          <th scope="col">First reading</th>
          <th scope="col">Last reading</th>
        </tr>
      </thead>
      <tbody>
        {stored.channels.map((storedChannel) => {
          const { channel, unit, first, last } = storedChannel;
          return (
            <tr key={channel}>
              <th scope="row">
                {device ? channelName(device, channel) : storedChannelName(storedChannel)}{' '}
                <span className="mono dim">{channel}</span>
              </th>
              <td>{unit}</td>
              <td>{formatDayAndMinute(Date.parse(first))}</td>
              <td>{formatDayAndMinute(Date.parse(last))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

import type { CSSProperties } from 'react';
import { COMPUTED_FAMILY, deviceName } from '../../data/devices/labels.ts';
import { useDevice } from '../../data/react.ts';
import { Presentation } from '../dashboards/presentation.tsx';
import { ValueTile } from '../dashboards/tiles/value-tile.tsx';
import type { ChartChannel } from './channels.ts';
import './large-values.css';

export interface LargeValuesProps {
  readonly channels: readonly ChartChannel[];
  readonly onClose: () => void;
}

/** The current values of channels as tiles that share the screen. */
export function LargeValues({ channels, onClose }: LargeValuesProps) {
  // At least as many columns as rows.
  const columns = Math.ceil(Math.sqrt(channels.length));
  return (
    <Presentation title="Large values" isFullScreen onClose={onClose}>
      <ul className="large-values" style={{ '--columns': columns } as CSSProperties}>
        {channels.map((channel) => (
          <li key={channel.key}>
            <LargeValue channel={channel} />
          </li>
        ))}
      </ul>
    </Presentation>
  );
}

function LargeValue({
  channel: { key, ref, deviceKey, description, unit, simulated, ...channel },
}: {
  channel: ChartChannel;
}) {
  const record = useDevice(deviceKey);
  const isComputed = ref.family === 'computed';
  const device = isComputed ? COMPUTED_FAMILY : record ? deviceName(record.device) : (channel.device ?? ref.serial);
  const attached = record !== undefined && record.gone === null;
  return <ValueTile channel={{ path: key, ref, name: description, device, unit, simulated, attached }} />;
}

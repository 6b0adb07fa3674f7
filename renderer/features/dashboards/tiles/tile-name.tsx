import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import './value-tile.css';

/** @param title empty for the name of the channel */
export function TileName({ channel, title }: { channel: SelectableChannel; title: string }) {
  const { ref, name, device, simulated } = channel;
  return (
    <p className="value-tile-name">
      <strong className="ellipsis">{title || name}</strong>
      <span className="ellipsis dim">
        {device === ref.serial ? device : `${device} · ${ref.serial}`}
        {simulated && ' · Simulated'}
      </span>
    </p>
  );
}

import type { CSSProperties } from 'react';
import type { SelectableChannel } from '../../data/compare/selectable-channels.ts';
import { Presentation } from '../dashboards/presentation.tsx';
import { ValueTile } from '../dashboards/tiles/value-tile.tsx';

/** The selected channels as value tiles that share the window. */
export function LargeValues({ shown, onClose }: { shown: readonly SelectableChannel[]; onClose: () => void }) {
  // At least as many columns as rows.
  const columns = Math.ceil(Math.sqrt(shown.length));
  return (
    <Presentation title="Large values" onClose={onClose}>
      <ul className="large-values" style={{ '--columns': columns } as CSSProperties}>
        {shown.map((channel) => (
          <li key={channel.path}>
            <ValueTile channel={channel} />
          </li>
        ))}
      </ul>
    </Presentation>
  );
}

import type { CSSProperties } from 'react';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { useDisplayUnits } from '../../../data/react.ts';
import { TileName } from './tile-name.tsx';
import { TileState } from './tile-state.tsx';
import { Trend } from './trend.tsx';
import { usePresent } from './use-present.ts';
import './value-tile.css';

/** Characters of a unit that count for the size of the figure; a longer unit is cut. */
const UNIT_SPACE = 12;

export interface ValueTileProps {
  channel: SelectableChannel;
  /** Empty: the name of the channel. */
  title?: string;
  /** Time window of the trend line, in milliseconds; undefined for none. */
  trendMs?: number;
}

/** The current reading in large figures. */
export function ValueTile({ channel, title = '', trendMs }: ValueTileProps) {
  const present = usePresent(channel);
  const { text, isQuiet, alarms } = present;
  const shown = useDisplayUnits().of(channel.unit);
  // Sized by length: all digits have the same width, so nothing jumps while the value changes.
  const digits = Math.max(4, text.length) + Math.min(UNIT_SPACE, shown.unit.length) * 0.4;
  return (
    <div
      className="value-tile"
      data-quiet={isQuiet || undefined}
      data-alarm={alarms.length > 0 || undefined}
      data-trend={trendMs !== undefined || undefined}
    >
      <TileName channel={channel} title={title} />
      <p className="value-tile-value" style={{ '--digits': digits } as CSSProperties}>
        {text}
        <span className="unit value-tile-unit">{shown.unit}</span>
      </p>
      <TileState present={present} unit={shown} />
      {trendMs !== undefined && <Trend channel={channel} spanMs={trendMs} />}
    </div>
  );
}

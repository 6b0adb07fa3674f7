import { type CSSProperties, useMemo } from 'react';
import type { Tile } from '../../../service/contract/index.ts';
import { type Box, compact } from '../../data/dashboards/layout.ts';
import { titleOf } from './tile-kinds.ts';
import { type FindChannel, type OnArrange, TileContent } from './tiles/tile-content.tsx';
import './tile-grid.css';

/** The place of a tile for the style sheet, which ignores it in a narrow window. */
export function gridPlace({ x, y, w, h }: Box): CSSProperties {
  return { '--x': x + 1, '--y': y + 1, '--w': w, '--h': h } as CSSProperties;
}

/** A value tile shows its name itself. */
export function hasHead({ kind }: Tile): boolean {
  return kind !== 'value' && kind !== 'gauge';
}

interface TileGridProps {
  tiles: readonly Tile[];
  find: FindChannel;
  /** Stretches the rows to the height of the window. */
  isFull?: boolean;
  onArrange?: OnArrange;
}

/** The tiles of a dashboard, in reading order. */
export function TileGrid({ tiles, find, isFull = false, onArrange }: TileGridProps) {
  const placed = useMemo(() => compact(tiles), [tiles]);
  return (
    <div className="tile-grid" data-full={isFull || undefined}>
      {placed.map((tile) => {
        const title = titleOf(tile, find);
        return (
          <div
            key={tile.id}
            // No landmark: two tiles may have one name.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
            role="group"
            className="tile"
            data-kind={tile.kind}
            style={gridPlace(tile)}
            aria-label={title}
          >
            {hasHead(tile) && <h3 className="tile-head ellipsis">{title}</h3>}
            <div className="tile-body">
              <TileContent tile={tile} title={title} find={find} onArrange={onArrange} />
            </div>
          </div>
        );
      })}
    </div>
  );
}

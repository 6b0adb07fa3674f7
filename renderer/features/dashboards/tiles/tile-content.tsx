import type { ChartArrangement, Tile } from '../../../../service/contract/index.ts';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { AlarmsTile } from './alarms-tile.tsx';
import { ChartTile } from './chart-tile.tsx';
import { ClientTile } from './client-tile.tsx';
import { GaugeTile } from './gauge-tile.tsx';
import { TableTile } from './table-tile.tsx';
import { TextTile } from './text-tile.tsx';
import { ValueTile } from './value-tile.tsx';

/** Finds the name, device and unit of a channel path. */
export type FindChannel = (path: string) => SelectableChannel | undefined;

/**
 * Stores the arrangement of the charts of a tile; without it, an arrangement lasts as long as the page.
 * @param arrangement undefined: automatic
 */
export type OnArrange = (tile: string, arrangement: ChartArrangement | undefined) => void;

export interface TileContentProps {
  tile: Tile;
  title: string;
  find: FindChannel;
  onArrange?: OnArrange | undefined;
}

export function TileContent({ tile, title, find, onArrange }: TileContentProps) {
  if (tile.kind === 'text') return <TextTile text={tile.text} title={title} />;
  if (tile.kind === 'alarms') return <AlarmsTile channels={tile.channels} title={title} />;
  if (tile.kind === 'mqtt-client') return <ClientTile identifier={tile.client} title={title} />;
  if ('channel' in tile) {
    const channel = find(tile.channel);
    if (!channel) return null;
    if (tile.kind === 'gauge') return <GaugeTile channel={channel} tile={tile} />;
    return <ValueTile channel={channel} title={tile.title} trendMs={tile.span_ms} />;
  }
  const channels = tile.channels.flatMap((path) => find(path) ?? []);
  if (channels.length === 0) return <p className="tile-empty">No channels selected</p>;
  if (tile.kind === 'table') return <TableTile channels={channels} title={title} />;
  return (
    <ChartTile
      channels={channels}
      tile={tile}
      title={title}
      onArrange={(arrangement) => onArrange?.(tile.id, arrangement)}
    />
  );
}

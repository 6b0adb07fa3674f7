import type { ChartArrangement, DashboardInput, Tile, TileKind } from '../../../service/contract/index.ts';
import { freePlace } from '../../data/dashboards/layout.ts';
import type { FindChannel } from './tiles/tile-content.tsx';

interface KindInfo {
  readonly word: string;
  /** Of a new tile, in cells. */
  readonly w: number;
  readonly h: number;
}

/** In the order in which they are offered. */
export const TILE_KINDS: Readonly<Record<TileKind, KindInfo>> = {
  value: { word: 'Value with trend', w: 3, h: 3 },
  gauge: { word: 'Gauge', w: 3, h: 4 },
  chart: { word: 'Chart', w: 6, h: 6 },
  table: { word: 'Table', w: 6, h: 5 },
  alarms: { word: 'Alarms', w: 4, h: 4 },
  text: { word: 'Text', w: 3, h: 3 },
  'mqtt-client': { word: 'MQTT client', w: 3, h: 3 },
};

/** Default time window of trends and charts, in milliseconds. */
export const DEFAULT_SPAN_MS = 600_000;

/** Random: two windows may add a tile at the same time. */
export function newTileId(): string {
  return `t${crypto.randomUUID().slice(0, 8)}`;
}

/** A tile without channels or text, at the first free place; undefined if the dashboard is full. */
export function newTile(kind: TileKind, tiles: readonly Tile[]): Tile | undefined {
  const place = freePlace(tiles, TILE_KINDS[kind]);
  if (!place) return undefined;
  const base = { ...place, id: newTileId(), title: '' };
  if (kind === 'value') return { ...base, kind, channel: '', span_ms: DEFAULT_SPAN_MS };
  if (kind === 'gauge') return { ...base, kind, channel: '', min: null, max: null };
  if (kind === 'chart') return { ...base, kind, channels: [], span_ms: DEFAULT_SPAN_MS };
  if (kind === 'text') return { ...base, kind, text: '' };
  if (kind === 'mqtt-client') return { ...base, kind, client: '' };
  return { ...base, kind, channels: [] };
}

/** The channel paths of a tile. */
export function channelsOfTile(tile: Tile): readonly string[] {
  if ('channel' in tile) return tile.channel === '' ? [] : [tile.channel];
  return 'channels' in tile ? tile.channels : [];
}

/** The title of a tile, else what it shows: `Temperature · Cold room`. */
export function titleOf(tile: Tile, find: FindChannel): string {
  if (tile.title !== '') return tile.title;
  if (tile.kind === 'mqtt-client') return `MQTT client ${tile.client}`;
  const [first, ...more] = channelsOfTile(tile).flatMap((path) => find(path) ?? []);
  if (!first || tile.kind === 'alarms') return TILE_KINDS[tile.kind].word;
  const name = `${first.name} · ${first.device}`;
  return more.length > 0 ? `${name} and ${more.length} more` : name;
}

/** A dashboard of channels: their charts, and a value for each. @param arrangement of the charts */
export function dashboardOfChannels(
  name: string,
  paths: readonly string[],
  arrangement?: ChartArrangement,
): DashboardInput {
  const tiles: Tile[] = [];
  const chart = newTile('chart', tiles);
  if (chart?.kind === 'chart') tiles.push({ ...chart, w: 12, channels: [...paths], arrangement });
  for (const channel of paths) {
    const value = newTile('value', tiles);
    if (value?.kind === 'value') tiles.push({ ...value, channel });
  }
  return { name, tiles };
}

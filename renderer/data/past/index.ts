/** What the service keeps of the channels, in tiles. */

export type { AnnotationStore } from './marks.ts';
export { PastStore } from './past-store.ts';
export { segmentsFor, type TileSegment } from './pieces.ts';
export { askStatistics } from './requests.ts';
export type { TimeRange } from './stretch-list.ts';
export { GAP_FLAGS, type TilePart } from './tile.ts';
export { exactLevel, levelWidth, levelWithin, tileIndex, tileSpan } from './tile-grid.ts';
export type { TileSubscription, WantedTile } from './tile-loader.ts';

/** Stored readings of channels, loaded in tiles. */

export type { AnnotationStore } from './annotation-store.ts';
export { PastStore } from './past-store.ts';
export type { TimeRange } from './range-list.ts';
export { askStatistics } from './requests.ts';
export { GAP_FLAGS, type TilePart } from './tile.ts';
export { exactLevel, levelWidth, levelWithin, tileIndex, tileSpan } from './tile-grid.ts';
export type { TileSubscription, WantedTile } from './tile-loader.ts';
export { segmentsFor, type TileSegment } from './tile-segments.ts';

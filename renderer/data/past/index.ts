/** What the service keeps of the channels, in tiles. */

export type { Marks } from './marks.ts';
export { PastStore } from './past-store.ts';
export { type Piece, piecesOf } from './pieces.ts';
export { askStatistics } from './requests.ts';
export type { Stretch } from './stretch-list.ts';
export { BROKEN, type TilePart } from './tile.ts';
export { exactLevel, levelWidth, levelWithin, tileIndex, tileSpan } from './tile-grid.ts';
export type { Claim, Want } from './tile-loader.ts';

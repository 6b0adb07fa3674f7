/** What the window was told of every channel, in bounded memory. */

export { ColumnFold } from './column-fold.ts';
export { PointRing, type PointSink } from './point-ring.ts';
export { SampleRing } from './sample-ring.ts';
export { type PushListener, SampleStore } from './sample-store.ts';
export type { Point, PointRun } from './window.ts';
export { pointAt, runsBetween } from './window.ts';

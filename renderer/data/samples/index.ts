/** Live samples per channel, in bounded memory. */
export { ColumnFold } from './column-fold.ts';
export { ALWAYS_JOINED_MS, JOINED_INTERVALS } from './limits.ts';
export type { PointSink } from './point-ring.ts';
export { SampleRing } from './sample-ring.ts';
export { SampleStore } from './sample-store.ts';
export { type PointRun, pointAt, runsBetween } from './window.ts';

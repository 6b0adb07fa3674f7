/** The pure heart of the history: no files, no clocks, no threads. */
export { BucketBuilder } from './bucket-builder.ts';
export { decodeBuckets, encodeBuckets } from './codec/buckets.ts';
export { decodePoints, encodePoints } from './codec/points.ts';
export { lowerBound } from './in-order.ts';
export { runQuery } from './question.ts';
export { readPoints } from './readings.ts';
export { readSlice } from './slice.ts';
export { countOf, statisticsOf } from './statistics.ts';
export { addReading, aggregate, emptyAggregate, mergeSummaries } from './summary.ts';

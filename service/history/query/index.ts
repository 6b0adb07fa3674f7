/** The pure heart of the history: no files, no clocks, no threads. */

export { addReading, aggregate, emptyAggregate, mergeSummaries } from './aggregate.ts';
export { BucketBuilder } from './bucket-builder.ts';
export { decodeBuckets, encodeBuckets } from './codec/buckets.ts';
export { decodePoints, encodePoints } from './codec/points.ts';
export { lowerBound } from './merge-sorted.ts';
export { readPoints } from './readings.ts';
export { runQuery } from './run-query.ts';
export { readSlice } from './slice.ts';
export { countOf, statisticsOf } from './statistics.ts';

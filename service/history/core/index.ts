/** The pure heart of the history: no files, no clocks, no threads. */
export { BucketBuilder } from './bucket-builder.ts';
export { decodeBuckets, encodeBuckets } from './codec/buckets.ts';
export { decodePoints, encodePoints } from './codec/points.ts';
export { firstFrom } from './in-order.ts';
export { answerQuestion } from './question.ts';
export { pointsOf } from './readings.ts';
export { readSlice } from './slice.ts';
export { countOf, statisticsOf } from './statistics.ts';
export { addReading, emptySummary, mergeSummaries, summaryOf } from './summary.ts';

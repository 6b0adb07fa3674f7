/** Live charts of one device. */
export type { ChartChannel, ChartStackProps, FormatValue } from './types.ts';

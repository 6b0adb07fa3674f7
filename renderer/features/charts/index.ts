/** Live charts of one device. */
export { ChartStack } from './chart-stack.tsx';
export type { ChartChannel, FormatValue, Span } from './types.ts';

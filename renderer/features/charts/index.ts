/** Charts of channels, live and past. */
export { chartChannel } from './channel.ts';
export { ChartStack } from './chart-stack.tsx';
export type { ChartChannel, FormatValue, ShownUnit, Span } from './types.ts';

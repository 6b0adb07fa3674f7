/** Charts of channels, live and past. */
export { ChartStack } from './chart-stack.tsx';
export { PauseButton } from './pause-button.tsx';
export type { ChartActions, ChartChannel, PictureFormat, Span } from './types.ts';

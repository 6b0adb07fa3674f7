import type { ChartChannel } from './types.ts';

/** The channels of one unit, which share a value axis. */
export interface Panel {
  readonly unit: string;
  readonly channels: readonly ChartChannel[];
}

/** One panel for each unit, in the order of the channels. */
export function panelsOf(channels: readonly ChartChannel[]): Panel[] {
  const byUnit = Map.groupBy(channels, ({ unit }) => unit);
  return [...byUnit].map(([unit, members]) => ({ unit, channels: members }));
}

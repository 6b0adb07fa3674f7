import type { ChartChannel } from './types.ts';

/** One chart: the channels of one unit, which share its axis. */
export interface Panel {
  readonly unit: string;
  readonly channels: readonly ChartChannel[];
}

/** One panel for each unit, in the order in which the channels name the units. */
export function panelsOf(channels: readonly ChartChannel[]): Panel[] {
  const byUnit = Map.groupBy(channels, ({ unit }) => unit);
  return [...byUnit].map(([unit, members]) => ({ unit, channels: members }));
}

import type { ChartChannel } from '../../../renderer/features/charts/channels.ts';
import { chartChannel } from '../../../renderer/features/charts/channels.ts';

/** A channel of an instrument, with as much about it as a test needs. */
export function channel(label: string, unit: string, serial = 'E1'): ChartChannel {
  const look = { description: label, unit, color: 0, dash: [], simulated: false };
  return chartChannel({ family: 'usb', serial, channel: label }, look);
}

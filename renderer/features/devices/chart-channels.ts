/** The channels of a product, as the charts draw them. */
import type { ChannelDefinition, Family } from '../../../service/contract/index.ts';
import { chartChannel } from '../charts/channel.ts';
import { looksOf } from '../charts/looks.ts';
import type { ChartChannel } from '../charts/types.ts';

/** What has to be known of the device. */
export interface ChartDevice {
  readonly family: Family;
  readonly serial: string;
  readonly simulated: boolean;
}

/**
 * The channels with colour (series 0 to 5) and dash. The same product always gives the same answer.
 * @param nameOf what the user reads for a channel's label; by default what it measures
 */
export function chartChannels(
  device: ChartDevice,
  definitions: readonly ChannelDefinition[],
  nameOf?: (label: string) => string,
): ChartChannel[] {
  const { family, serial, simulated } = device;
  const looks = looksOf(definitions);
  return definitions.map(({ label, description, unit }, index) => {
    const { colour = 0, dash = [] } = looks[index] ?? {};
    const shown = nameOf?.(label) ?? description;
    return chartChannel({ family, serial, channel: label }, { description: shown, unit, colour, dash, simulated });
  });
}

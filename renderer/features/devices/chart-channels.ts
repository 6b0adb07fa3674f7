import type { ChannelDefinition, Family } from '../../../service/contract/index.ts';
import { isUncorrected } from '../../data/corrections/labels.ts';
import type { ChartChannel } from '../charts/channels.ts';
import { chartChannel, isComputed } from '../charts/channels.ts';
import { seriesStyles } from '../charts/series-styles.tsx';

export interface ChartDevice {
  readonly family: Family;
  readonly serial: string;
  readonly simulated: boolean;
}

/**
 * The channels of a product as series. The same product always gets the same colors and dashes.
 * @param nameOf the display name of a channel; by default its description
 * @param decimals those that the user has set for a computed channel
 */
export function chartChannels(
  device: ChartDevice,
  definitions: readonly ChannelDefinition[],
  nameOf?: (label: string) => string,
  decimals?: number,
): ChartChannel[] {
  const { family, serial, simulated } = device;
  const styles = seriesStyles(definitions);
  return definitions.map(({ label, description, unit, details }, index) => {
    const { color = 0, dash = [] } = styles[index] ?? {};
    const style = {
      description: nameOf?.(label) ?? description,
      unit,
      simulated,
      ...(decimals !== undefined && { decimals }),
    };
    const startsHidden = (details.virtual && isComputed(label)) || isUncorrected(label);
    return chartChannel({ family, serial, channel: label }, { ...style, color, dash, startsHidden });
  });
}

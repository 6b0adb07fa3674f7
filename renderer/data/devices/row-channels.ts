import type { AppDevice, ChannelDefinition } from '../../../service/contract/index.ts';
import { channelsOf } from './channels.ts';

/** Channels shown in a row. */
const VALUES = 3;

/** The first measured channels; virtual ones only of a device without others. */
export function rowChannels(device: AppDevice): ChannelDefinition[] {
  const channels = channelsOf(device);
  const real = channels.filter(({ details }) => !details.virtual);
  return (real.length > 0 ? real : channels).slice(0, VALUES);
}

/** The first channel of a row: the only one of a compact row, and the one to sort by. */
export function mainChannel(device: AppDevice): ChannelDefinition | undefined {
  return rowChannels(device)[0];
}

import type { AppDevice, ChannelDefinition } from '../../../service/contract/index.ts';
import { isUncorrected } from '../corrections/labels.ts';
import { channelsOf } from './channels.ts';

/** Most channels shown in a row. */
const VALUES = 3;

/** The measured channels, as corrected; virtual ones only of a device without others. */
export function measuredChannels(device: AppDevice): ChannelDefinition[] {
  const channels = channelsOf(device).filter(({ label }) => !isUncorrected(label));
  const real = channels.filter(({ details }) => !details.virtual);
  return real.length > 0 ? real : channels;
}

/** The first measured channels. */
export function rowChannels(device: AppDevice): ChannelDefinition[] {
  return measuredChannels(device).slice(0, VALUES);
}

/** The first channel of a row: the only one of a compact row, and the one to sort by. */
export function mainChannel(device: AppDevice): ChannelDefinition | undefined {
  return rowChannels(device)[0];
}

import { type ChannelRef, CONTRACT_FAMILIES } from '../contract/index.ts';
import type { Registry } from '../devices/registry.ts';

/**
 * The channel that the manufacturer's viewer writes as `[A01234:00]`: by its index in the channel list of a connected
 * device.
 * @param uncorrected as in `[A01234:00_nc]`; a channel without a correction is uncorrected
 * @returns undefined if there is none
 */
export function resolveMakerChannel(
  registry: Pick<Registry, 'get'>,
  serial: string,
  index: number,
  uncorrected: boolean,
): ChannelRef | undefined {
  for (const family of CONTRACT_FAMILIES) {
    const device = registry.get({ family, serial });
    const channels = Object.keys(device?.product.channels ?? {});
    const channel = channels[index];
    if (channel === undefined) continue;
    const bare = `${channel}_uncorrected`;
    return { family, serial, channel: uncorrected && channels.includes(bare) ? bare : channel };
  }
  return undefined;
}

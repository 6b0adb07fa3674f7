import { channelPath } from '../../contract/history.ts';
import type { AppDevices, ChannelRef, StoredChannels } from '../../contract/index.ts';
import { CliError, EXIT } from '../failure.ts';
import type { Api } from './api.ts';

/** Every way to write a channel or its device. A serial number with a slash may be percent-encoded. */
function waysToWrite(ref: ChannelRef): string[] {
  const { family, serial, channel } = ref;
  const short = [serial, encodeURIComponent(serial), `${serial}/${channel}`];
  const path = channelPath(ref);
  return [...short, ...short.map((way) => `${family}/${way}`), path, path.slice(family.length + 1)];
}

/** All channels with history, and those of connected devices; some of them twice. */
export async function knownChannels(api: Api): Promise<ChannelRef[]> {
  const [{ channels }, { devices }] = await Promise.all([
    api.call<StoredChannels>('/app/v1/history/channels'),
    api.call<AppDevices>('/app/v1/devices'),
  ]);
  const attached = devices.flatMap(({ family, serial, device }) =>
    device.channel_list.map((channel) => ({ family, serial, channel })),
  );
  return [...channels, ...attached];
}

/**
 * The channels that a text names: SERIAL or SERIAL/CHANNEL, with or without a family before it.
 * @throws CliError `notFound` if there are none
 */
export function channelsAt(known: readonly ChannelRef[], target: string): ChannelRef[] {
  const meant = known.filter((ref) => waysToWrite(ref).includes(target));
  if (meant.length > 0) return meant;
  throw new CliError(
    EXIT.notFound,
    `no stored readings for ${target}; use SERIAL or SERIAL/CHANNEL of a device that is connected or has history`,
  );
}

import type { AppDevices, ChannelRef, Family, StoredChannels } from '../../contract/index.ts';
import type { Api } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';

/** A channel in the form of the API. */
function pathOf({ family, serial, channel }: ChannelRef): string {
  return [family, serial, channel].map(encodeURIComponent).join('/');
}

/** Every way to write a channel or its device. A serial number with a slash may be percent-encoded. */
function waysToWrite(ref: ChannelRef): string[] {
  const { family, serial, channel } = ref;
  const short = [serial, encodeURIComponent(serial), `${serial}/${channel}`];
  return [...short, ...short.map((way) => `${family}/${way}`), pathOf(ref), pathOf(ref).slice(family.length + 1)];
}

/** All channels with history, and those of connected devices. */
async function knownChannels(api: Api): Promise<ChannelRef[]> {
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
 * The channels in the form of the API, without duplicates, in the order of the arguments.
 * @throws CliError `notFound` for an argument without a channel
 */
export async function findTargets(api: Api, words: readonly string[], family: Family | undefined): Promise<string[]> {
  const known = (await knownChannels(api)).filter((ref) => !family || ref.family === family);
  const found = words.flatMap((word) => {
    const meant = known.filter((ref) => waysToWrite(ref).includes(word));
    if (meant.length > 0) return meant.map(pathOf);
    throw new CliError(
      EXIT.notFound,
      `no stored readings for ${word}; use SERIAL or SERIAL/CHANNEL of a device that is connected or has history`,
    );
  });
  return [...new Set(found)];
}

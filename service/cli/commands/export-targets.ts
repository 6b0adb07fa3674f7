/** Which channels the words of an export mean: a serial number, or a channel of one. */
import type { AppDevices, ChannelRef, Family, StoredChannels } from '../../contract/index.ts';
import type { Api } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';

/** The form in which the API has a channel. */
function pathOf({ family, serial, channel }: ChannelRef): string {
  return [family, serial, channel].map(encodeURIComponent).join('/');
}

/** Every way to write a channel, or the device that has it. A serial number with a slash may be percent-encoded. */
function waysToWrite(ref: ChannelRef): string[] {
  const { family, serial, channel } = ref;
  const short = [serial, encodeURIComponent(serial), `${serial}/${channel}`];
  return [...short, ...short.map((way) => `${family}/${way}`), pathOf(ref), pathOf(ref).slice(family.length + 1)];
}

/** All channels that something is kept of, and those of what is attached and was not kept yet. */
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
 * The channels as the API takes them, each once, in the order of the words.
 * @throws CliError `notFound` naming the word that means nothing
 */
export async function findTargets(api: Api, words: readonly string[], family: Family | undefined): Promise<string[]> {
  const known = (await knownChannels(api)).filter((ref) => !family || ref.family === family);
  const found = words.flatMap((word) => {
    const meant = known.filter((ref) => waysToWrite(ref).includes(word));
    if (meant.length > 0) return meant.map(pathOf);
    throw new CliError(
      EXIT.notFound,
      `nothing is kept of ${word}; write a serial number, or SERIAL/CHANNEL, of what "mensura devices" lists or was measured before`,
    );
  });
  return [...new Set(found)];
}

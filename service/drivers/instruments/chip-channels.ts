/** The channels of an instrument in USB mode that the catalogue does not know, made of the chips it says it has. */
import type { ChannelDefinition } from '../../contract/index.ts';
import { chipWithId, isUnused, titleOfChip } from './chips.ts';
import { nameChannels } from './name-channels.ts';

export interface ChipChannels {
  /** One per chip, by the instrument's channel number; undefined for one that is unused and not to be shown. */
  channels: (ChannelDefinition | undefined)[];
  /** Those that are shown, and the virtual ones that they make possible. */
  all: ChannelDefinition[];
}

/**
 * The same names as the columns of these chips have over the serial line (`generic-channels.ts`).
 * @param chips the chip ids, by channel number
 */
export function chipChannels(chips: readonly number[]): ChipChannels {
  const shown = chips.flatMap((id, channel) => (isUnused(id) ? [] : [{ id, channel }]));
  const { channels, all } = nameChannels(
    shown.map(({ id }) => {
      const chip = chipWithId(id);
      return { quantity: chip?.quantity ?? 'raw', chip, title: titleOfChip(id) };
    }),
  );
  const byChannel = new Map(shown.map(({ channel }, place) => [channel, channels[place]]));
  return { channels: chips.map((_, channel) => byChannel.get(channel)), all };
}

/** The channels of an instrument in USB mode that the catalogue does not know, made of the chips it says it has. */
import type { ChannelDefinition } from '../../contract/index.ts';
import { channelOf } from '../../devices/quantities.ts';
import type { DerivedValue } from './chips/derived.ts';
import { derivedValues } from './chips/derived.ts';
import { chipWithId, isUnused, titleOfChip } from './chips.ts';
import { nameChannels } from './name-channels.ts';

/** A virtual channel that the driver computes, of raw bytes. */
export interface DerivedChannel extends DerivedValue {
  definition: ChannelDefinition;
}

export interface ChipChannels {
  /** One per chip, by the instrument's channel number; undefined for one that is unused and not to be shown. */
  channels: (ChannelDefinition | undefined)[];
  /** The virtual ones that are computed of the raw bytes of several channels: a driver gives their samples itself. */
  derived: DerivedChannel[];
  /** Those that are shown, those derived, and the virtual ones that are computed of their magnitudes. */
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
      return { quantity: chip?.quantity ?? 'raw', chip, title: titleOfChip(id), unit: '' };
    }),
  );
  const byChannel = new Map(shown.map(({ channel }, place) => [channel, channels[place]]));
  const derived = nameDerived(derivedValues(chips), new Set(all.map(({ label }) => label)));
  return {
    channels: chips.map((_, channel) => byChannel.get(channel)),
    derived,
    all: [...all, ...derived.map(({ definition }) => definition)],
  };
}

/** Named after the channels that the instrument has of the same kind: `illuminance_2` where there is one. */
function nameDerived(values: readonly DerivedValue[], taken: Set<string>): DerivedChannel[] {
  return values.map((value) => {
    let label: string = value.quantity;
    for (let count = 2; taken.has(label); count += 1) label = `${value.quantity}_${count}`;
    taken.add(label);
    return { ...value, definition: channelOf(value.quantity, true, label) };
  });
}

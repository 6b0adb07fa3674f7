/** Channels of a device in USB mode that is not in the catalog, from its chips. */
import type { ChannelDefinition } from '../../contract/index.ts';
import { channelOf } from '../../devices/quantities.ts';
import { type DerivedValue, derivedValues } from './chips/derived.ts';
import { chipWithId, isUnused, titleOfChip } from './chips.ts';
import { freeName, nameChannels } from './name-channels.ts';

/** A virtual channel that the driver computes from raw bytes. */
export interface DerivedChannel extends DerivedValue {
  definition: ChannelDefinition;
}

export interface ChipChannels {
  /** One per chip, by channel number; undefined for an unused one that is not shown. */
  channels: (ChannelDefinition | undefined)[];
  /** Virtual channels from the raw bytes of several channels; a driver emits their samples itself. */
  derived: DerivedChannel[];
  /** Shown channels, derived ones, and virtual ones computed from their magnitudes. */
  all: ChannelDefinition[];
}

/**
 * Uses the same names as the columns of these chips on the serial line (`name-channels.ts`).
 * @param chips the chip IDs, by channel number
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

/** Numbered after the device's own channels of the same quantity. */
function nameDerived(values: readonly DerivedValue[], taken: Set<string>): DerivedChannel[] {
  return values.map((value) => {
    const label = freeName(value.quantity, taken);
    taken.add(label);
    return { ...value, definition: channelOf(value.quantity, true, label) };
  });
}

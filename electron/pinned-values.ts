import { type ChannelRef, DisplayUnits, parseChannelPath } from '../service/contract/index.ts';
import { describeChannel } from '../service/devices/describe-channel.ts';
import type { Service } from '../service/service.ts';

/** A pinned channel in the tray. */
export interface PinnedValue {
  channel: ChannelRef;
  /** `Cold room, Temperature: 24.87 °C`. */
  line: string;
}

/** Shown for disconnected devices and those without data, instead of an old value. */
const NO_DATA = 'No data';

export type ValueSource = Pick<Service, 'names' | 'settings' | 'registry' | 'computed'>;

/** The current values of the pinned channels, in the user's order, formatted as in the window. */
export function pinnedValues(source: ValueSource): PinnedValue[] {
  const { pinned_channels: paths } = source.settings.get();
  return paths.flatMap((path) => {
    const channel = parseChannelPath(path);
    return channel ? [{ channel, line: lineOf(channel, source) }] : [];
  });
}

function lineOf(ref: ChannelRef, source: ValueSource): string {
  const { channel, device } = describeChannel(ref, source);
  const name = ref.family === 'computed' ? channel : `${device || ref.serial}, ${channel}`;
  return `${name}: ${formatPinned(ref, source)}`;
}

function formatPinned({ family, serial, channel }: ChannelRef, { registry, settings, computed }: ValueSource): string {
  const device = registry.get({ family, serial });
  const reading = device?.readings.get(channel);
  if (!device || !reading || device.state === 'silent') return NO_DATA;
  const storedUnit = device.description.product.channels[channel]?.unit ?? '';
  const unit = new DisplayUnits(settings.get().display_units).of(storedUnit);
  const own = family === 'computed' ? computed.list().find(({ id }) => id === serial) : undefined;
  const figures = unit.format(reading.value?.magnitude ?? null, own?.computed.decimals ?? channel);
  return reading.value ? `${figures} ${unit.unit}` : figures;
}

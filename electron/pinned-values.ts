import { DisplayUnits } from '../renderer/data/units/display-units.ts';
import { type ChannelRef, parseChannelPath } from '../service/contract/index.ts';
import { describeChannel, type NameSource } from './describe-alarm.ts';

/** A pinned channel in the tray. */
export interface PinnedValue {
  channel: ChannelRef;
  /** `Cold room, Temperature: 24.87 °C`. */
  line: string;
}

/** Shown for disconnected devices and those without data, instead of an old value. */
const NO_DATA = 'No data';

/** The current values of the pinned channels, in the user's order, formatted as in the window. */
export function pinnedValues(names: NameSource): PinnedValue[] {
  const { pinned_channels: paths } = names.settings.get();
  return paths.flatMap((path) => {
    const channel = parseChannelPath(path);
    return channel ? [{ channel, line: lineOf(channel, names) }] : [];
  });
}

function lineOf(ref: ChannelRef, names: NameSource): string {
  const { channel, device } = describeChannel(ref, names);
  const name = ref.family === 'computed' ? channel : `${device || ref.serial}, ${channel}`;
  return `${name}: ${formatPinned(ref, names)}`;
}

function formatPinned({ family, serial, channel }: ChannelRef, { registry, settings }: NameSource): string {
  const device = registry.get({ family, serial });
  const reading = device?.readings.get(channel);
  if (!device || !reading || device.state === 'silent') return NO_DATA;
  const storedUnit = device.description.product.channels[channel]?.unit ?? '';
  const unit = new DisplayUnits(settings.get().display_units).of(storedUnit);
  const figures = unit.format(reading.value?.magnitude ?? null, channel);
  return reading.value ? `${figures} ${unit.unit}` : figures;
}

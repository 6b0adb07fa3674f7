/** Labels of channels: what a device itself calls them. Shared by service and GUI. */
import type { ChannelDefinition } from './devices.ts';

/** The longest label, in characters. */
export const MAX_LABEL = 60;

/** A device's labels by channel; a channel without one is left out. */
export type ChannelLabels = Readonly<Record<string, string>>;

/**
 * The label that tells a channel from others of its device: where several have the same description, and where that says
 * nothing of what is measured. Empty where the description does alone, or the device gives no label.
 */
export function distinctLabel(
  channels: Readonly<Record<string, ChannelDefinition>>,
  labels: ChannelLabels,
  channel: string,
): string {
  const label = Object.hasOwn(labels, channel) ? (labels[channel] ?? '') : '';
  const definition = Object.hasOwn(channels, channel) ? channels[channel] : undefined;
  if (label === '' || !definition) return '';
  if (definition.type === 'Raw') return label;
  const sharing = Object.values(channels).filter(({ description }) => description === definition.description);
  return sharing.length > 1 ? label : '';
}

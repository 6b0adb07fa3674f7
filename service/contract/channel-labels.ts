/** Labels that a device reports for its channels. Shared by service and window. */
import type { ChannelDefinition } from './devices.ts';

/** Maximum length of a label, in characters. */
export const MAX_LABEL = 60;

/** Labels by channel; a channel without one is absent. */
export type ChannelLabels = Readonly<Record<string, string>>;

/**
 * The label that distinguishes a channel from others of its device: where several have the same description, and where
 * the description does not name a quantity. Otherwise empty.
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

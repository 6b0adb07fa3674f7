/** Makes the channel labels of devices, which come from outside, fit for display. */
import { type ChannelLabels, MAX_LABEL } from '../contract/index.ts';
import { escapeControlCharacters } from '../support/control-characters.ts';

/** On one line, without control characters and direction marks, and shortened to `most`. */
export function labelText(text: string, most = MAX_LABEL): string {
  const line = escapeControlCharacters(text, () => ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

/**
 * Labels of channels from the device's own names. Equal names are numbered: `Type-K Thermocouple 2`.
 * @param named pairs of channel and text, in the device's order; a channel with an empty text gets no label
 */
export function channelLabels(named: readonly (readonly [channel: string, text: string])[]): ChannelLabels {
  const labels = named
    .map(([channel, text]) => [channel, labelText(text)] as const)
    .filter(([, label]) => label !== '');
  const counts = new Map<string, number>();
  const total = Map.groupBy(labels, ([, label]) => label);
  return Object.fromEntries(
    labels.map(([channel, label]) => {
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      const number = ` ${count}`;
      return [channel, total.get(label)?.length === 1 ? label : labelText(label, MAX_LABEL - number.length) + number];
    }),
  );
}

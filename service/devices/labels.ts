/** Labels of channels as devices give them: texts from outside, made fit to be shown. */
import { type ChannelLabels, MAX_LABEL } from '../contract/index.ts';
import { escapeControlCharacters } from '../support/control-characters.ts';

/** A text as a label: on one line, without control characters and what turns the direction of writing, and bounded. */
export function labelText(text: string, most = MAX_LABEL): string {
  const line = escapeControlCharacters(text, () => ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

/**
 * The labels of channels, from what the device calls them; those called the same are numbered: `Type-K Thermocouple 2`.
 * @param named channel and text two and two, in the device's order; a channel whose text is empty has no label
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

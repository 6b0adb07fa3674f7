/** The channels that show a corrected channel's values before the correction. The contract has none of them. */
import {
  type ChannelDefinition,
  type ChannelLabels,
  distinctLabel,
  MAX_LABEL,
  type Product,
  UNCORRECTED_SUFFIX,
} from '../contract/index.ts';
import type { Correctors } from './types.ts';

/** The name of the channel with the values of `channel` before its correction. */
export function uncorrectedName(channel: string): string {
  return `${channel}${UNCORRECTED_SUFFIX}`;
}

/** Added to a channel's description and label. */
const UNCORRECTED = ', uncorrected';

/** The corrected channel of an uncorrected one; undefined for another name. */
function correctedName(channel: string): string | undefined {
  return channel.endsWith(UNCORRECTED_SUFFIX) ? channel.slice(0, -UNCORRECTED_SUFFIX.length) : undefined;
}

function uncorrectedDefinition(definition: ChannelDefinition): ChannelDefinition {
  const description = `${definition.description}${UNCORRECTED}`;
  return { ...definition, label: uncorrectedName(definition.label), description };
}

/** Those that apply to a product: of its real channels, in the same unit. Undefined if there are none. */
export function applicableCorrectors(
  { channels }: Product,
  correctors: Correctors | undefined,
): Correctors | undefined {
  if (!correctors) return undefined;
  const applicable = [...correctors].filter(([channel, { unit }]) => {
    const definition = channels[channel];
    return definition?.unit === unit && !definition.details.virtual && !channels[uncorrectedName(channel)];
  });
  return applicable.length > 0 ? new Map(applicable) : undefined;
}

/** The product with an uncorrected channel for each correction, after the others. */
export function withUncorrected(product: Product, correctors: Correctors | undefined): Product {
  if (!correctors) return product;
  const added = [...correctors.keys()].flatMap((channel) => {
    const definition = product.channels[channel];
    return definition ? [uncorrectedDefinition(definition)] : [];
  });
  const channels = { ...product.channels, ...Object.fromEntries(added.map((one) => [one.label, one])) };
  return { ...product, channels };
}

/** The labels of a device with those of its uncorrected channels. */
export function withUncorrectedLabels(labels: ChannelLabels, uncorrected: Iterable<string>): ChannelLabels {
  const added = [...uncorrected].flatMap((channel) => {
    const label = labels[correctedName(channel) ?? ''];
    return label === undefined ? [] : [[channel, uncorrectedLabel(label)] as const];
  });
  return { ...labels, ...Object.fromEntries(added) };
}

function uncorrectedLabel(label: string): string {
  return label.slice(0, MAX_LABEL - UNCORRECTED.length) + UNCORRECTED;
}

/** How a channel of a product is stored. */
export interface ChannelText {
  readonly unit: string;
  readonly description: string;
  /** Empty if the channel needs none, as of `distinctLabel`. */
  readonly label: string;
  /** Its place among the channels of the device; -1 for an unknown channel. */
  readonly order: number;
}

/** Of a channel of the product, or of the uncorrected one of such a channel, now or earlier. */
export function channelText({ channels }: Product, labels: ChannelLabels, channel: string): ChannelText {
  const corrected = channels[channel] ? undefined : correctedName(channel);
  const definition = channels[corrected ?? channel];
  const label = distinctLabel(channels, labels, corrected ?? channel);
  const names = Object.keys(channels);
  const order = names.indexOf(corrected ?? channel);
  if (corrected === undefined || !definition) {
    return { unit: definition?.unit ?? '', description: definition?.description ?? '', label, order };
  }
  const { unit, description } = uncorrectedDefinition(definition);
  return { unit, description, label: label && uncorrectedLabel(label), order: names.length + order };
}

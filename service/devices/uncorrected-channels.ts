/** The channels that show a corrected channel's values before the correction. The contract has none of them. */
import { type ChannelDefinition, type Product, UNCORRECTED_SUFFIX } from '../contract/index.ts';
import type { Correctors } from './types.ts';

/** The name of the channel with the values of `channel` before its correction. */
export function uncorrectedName(channel: string): string {
  return `${channel}${UNCORRECTED_SUFFIX}`;
}

function uncorrectedDefinition(definition: ChannelDefinition): ChannelDefinition {
  const description = `${definition.description}, uncorrected`;
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

/** The known products. The facts are data (`catalogue.json`); docs/instruments.md gives the confidence of each one. */
import * as z from 'zod';
import type { ChannelDefinition, Product } from '../contract/index.ts';
import facts from './catalogue.json' with { type: 'json' };

/** The manufacturer of the catalog's products, spelled as it spells its name. */
export const VENDOR = 'Dracal technologies inc.';

const catalogueChannelSchema = z.strictObject({
  label: z.string(),
  description: z.string(),
  type: z.string(),
  unit: z.string(),
  virtual: z.boolean(),
  /** The column of the serial line protocol with this channel: its unit, and its title if known. */
  column: z.strictObject({ title: z.string().optional(), unit: z.string() }).optional(),
  /** Chips that can measure the channel, as hexadecimal IDs of the USB protocol. */
  chips: z.array(z.string()),
});
export type CatalogueChannel = z.infer<typeof catalogueChannelSchema>;

const catalogueEntrySchema = z.strictObject({
  /** The product string that the device reports. */
  name: z.string(),
  /** Source of the entry: the manufacturer's documents, a device in use, or a conclusion. */
  confidence: z.enum(['documented', 'observed', 'inferred']),
  productId: z.string().optional(),
  channels: z.array(catalogueChannelSchema),
});
export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>;

export const CATALOGUE: readonly CatalogueEntry[] = z.array(catalogueEntrySchema).parse(facts);

/** The names in a product's `info.interfaces`. */
const INTERFACE_NAMES = { usb: 'USB', vcp: 'Virtual COM port' } as const;

/** @param name a product string such as `VCP-PTH450-CAL` */
export function findEntry(name: string): CatalogueEntry | undefined {
  return CATALOGUE.find((entry) => entry.name === name);
}

/**
 * `config.protocol` of a product string: the supported protocols, not the current one. Both for `VCP-` products, only
 * USB for all others (docs/hardware.md#product-names).
 */
export function protocolsOf(name: string): Record<string, boolean> {
  return { usb: true, vcp: name.startsWith('VCP-') };
}

/** A product in the contract's form. The model is the name at revision 1, the only one known. */
export function createProduct(name: string, vendor: string, channels: readonly ChannelDefinition[]): Product {
  const protocols = protocolsOf(name);
  const interfaces = Object.fromEntries(Object.entries(INTERFACE_NAMES).filter(([protocol]) => protocols[protocol]));
  return {
    channels: Object.fromEntries(channels.map((channel) => [channel.label, channel])),
    info: { interfaces, name, sku: name, vendor },
    model: `${name}/v1`,
  };
}

export function productOf(entry: CatalogueEntry): Product {
  return createProduct(entry.name, VENDOR, entry.channels.map(definitionOf));
}

function definitionOf({ label, description, type, unit, virtual }: CatalogueChannel): ChannelDefinition {
  return { description, details: { virtual }, label, type, unit };
}

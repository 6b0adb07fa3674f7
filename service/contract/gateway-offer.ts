/** Other Mensuras that say on the local network through which broker they can be seen. */
import * as z from 'zod';

/** The most offers that are kept and answered. */
export const MAX_OFFERS = 200;

export const gatewayOfferSchema = z
  .strictObject({
    installation: z
      .string()
      .regex(/^MS[0-9A-Z]{10}$/)
      .meta({ description: 'The id of the Mensura that offers it.', example: 'MS4K7Q2M9XWA' }),
    host: z.string().meta({ description: "The broker's host, as it is configured there." }),
    port: z.int().min(1).max(65_535).meta({ description: "The broker's port." }),
    ssl: z.boolean().meta({ description: 'Whether it is reached with TLS.' }),
    prefix: z.string().meta({ description: 'The name under which it publishes.', example: 'fleet/hall-2' }),
  })
  .meta({ id: 'GatewayOffer' });
/** What one Mensura says of itself, unproved: anybody on the network can say it. */
export type GatewayOffer = z.infer<typeof gatewayOfferSchema>;

export const gatewayOffersSchema = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'Whether discovery is switched on.' }),
    offers: z.array(gatewayOfferSchema).max(MAX_OFFERS).meta({
      description: 'By prefix, then host, port and installation. Empty while discovery is switched off.',
    }),
  })
  .meta({ id: 'GatewayOffers' });
export type GatewayOffers = z.infer<typeof gatewayOffersSchema>;

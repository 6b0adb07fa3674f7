/** Offers of other Mensura installations on the local network. */
import * as z from 'zod';

/** Maximum offers that are stored and returned. */
export const MAX_OFFERS = 200;

export const gatewayOfferSchema = z
  .strictObject({
    installation: z
      .string()
      .regex(/^MS[0-9A-Z]{10}$/)
      .meta({ description: 'ID of the Mensura installation that sends the offer.', example: 'MS4K7Q2M9XWA' }),
    host: z.string().meta({ description: 'Broker host, as configured by that installation.' }),
    port: z.int().min(1).max(65_535).meta({ description: 'Broker port.' }),
    ssl: z.boolean().meta({ description: 'Whether the broker uses TLS.' }),
    prefix: z.string().meta({ description: 'Topic prefix of that installation.', example: 'fleet/hall-2' }),
  })
  .meta({ id: 'GatewayOffer' });
/** The claim of another computer, not verified: anyone on the network can send it. */
export type GatewayOffer = z.infer<typeof gatewayOfferSchema>;

export const gatewayOffersSchema = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'Whether discovery is on.' }),
    offers: z.array(gatewayOfferSchema).max(MAX_OFFERS).meta({
      description: 'Sorted by prefix, host, port and installation. Empty while discovery is off.',
    }),
  })
  .meta({ id: 'GatewayOffers' });
export type GatewayOffers = z.infer<typeof gatewayOffersSchema>;

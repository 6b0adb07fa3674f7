/** `/app/v1/gateways/offers`: other Mensura installations on the local network. */
import type { OfferSource } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';

/** Must come before the routes with an ID in place of `offers`. */
export function offerRoutes(discovery: OfferSource): Resource[] {
  return [{ path: '/app/v1/gateways/offers', get: (_request, response) => sendJson(response, discovery.offers()) }];
}

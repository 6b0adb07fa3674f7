/** `/app/v1/gateways/offers`: other Mensuras that say on the local network where they can be seen. */

import type { OfferSource } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';

/** Comes before the routes that take an id in the place of `offers`. */
export function offerRoutes(discovery: OfferSource): Resource[] {
  return [{ path: '/app/v1/gateways/offers', get: (_request, response) => sendJson(response, discovery.offers()) }];
}

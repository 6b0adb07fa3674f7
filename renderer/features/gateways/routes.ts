/** The hash routes of the Gateways page. */
import type { GatewayConfig } from '../../../service/contract/index.ts';
import { routeText } from '../../data/format/route-text.ts';

export const GATEWAYS_ROUTE = '/gateways';

/** A plus sign stands for itself here alone: an id's own is always encoded, so none can be taken for these. */
export const NEW_GATEWAY_ROUTE = `${GATEWAYS_ROUTE}/+new`;
export const NEW_REMOTE_ROUTE = `${NEW_GATEWAY_ROUTE}/mqtt`;

export type GatewayTarget =
  | { kind: 'none' }
  /** A new one, for which this kind is chosen at first. */
  | { kind: 'new'; of: GatewayConfig['kind'] }
  | { kind: 'gateway'; id: string };

/** The route of a gateway. */
export function gatewayRoute(id: string): string {
  return `${GATEWAYS_ROUTE}/${encodeURIComponent(id)}`;
}

/** @param route as the address has it, not decoded */
export function gatewayTarget(route: string): GatewayTarget {
  if (route === NEW_GATEWAY_ROUTE) return { kind: 'new', of: 'sensgate' };
  if (route === NEW_REMOTE_ROUTE) return { kind: 'new', of: 'mqtt' };
  const id = route.startsWith(`${GATEWAYS_ROUTE}/`) ? routeText(route.slice(GATEWAYS_ROUTE.length + 1)) : '';
  return id === '' ? { kind: 'none' } : { kind: 'gateway', id };
}

import type { GatewayConfig } from '../../../service/contract/index.ts';
import { routeBelow, routeText } from '../../data/format/route-text.ts';

export const GATEWAYS_ROUTE = '/gateways';

/** IDs are always encoded, so no ID can contain this plus sign. */
export const NEW_GATEWAY_ROUTE = `${GATEWAYS_ROUTE}/+new`;
export const NEW_REMOTE_ROUTE = `${NEW_GATEWAY_ROUTE}/mqtt`;

export type GatewayTarget =
  | { kind: 'none' }
  | { kind: 'new'; of: GatewayConfig['kind'] }
  | { kind: 'gateway'; id: string };

export function gatewayRoute(id: string): string {
  return `${GATEWAYS_ROUTE}/${encodeURIComponent(id)}`;
}

/** @param route not decoded */
export function gatewayTarget(route: string): GatewayTarget {
  if (route === NEW_GATEWAY_ROUTE) return { kind: 'new', of: 'sensgate' };
  if (route === NEW_REMOTE_ROUTE) return { kind: 'new', of: 'mqtt' };
  const id = routeText(routeBelow(route, GATEWAYS_ROUTE));
  return id === '' ? { kind: 'none' } : { kind: 'gateway', id };
}

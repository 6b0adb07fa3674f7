import { routeBelow, routeText } from '../../data/format/route-text.ts';

export const NOTIFICATIONS_ROUTE = '/notifications';

/** IDs are always encoded, so no ID can contain this plus sign. */
export const NEW_DESTINATION_ROUTE = `${NOTIFICATIONS_ROUTE}/+new`;
const COPY_ROUTE = `${NOTIFICATIONS_ROUTE}/+copy`;

export type DestinationTarget =
  | { kind: 'none' }
  | { kind: 'new' }
  /** A duplicate of this destination. */
  | { kind: 'copy'; id: string }
  | { kind: 'destination'; id: string };

export function destinationRoute(id: string): string {
  return `${NOTIFICATIONS_ROUTE}/${encodeURIComponent(id)}`;
}

export function copyDestinationRoute(id: string): string {
  return `${COPY_ROUTE}/${encodeURIComponent(id)}`;
}

/** @param route not decoded */
export function destinationTarget(route: string): DestinationTarget {
  if (route === NEW_DESTINATION_ROUTE) return { kind: 'new' };
  const isCopy = route.startsWith(`${COPY_ROUTE}/`);
  const id = routeText(routeBelow(route, isCopy ? COPY_ROUTE : NOTIFICATIONS_ROUTE));
  return id === '' ? { kind: 'none' } : { kind: isCopy ? 'copy' : 'destination', id };
}

import { routeBelow, routeText } from '../../data/format/route-text.ts';

export const MQTT_ROUTE = '/mqtt';

/** Identifiers are always encoded, so none can contain this plus sign. */
export const NEW_ROUTE = `${MQTT_ROUTE}/+new`;
const COPY_ROUTE = `${MQTT_ROUTE}/+copy`;

export type MqttTarget =
  | { kind: 'none' }
  | { kind: 'new' }
  /** A duplicate of this client. */
  | { kind: 'copy'; identifier: string }
  | { kind: 'client'; identifier: string };

export function clientRoute(identifier: string): string {
  return `${MQTT_ROUTE}/${encodeURIComponent(identifier)}`;
}

export function copyRoute(identifier: string): string {
  return `${COPY_ROUTE}/${encodeURIComponent(identifier)}`;
}

/** @param route not decoded */
export function mqttTarget(route: string): MqttTarget {
  if (route === NEW_ROUTE) return { kind: 'new' };
  const isCopy = route.startsWith(`${COPY_ROUTE}/`);
  const identifier = routeText(routeBelow(route, isCopy ? COPY_ROUTE : MQTT_ROUTE));
  return identifier === '' ? { kind: 'none' } : { kind: isCopy ? 'copy' : 'client', identifier };
}

/** The hash routes of the MQTT page. */
import { routeText } from '../../data/format/route-text.ts';

export const MQTT_ROUTE = '/mqtt';

/** A plus sign stands for itself here alone: an identifier's own is always encoded, so none can be taken for these. */
export const NEW_ROUTE = `${MQTT_ROUTE}/+new`;
const COPY_ROUTE = `${MQTT_ROUTE}/+copy`;

export type MqttTarget =
  | { kind: 'none' }
  | { kind: 'new' }
  /** A new client that begins as a copy of this one. */
  | { kind: 'copy'; identifier: string }
  | { kind: 'client'; identifier: string };

/** The route of a client. */
export function clientRoute(identifier: string): string {
  return `${MQTT_ROUTE}/${encodeURIComponent(identifier)}`;
}

/** The route of a new client that begins as a copy. */
export function copyRoute(identifier: string): string {
  return `${COPY_ROUTE}/${encodeURIComponent(identifier)}`;
}

/** @param route as the address has it, not decoded */
export function mqttTarget(route: string): MqttTarget {
  if (route === NEW_ROUTE) return { kind: 'new' };
  const isCopy = route.startsWith(`${COPY_ROUTE}/`);
  const base = isCopy ? COPY_ROUTE : MQTT_ROUTE;
  const identifier = route.startsWith(`${base}/`) ? routeText(route.slice(base.length + 1)) : '';
  if (identifier === '') return { kind: 'none' };
  return { kind: isCopy ? 'copy' : 'client', identifier };
}

/**
 * Everything here uses members of mqtt.js 5.16.0 that are not in its documentation. package.json pins that version;
 * a newer one needs green tests of this file first.
 */
import type { IStore, MqttClient } from 'mqtt';
import type { OnAcknowledged } from './in-flight-state.ts';

/**
 * Reports what becomes of messages that an earlier connection sent. The library finds them in its outgoing store and
 * repeats them, but has no callback for them. Call it before `connect`.
 * @param ids packet identifiers
 */
export function watchRedelivery(client: MqttClient, ids: Iterable<number>, onAcknowledged: OnAcknowledged): void {
  for (const id of ids) client.outgoing[id] = { volatile: false, cmd: 'publish', cb: onAcknowledged };
}

/** Repeats nothing on this connection: the broker has no session. Call it before the library handles CONNACK. */
export function discardRedelivery(client: MqttClient, store: IStore): void {
  client.outgoing = {};
  client.outgoingStore = store;
}

/**
 * Adopts the broker's keep-alive where the client has none: MQTT 5.0, 3.2.2.3.14 demands it, the library adopts it only
 * in place of one of its own. Call it before the library handles CONNACK.
 * @param seconds 1 to 65,535
 */
export function adoptKeepAlive(client: MqttClient, seconds: number): void {
  if (client.options.keepalive === 0) client.options.keepalive = seconds;
}

/** Replaces what the library does about a missing PINGRESP: an error that only its text tells from others. */
export function onKeepAliveTimeout(client: MqttClient, listener: () => void): void {
  client.onKeepaliveTimeout = listener;
}

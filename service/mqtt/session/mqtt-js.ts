/**
 * Uses undocumented members of mqtt.js 5.16.0, which package.json pins: before an upgrade, the tests of this file
 * must pass with the newer version.
 */
import type { IStore, MqttClient } from 'mqtt';
import type { OnAcknowledged } from './message-ids.ts';

/**
 * Reports the results of messages that an earlier connection sent: the library repeats them from its outgoing store,
 * but has no callback for them. Call it before `connect`.
 * @param ids packet identifiers
 */
export function watchRedelivery(client: MqttClient, ids: Iterable<number>, onAcknowledged: OnAcknowledged): void {
  for (const id of ids) client.outgoing[id] = { volatile: false, cmd: 'publish', cb: onAcknowledged };
}

/** Prevents repetition, since the broker has no session. Call it before the library handles CONNACK. */
export function discardRedelivery(client: MqttClient, store: IStore): void {
  client.outgoing = {};
  client.outgoingStore = store;
}

/**
 * Adopts the broker's keep-alive if the client has none: MQTT 5.0, 3.2.2.3.14 requires it; the library only replaces
 * a keep-alive of its own. Call it before the library handles CONNACK.
 * @param seconds 1 to 65,535
 */
export function adoptKeepAlive(client: MqttClient, seconds: number): void {
  if (client.options.keepalive === 0) client.options.keepalive = seconds;
}

/** Replaces the library's reaction to a missing PINGRESP: an error that differs from others only in its text. */
export function onKeepAliveTimeout(client: MqttClient, listener: () => void): void {
  client.onKeepaliveTimeout = listener;
}

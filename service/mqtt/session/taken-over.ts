import { type ConnectionContext, type Failure, failure, formatEndpoint } from './failure.ts';

/**
 * The likely cause if the broker accepts and soon closes each connection: two clients share a client ID (MQTT 3.1.1,
 * 3.1.4-2). Before MQTT 5 it cannot send a reason, and Mosquitto 2.0 does not in MQTT 5 either. A guess, so retries
 * continue as after any loss.
 * @param times minimum of consecutive connections that ended so
 */
export function takeoverFailure(place: ConnectionContext, times: number): Failure {
  const text = `The broker on ${formatEndpoint(place)} closed the last ${times} connections shortly after accepting them. Another client probably uses the client ID ${place.clientId}.`;
  const remedy = 'Use a unique client ID for each client. If no other client uses it, see the broker log.';
  return failure('taken-over', text, remedy, { lasting: false });
}

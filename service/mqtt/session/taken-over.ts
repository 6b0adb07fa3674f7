import { type ConnectionContext, type Failure, failure, formatEndpoint } from './failure.ts';

/**
 * What it looks like when two clients share a client id: the broker takes each connection and soon closes it for the
 * other's (MQTT 3.1.1, 3.1.4-2). Before MQTT 5 it cannot say why, and Mosquitto 2.0 does not say it in MQTT 5 either.
 * A guess: it is tried again as after any loss.
 * @param times connections in a row that ended so, at least
 */
export function seemsTakenOver(place: ConnectionContext, times: number): Failure {
  const text = `The broker on ${formatEndpoint(place)} closed the last ${times} connections shortly after accepting them. Another client probably uses the client ID ${place.clientId}.`;
  const remedy = 'Use a unique client ID for each client. If no other client uses it, see the broker log.';
  return failure('taken-over', text, remedy, { lasting: false });
}

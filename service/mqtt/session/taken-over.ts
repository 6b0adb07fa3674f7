import { at, type Failure, failure, type Place } from './failure.ts';

/**
 * What it looks like when two clients share a client id: the broker takes each connection and soon closes it for the
 * other's (MQTT 3.1.1, 3.1.4-2). Before MQTT 5 it cannot say why, and Mosquitto 2.0 does not say it in MQTT 5 either.
 * A guess: it is tried again as after any loss.
 * @param times connections in a row that ended so, at least
 */
export function seemsTakenOver(place: Place, times: number): Failure {
  const text = `The broker on ${at(place)} took the last ${times} connections and soon closed each: another client seems to use the client id ${place.clientId} too.`;
  const remedy = "Give every client its own client id. If there is no other, the broker's log says why it closes them.";
  return failure('taken-over', text, remedy, { lasting: false });
}

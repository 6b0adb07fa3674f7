import { at, type Failure, failure, type Place } from './failure.ts';

/**
 * What it looks like when two clients share a client id before MQTT 5: the broker takes each connection and soon closes
 * it for the other's, without a word (MQTT 3.1.1, 3.1.4-2). A guess: it is tried again as after any loss.
 * @param times connections in a row that ended so
 */
export function seemsTakenOver(reason: Failure, place: Place, times: number): Failure {
  // MQTT 5 brokers say it themselves.
  if (place.version === 5) return reason;
  const text = `The broker on ${at(place)} took the last ${times} connections and soon closed each: another client seems to use the client id ${place.clientId} too.`;
  const remedy = "Give every client its own client id. If there is no other, the broker's log says why it closes them.";
  return failure('taken-over', text, remedy, { lasting: false });
}

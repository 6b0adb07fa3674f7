/** Finds the message on which a broker closes the connection: MQTT 3 has no other refusal (MQTT 3.1.1, 3.3.5). */
import type { PublishRequest } from '../types.ts';
import { type ConnectionContext, type Failure, failure, formatEndpoint } from './failure.ts';

/** State of a connection that the broker closed soon. */
export interface SuspectState {
  /** The oldest unacknowledged message. */
  message: PublishRequest;
  /** The broker acknowledged others on this connection. */
  hasAcknowledged: boolean;
  /** Nothing else was in flight. */
  isAlone: boolean;
}

/**
 * `blocked`: the limit of consecutive connections ended on the same message. `refused`: in addition, the broker
 * acknowledged others on each, so it works; and on all but the first two the message was alone in flight, so their
 * number is not the cause. The broker refuses this message.
 */
export type PoisonResult = 'none' | 'blocked' | 'refused';

/** Consecutive connections after which a message is suspected and sent alone. */
const SUSPECTED_AFTER = 2;

/** A message that is taken again may be another object. */
export function isSameMessage(one: PublishRequest | undefined, other: PublishRequest | undefined): boolean {
  return one?.topic === other?.topic && one?.payload === other?.payload;
}

export class PoisonMessageDetector {
  readonly #limit: number;
  #message: PublishRequest | undefined;
  #times = 0;
  #isProven = true;

  /** @param limit of consecutive connections, greater than SUSPECTED_AFTER */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The message to send alone; undefined if none is suspected. */
  get suspect(): PublishRequest | undefined {
    return this.#times >= SUSPECTED_AFTER ? this.#message : undefined;
  }

  /** @param left undefined for a connection that ended otherwise, or left nothing */
  judge(left: SuspectState | undefined): PoisonResult {
    if (!left || !isSameMessage(left.message, this.#message)) {
      this.#message = left?.message;
      this.#times = 0;
      this.#isProven = true;
    }
    if (!left) return 'none';
    this.#times += 1;
    this.#isProven &&= left.hasAcknowledged && (left.isAlone || this.#times <= SUSPECTED_AFTER);
    if (this.#times < this.#limit) return 'none';
    return this.#isProven ? 'refused' : 'blocked';
  }
}

/** @param times minimum of consecutive connections that ended so */
export function closedAfterPublish({ topic }: PublishRequest, place: ConnectionContext, times: number): Failure {
  const text = `The broker on ${formatEndpoint(place)} closed the last ${times} connections without acknowledging the message to ${topic}.`;
  const remedy =
    'The account may not be permitted to publish to this topic, or the message may be too large; see the broker log. With MQTT 5.0, the broker can reject such a message without closing the connection.';
  return failure('connection-lost', text, remedy);
}

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

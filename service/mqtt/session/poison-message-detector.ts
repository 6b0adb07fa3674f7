/** Finds the message that a broker answers by closing the connection, which is all that one of MQTT 3 can do (MQTT 3.1.1, 3.3.5). */
import type { PublishRequest } from '../types.ts';
import { type ConnectionContext, type Failure, failure, formatEndpoint } from './failure.ts';

/** What a connection left that the broker soon closed. */
export interface Unconfirmed {
  /** The oldest message without an answer. */
  message: PublishRequest;
  /** The broker confirmed others on this connection. */
  hasConfirmed: boolean;
  /** Nothing else was on its way. */
  isAlone: boolean;
}

/**
 * `blocked`: so many connections in a row ended on the same message. `refused`: besides, on each of them the broker
 * confirmed others, so it is no broker that fails; and on all but the first two nothing else was on its way, so it is not
 * how many they are: the message alone is what it does not take.
 */
export type PoisonResult = 'none' | 'blocked' | 'refused';

/** After so many connections in a row a message is suspected, and to be sent alone. */
const SUSPECTED_AFTER = 2;

/** Whether two are the same: what is taken again after a connection may be another object. */
export function isSameMessage(one: PublishRequest | undefined, other: PublishRequest | undefined): boolean {
  return one?.topic === other?.topic && one?.payload === other?.payload;
}

export class PoisonMessageDetector {
  readonly #limit: number;
  #message: PublishRequest | undefined;
  #times = 0;
  #isProven = true;

  /** @param limit connections in a row, more than after which a message is suspected */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What is to be sent alone, to see whether it is that; undefined where nothing is suspected. */
  get suspect(): PublishRequest | undefined {
    return this.#times >= SUSPECTED_AFTER ? this.#message : undefined;
  }

  /** @param left undefined for a connection that ended otherwise, or left nothing */
  judge(left: Unconfirmed | undefined): PoisonResult {
    if (!left || !isSameMessage(left.message, this.#message)) {
      this.#message = left?.message;
      this.#times = 0;
      this.#isProven = true;
    }
    if (!left) return 'none';
    this.#times += 1;
    this.#isProven &&= left.hasConfirmed && (left.isAlone || this.#times <= SUSPECTED_AFTER);
    if (this.#times < this.#limit) return 'none';
    return this.#isProven ? 'refused' : 'blocked';
  }
}

/** @param times connections in a row that ended so, at least */
export function closedAfterPublish({ topic }: PublishRequest, place: ConnectionContext, times: number): Failure {
  const text = `The broker on ${formatEndpoint(place)} closed the last ${times} connections without acknowledging the message to ${topic}.`;
  const remedy =
    'The account may not be permitted to publish to this topic, or the message may be too large; see the broker log. With MQTT 5, the broker can reject such a message without closing the connection.';
  return failure('connection-lost', text, remedy);
}

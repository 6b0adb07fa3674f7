/** Finds the message that a broker answers by closing the connection, which is all that one of MQTT 3 can do (MQTT 3.1.1, 3.3.5). */
import type { Outgoing } from '../parts.ts';
import { at, type Failure, failure, type Place } from './failure.ts';

/** What a connection left that the broker soon closed. */
export interface Unconfirmed {
  /** The oldest message without an answer. */
  message: Outgoing;
  /** The broker confirmed others on this connection. */
  hasConfirmed: boolean;
}

/**
 * `blocked`: so many connections in a row ended on the same message. `refused`: besides, on each of them the broker
 * confirmed others, so it is no broker that fails, and the message alone is what it does not take.
 */
export type Blame = 'none' | 'blocked' | 'refused';

export class Blamed {
  readonly #limit: number;
  #message: Outgoing | undefined;
  #times = 0;
  #othersPass = true;

  /** @param limit connections in a row, 2 or more */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param left undefined for a connection that ended otherwise, or left nothing */
  judge(left: Unconfirmed | undefined): Blame {
    const isSame = left?.message.topic === this.#message?.topic && left?.message.payload === this.#message?.payload;
    if (!isSame || !left) {
      this.#message = left?.message;
      this.#times = 0;
      this.#othersPass = true;
    }
    if (!left) return 'none';
    this.#times += 1;
    this.#othersPass &&= left.hasConfirmed;
    if (this.#times < this.#limit) return 'none';
    return this.#othersPass ? 'refused' : 'blocked';
  }
}

/** @param times connections in a row that ended so, at least */
export function closedOnPublishing({ topic }: Outgoing, place: Place, times: number): Failure {
  const text = `The broker on ${at(place)} closed the last ${times} connections without confirming the message to ${topic}.`;
  const remedy =
    'The account may lack the right to publish there, or the message may be too large: the log of the broker knows. With MQTT 5 a broker can say it, and such a message costs itself alone.';
  return failure('connection-lost', text, remedy);
}

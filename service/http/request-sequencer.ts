/**
 * Processes the requests of one connection in order. Node starts each one as soon as it is read. A response that waits
 * for an earlier one is never notified that its connection has closed, and would hold its resources, such as an event
 * stream, forever.
 */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Maximum waiting requests of one connection; beyond that it is closed. */
const MAX_WAITING = 100;

interface Turn {
  /** The response in progress. */
  response: ServerResponse | undefined;
  waiting: number;
  /** Invalid HTTP followed the last valid request. */
  isBroken: boolean;
}

export class RequestSequencer {
  readonly #turns = new WeakMap<Duplex, Turn>();

  /** Calls `begin` now or in turn; never once the connection has closed. */
  run(response: ServerResponse, handle: () => void): void {
    const { socket } = response.req;
    const turn = this.#turnOf(socket);
    const start = (): void => {
      if (turn.isBroken) return;
      turn.response = response;
      handle();
    };
    // Node assigns the socket to a response when the previous ones have ended.
    if (response.socket) {
      start();
      return;
    }
    turn.waiting += 1;
    if (turn.waiting > MAX_WAITING) socket.destroy();
    response.once('socket', () => {
      turn.waiting -= 1;
      start();
    });
  }

  /**
   * Starts no further request of this connection: the following input is invalid.
   * @returns the response in progress, to a valid request or to the invalid one
   */
  breakOff(socket: Duplex): ServerResponse | undefined {
    const turn = this.#turnOf(socket);
    turn.isBroken = true;
    return turn.response?.writableFinished || turn.response?.destroyed ? undefined : turn.response;
  }

  #turnOf(socket: Duplex): Turn {
    const known = this.#turns.get(socket);
    if (known) return known;
    const turn: Turn = { response: undefined, waiting: 0, isBroken: false };
    this.#turns.set(socket, turn);
    return turn;
  }
}

/**
 * The requests of one connection, one after the other. Node begins each as soon as it has been read, also where the
 * answer to an earlier one of the same connection is still to come; an answer that waits there never hears that its
 * connection was closed. What it holds, as a place among the event streams, would be held for ever.
 */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Most requests that may wait on one connection for the answers before theirs; then it is cut. */
const MAX_WAITING = 100;

interface Turn {
  /** What is being answered. */
  response: ServerResponse | undefined;
  waiting: number;
  /** What came after the last good request was no HTTP. */
  isBroken: boolean;
}

export class RequestSequencer {
  readonly #turns = new WeakMap<Duplex, Turn>();

  /** Begins to answer at once, or when it is its turn; never where the connection is gone by then. */
  take(response: ServerResponse, begin: () => void): void {
    const { socket } = response.req;
    const turn = this.#turnOf(socket);
    const start = (): void => {
      if (turn.isBroken) return;
      turn.response = response;
      begin();
    };
    // Node gives an answer its socket when those before it are done.
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
   * What follows on this connection cannot be read: no further request of it is begun.
   * @returns the answer that is being given, be it to a good request or to the one that cannot be read on
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

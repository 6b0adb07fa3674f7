/**
 * Accepts connections before requests are processed. The event loop accepts one connection per turn. With hundreds of
 * responses in each turn, connections in the system's queue would wait for seconds.
 */

/**
 * Connections in a row from which on responses wait. Below it they do not: a caller who half-closes the connection
 * immediately would lose a delayed response.
 */
const CROWDED_ACCEPTS = 16;

export class AcceptFirst {
  readonly #maxAccepted: number;
  /** Waiting requests: at most one for each connection. */
  #waiting: (() => void)[] = [];
  /** The next check for new connections; undefined while there are none. */
  #nextCheck: NodeJS.Immediate | undefined;
  /** Connections accepted in a row, and their number at the last check. */
  #accepted = 0;
  #seen = 0;

  /**
   * @param maxAccepted connections after which waiting requests are processed. Not a time: on a busy computer it would
   * expire after a few connections.
   */
  constructor(maxAccepted: number) {
    this.#maxAccepted = maxAccepted;
  }

  accepted(): void {
    this.#accepted += 1;
    if (!this.#nextCheck) this.#scheduleCheck();
  }

  /** Processes a request now, or after a turn of the event loop without another connection. */
  schedule(start: () => void): void {
    if (this.#accepted >= CROWDED_ACCEPTS) this.#waiting.push(start);
    else start();
  }

  #scheduleCheck(): void {
    this.#nextCheck = setImmediate(() => {
      const isHeld = this.#accepted > this.#seen && this.#accepted < this.#maxAccepted;
      this.#seen = this.#accepted;
      if (isHeld) this.#scheduleCheck();
      else this.#release();
    });
  }

  #release(): void {
    this.#nextCheck = undefined;
    this.#accepted = 0;
    this.#seen = 0;
    // Separately, so that one that throws does not block the others.
    for (const start of this.#waiting) setImmediate(start);
    this.#waiting = [];
  }
}

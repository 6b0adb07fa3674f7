/**
 * Accepts connections before it answers requests. The event loop accepts one connection each time around; where it
 * answers hundreds of requests each time too, those who wait in the system's queue wait for seconds.
 */

/**
 * So many connections that come in a row are a crowd. Answers do not wait for fewer: a caller who closes its half at
 * once would lose an answer that is not given at once.
 */
const CROWD = 16;

export class AcceptFirst {
  readonly #maxAccepted: number;
  /** Answers that wait: one for each connection at most. */
  #waiting: (() => void)[] = [];
  /** The next look whether connections still come; undefined while none do. */
  #look: NodeJS.Immediate | undefined;
  /** Connections that were accepted in a row, and how many of them at the last look. */
  #accepted = 0;
  #seen = 0;

  /**
   * @param maxAccepted for so many connections answers wait; then they are given, though further ones come. Not for a
   * time: on a busy computer it would pass with a few of them
   */
  constructor(maxAccepted: number) {
    this.#maxAccepted = maxAccepted;
  }

  /** A connection was accepted: there may be more. */
  accepted(): void {
    this.#accepted += 1;
    if (!this.#look) this.#lookAgain();
  }

  /** Answers at once, or when the event loop went around without another connection of a crowd. */
  answer(begin: () => void): void {
    if (this.#accepted >= CROWD) this.#waiting.push(begin);
    else begin();
  }

  #lookAgain(): void {
    this.#look = setImmediate(() => {
      const isHeld = this.#accepted > this.#seen && this.#accepted < this.#maxAccepted;
      this.#seen = this.#accepted;
      if (isHeld) this.#lookAgain();
      else this.#release();
    });
  }

  #release(): void {
    this.#look = undefined;
    this.#accepted = 0;
    this.#seen = 0;
    // Each by itself: one that throws does not keep the others waiting.
    for (const begin of this.#waiting) setImmediate(begin);
    this.#waiting = [];
  }
}

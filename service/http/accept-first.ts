/**
 * Accepts connections before it answers requests. The event loop accepts one connection each time around; where it
 * answers hundreds of requests each time too, those who wait in the system's queue wait for seconds.
 */

/** How long answers wait for connections that keep coming, in milliseconds; then they are given all the same. */
const MAX_HOLD_MS = 20;

export class AcceptFirst {
  /** Answers that wait: one for each connection at most. */
  #waiting: (() => void)[] = [];
  /** The next look whether connections still come; undefined while none do. */
  #look: NodeJS.Immediate | undefined;
  #since = 0;
  /** Whether a connection was accepted since the last look. */
  #hasAccepted = false;

  /** A connection was accepted: there may be more. */
  accepted(): void {
    this.#hasAccepted = true;
    if (this.#look) return;
    this.#since = performance.now();
    this.#lookAgain();
  }

  /** Answers at once, or when the event loop went around without another connection. */
  answer(begin: () => void): void {
    if (this.#look) this.#waiting.push(begin);
    else begin();
  }

  #lookAgain(): void {
    this.#look = setImmediate(() => {
      const isHeld = this.#hasAccepted && performance.now() - this.#since < MAX_HOLD_MS;
      this.#hasAccepted = false;
      if (isHeld) this.#lookAgain();
      else this.#release();
    });
  }

  #release(): void {
    this.#look = undefined;
    // Each by itself: one that throws does not keep the others waiting.
    for (const begin of this.#waiting) setImmediate(begin);
    this.#waiting = [];
  }
}

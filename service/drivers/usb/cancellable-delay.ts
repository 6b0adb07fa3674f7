/** A wait that somebody else can end: one at a time. */
export class CancellableDelay {
  #closed = false;
  #end: () => void = () => {};

  /** Resolves after `ms` milliseconds, or when it is ended. */
  wait(ms: number): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.ceil(ms));
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends the wait that is under way, if any. */
  end(): void {
    this.#end();
  }

  /** Ends it, and every later one before it begins. */
  close(): void {
    this.#closed = true;
    this.#end();
  }
}

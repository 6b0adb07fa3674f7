/** One delay at a time, which another caller can end. */
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

  end(): void {
    this.#end();
  }

  /** Ends the current delay and all later ones. */
  close(): void {
    this.#closed = true;
    this.#end();
  }
}

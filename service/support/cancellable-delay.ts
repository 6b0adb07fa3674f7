/** One delay at a time, which another caller can end. */
export class CancellableDelay {
  #closed = false;
  #end: (() => void) | undefined;

  /** Resolves after `ms` milliseconds, or when it is ended. */
  wait(ms: number): Promise<void> {
    this.end();
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), Math.ceil(ms));
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** @returns whether there was a delay to end */
  end(): boolean {
    const end = this.#end;
    this.#end = undefined;
    end?.();
    return end !== undefined;
  }

  /** Ends the current delay and all later ones. */
  close(): void {
    this.#closed = true;
    this.end();
  }
}

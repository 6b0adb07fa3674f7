import { withDeadline } from './deadline.ts';
import { errorText } from './errors.ts';
import type { Logger } from './logger.ts';

interface Part {
  /** As in a sentence: `HTTP server`. */
  name: string;
  stop: () => unknown;
}

/** Stops parts in reverse order of their start, also after one that fails or takes too long. */
export class ShutdownStack {
  readonly #logger: Logger;
  readonly #deadlineMs: number | undefined;
  readonly #parts: Part[] = [];
  /** Parts that were told to stop and have not, or failed to. */
  readonly #unended = new Set<Part>();
  #ending: Promise<boolean> | undefined;

  /** @param deadlineMs how long the next part waits for one that does not stop; left out: as long as it takes */
  constructor(logger: Logger, deadlineMs?: number) {
    this.#logger = logger;
    this.#deadlineMs = deadlineMs;
  }

  /** Whether anything runs, and nothing is being stopped. */
  get areRunning(): boolean {
    return this.#parts.length > 0 && !this.#ending;
  }

  /** @param stop may fail; returns false if anything of the part still runs */
  add(name: string, stop: () => unknown): void {
    this.#parts.push({ name, stop });
  }

  /**
   * Calls during a stop wait for the same one.
   * @returns false if a part has not ended, and may still be writing
   */
  stop(): Promise<boolean> {
    // Not at once: a part that stops may read `areRunning`.
    this.#ending ??= Promise.resolve()
      .then(() => this.#stop())
      .finally(() => {
        this.#ending = undefined;
      });
    return this.#ending;
  }

  async #stop(): Promise<boolean> {
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      try {
        const ended = this.#end(part);
        await (this.#deadlineMs === undefined
          ? ended
          : withDeadline(ended, this.#deadlineMs, `Stopping the ${part.name}`));
      } catch (error) {
        this.#logger.error(`cannot stop the ${part.name}: ${errorText(error)}`, { error });
      }
    }
    return this.#unended.size === 0;
  }

  /** A part that takes too long may still end while others stop. */
  async #end(part: Part): Promise<void> {
    this.#unended.add(part);
    if ((await part.stop()) !== false) this.#unended.delete(part);
  }
}

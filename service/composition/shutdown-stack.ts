/** What runs, in the order it was started; it ends in reverse. */
import { withDeadline } from '../support/deadline.ts';
import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';

/** How long one part may take to stop, in milliseconds; then the next is stopped. */
const STOP_DEADLINE_MS = 5000;

interface Part {
  /** As it stands in a sentence: `HTTP server`. */
  name: string;
  stop: () => unknown;
}

export class ShutdownStack {
  readonly #logger: Logger;
  readonly #parts: Part[] = [];
  /** What was told to stop and has not ended, or failed to. */
  readonly #unended = new Set<Part>();
  #ending: Promise<boolean> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Whether anything runs, and none of it is being stopped. */
  get areRunning(): boolean {
    return this.#parts.length > 0 && !this.#ending;
  }

  /** @param stop ends it; may fail, and take its time: the others end all the same */
  add(name: string, stop: () => unknown): void {
    this.#parts.push({ name, stop });
  }

  /**
   * Both a start that failed and whoever stops it may ask: each waits for the same, in the same order.
   * @returns false where a part has not ended by then, and may still be writing
   */
  stop(): Promise<boolean> {
    // Not at once: what is stopped may ask whether anything runs.
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
        await withDeadline(this.#end(part), STOP_DEADLINE_MS, `Stopping the ${part.name}`);
      } catch (error) {
        this.#logger.error(`${part.name} did not stop cleanly: ${errorText(error)}`, { error });
      }
    }
    return this.#unended.size === 0;
  }

  /** One that takes too long may end all the same while others are stopped. */
  async #end(part: Part): Promise<void> {
    this.#unended.add(part);
    await part.stop();
    this.#unended.delete(part);
  }
}

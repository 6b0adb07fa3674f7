import { withDeadline } from './deadline.ts';
import { errorText } from './errors.ts';
import type { Logger } from './logger.ts';

interface Entry {
  /** As in a sentence: `HTTP server`. */
  name: string;
  stop: () => unknown;
}

/** Stops parts in reverse order of their start, also after a failure or a timeout. */
export class ShutdownStack {
  readonly #logger: Logger;
  readonly #deadlineMs: number | undefined;
  readonly #entries: Entry[] = [];
  /** Parts that failed to stop or are still stopping. */
  readonly #unended = new Set<Entry>();
  #ending: Promise<boolean> | undefined;

  /** @param deadlineMs longest wait for one part; without it, no limit */
  constructor(logger: Logger, deadlineMs?: number) {
    this.#logger = logger;
    this.#deadlineMs = deadlineMs;
  }

  /** False once `stop` was called. */
  get areRunning(): boolean {
    return this.#entries.length > 0 && !this.#ending;
  }

  /** @param stop may reject; resolves to false if some of the part still runs */
  add(name: string, stop: () => unknown): void {
    this.#entries.push({ name, stop });
  }

  /**
   * Calls during a stop share its result.
   * @returns false if a part still runs and may be writing
   */
  stop(): Promise<boolean> {
    // Deferred: a part that stops may read `areRunning`.
    this.#ending ??= Promise.resolve()
      .then(() => this.#stop())
      .finally(() => {
        this.#ending = undefined;
      });
    return this.#ending;
  }

  async #stop(): Promise<boolean> {
    for (let part = this.#entries.pop(); part; part = this.#entries.pop()) {
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

  /** A part that timed out may still end while others stop. */
  async #end(part: Entry): Promise<void> {
    this.#unended.add(part);
    if ((await part.stop()) !== false) this.#unended.delete(part);
  }
}

import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** Stops parts in reverse order of their start, also after an error. */
export class ShutdownStack {
  readonly #logger: Logger;
  readonly #parts: { name: string; stop(): unknown }[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * @param name for the log: `tray`
   * @param stop returns false if part of it is still running
   */
  add(name: string, stop: () => unknown): void {
    this.#parts.push({ name, stop });
  }

  /** @returns false if anything is still running */
  async run(): Promise<boolean> {
    let isOver = true;
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      try {
        if ((await part.stop()) === false) isOver = false;
      } catch (error) {
        this.#logger.error(`cannot stop the ${part.name}: ${errorText(error)}`, { error });
      }
    }
    return isOver;
  }
}

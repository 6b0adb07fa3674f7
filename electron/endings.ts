/** What was begun, to be ended in reverse order; one that fails does not keep the others from ending. */
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

export class Endings {
  readonly #logger: Logger;
  readonly #parts: { name: string; stop(): unknown }[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * @param name names the part in the log: `tray`
   * @param stop answers false where something of it goes on
   */
  add(name: string, stop: () => unknown): void {
    this.#parts.push({ name, stop });
  }

  /** @returns false where something goes on */
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

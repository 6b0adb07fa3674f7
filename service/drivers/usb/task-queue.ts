import { MensuraError } from '../../support/errors.ts';

/** Most pieces of work that wait at a time: the sampling itself, and what users ask for. */
const MAX_WAITING = 16;

/** All work with one instrument, one after the other. */
export class TaskQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /**
   * Does the work when everything before it is done; what it throws is the caller's.
   * @throws MensuraError `instrument-failed` when too much waits already
   */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MAX_WAITING) {
      return Promise.reject(
        new MensuraError(
          'instrument-failed',
          `The device is busy with ${MAX_WAITING} earlier requests. Try again in a moment.`,
        ),
      );
    }
    this.#waiting += 1;
    const result = this.#tail.then(work);
    this.#tail = result.then(
      () => this.#done(),
      () => this.#done(),
    );
    return result;
  }

  #done(): void {
    this.#waiting -= 1;
  }
}

/** One task after the other. No part of Node: the window uses it too. */

export interface TaskQueueOptions {
  /** Most tasks that run and wait. */
  limit: number;
  /** The error for a task beyond the limit. */
  full(): Error;
}

/** Runs tasks in the order of their calls, each after the one before has ended, however that ended. */
export class TaskQueue {
  readonly #options: TaskQueueOptions | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #size = 0;

  /** @param options left out where the callers are few: as many tasks as they ask for */
  constructor(options?: TaskQueueOptions) {
    this.#options = options;
  }

  /**
   * @returns the task's result
   * @throws what the task throws; the error of the limit
   */
  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    if (this.#options && this.#size >= this.#options.limit) return Promise.reject(this.#options.full());
    this.#size += 1;
    const result = this.#tail.then(task);
    const release = (): void => {
      this.#size -= 1;
    };
    this.#tail = result.then(release, release);
    return result;
  }
}

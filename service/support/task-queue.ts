/** No Node imports: the window uses this file too. */

export interface TaskQueueOptions {
  /** Largest number of running and waiting tasks. */
  limit: number;
  /** Creates the error for a task over the limit. */
  full(): Error;
}

/** Runs tasks one at a time in the order of their calls, whether or not the previous one failed. */
export class TaskQueue {
  readonly #options: TaskQueueOptions | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #size = 0;

  /** @param options without them, the number of tasks is not limited */
  constructor(options?: TaskQueueOptions) {
    this.#options = options;
  }

  /** @throws what the task throws; the error of the limit */
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

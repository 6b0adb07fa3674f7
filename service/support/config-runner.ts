/** Runs the configurations of one entry, such as an MQTT client; operations are executed one after the other. */
import type { Clock } from './clock.ts';
import { TaskQueue } from './task-queue.ts';

/** Counted since the service started, across configurations. */
export type RunnerCounts = Readonly<Record<string, number>>;

/** One configuration at work. Use once. */
export interface RunningConfig<Status, Counts extends RunnerCounts> {
  /** Buffers readings until `start`. */
  listen(): void;
  stopListening(): void;
  start(): Promise<void>;
  /** Disconnects; readings are still queued. */
  disconnect(): Promise<void>;
  /** Disconnects and stores everything for the next run. */
  stop(): Promise<void>;
  /** Disconnects and deletes its files. */
  remove(): Promise<void>;
  connectNow(): void;
  wake(): void;
  /** @param former counters of earlier configurations */
  status(former: Counts): Status;
  readonly counts: Counts;
}

export interface ConfigRunnerOptions<Config, Status, Counts extends RunnerCounts> {
  /** @param onChange called when its status may have changed */
  create(config: Config, onChange: () => void): Promise<RunningConfig<Status, Counts>>;
  /** The status while nothing runs. @param since milliseconds since 1970 */
  statusBeforeRunning(enabled: boolean, since: number, counts: Counts): Status;
  noCounts: Counts;
  clock: Clock;
  /** An operation failed; later ones are executed all the same. */
  onFailure(error: unknown): void;
}

export class ConfigRunner<Config, Status, Counts extends RunnerCounts> {
  readonly #options: ConfigRunnerOptions<Config, Status, Counts>;
  readonly #onChange: () => void;
  #running: RunningConfig<Status, Counts> | undefined;
  /** Counters of earlier configurations. */
  #counts: Counts;
  #since: number;
  readonly #operations = new TaskQueue();
  /** Operations queued or running. */
  #pending = 0;

  /** @param onChange called when `status` may have changed */
  constructor(options: ConfigRunnerOptions<Config, Status, Counts>, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
    this.#counts = options.noCounts;
    this.#since = options.clock.now();
  }

  /** Nothing runs and no operation is queued: the runner can be removed. */
  get isEmpty(): boolean {
    return this.#pending === 0 && !this.#running;
  }

  /** Runs a configuration, replacing the former one. */
  run(config: Config): void {
    void this.#enqueue(async () => {
      const former = this.#running;
      await former?.disconnect();
      const next = await this.#options.create(config, this.#onChange);
      // Synchronous with the next one's start, so that each reading goes to exactly one of them.
      former?.stopListening();
      next.listen();
      await this.#retire((running) => running.stop());
      this.#running = next;
      await next.start();
    });
  }

  /** Stops and deletes its files. */
  remove(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#retire((running) => running.remove());
      this.#counts = this.#options.noCounts;
    });
  }

  stop(): Promise<void> {
    return this.#enqueue(() => this.#retire((running) => running.stop()));
  }

  connectNow(): void {
    this.#running?.connectNow();
  }

  wake(): void {
    this.#running?.wake();
  }

  /** @param enabled the configured value, for the time before it runs */
  status(enabled: boolean): Status {
    const { statusBeforeRunning } = this.#options;
    return this.#running?.status(this.#counts) ?? statusBeforeRunning(enabled, this.#since, this.#counts);
  }

  async #retire(end: (running: RunningConfig<Status, Counts>) => Promise<void>): Promise<void> {
    const running = this.#running;
    if (!running) return;
    try {
      await end(running);
    } catch (error) {
      // For example, an undeletable folder: it has stopped all the same and makes room for the next.
      this.#options.onFailure(error);
    }
    this.#counts = sumOf(this.#counts, running.counts);
    this.#running = undefined;
    this.#since = this.#options.clock.now();
  }

  async #enqueue(work: () => Promise<void>): Promise<void> {
    this.#pending += 1;
    // A failure is a bug of ours; later operations run all the same.
    await this.#operations.run(work).catch((error: unknown) => this.#options.onFailure(error));
    this.#pending -= 1;
  }
}

function sumOf<Counts extends RunnerCounts>(one: Counts, other: Counts): Counts {
  const entries = Object.entries(one).map(([name, count]) => [name, count + (other[name] ?? 0)]);
  return Object.fromEntries(entries) as Counts;
}

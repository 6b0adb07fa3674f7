/** Runs the client of one identifier; operations are executed one after the other. */
import type { MqttStatus } from '../../contract/index.ts';
import { errorText } from '../../support/errors.ts';
import { TaskQueue } from '../../support/task-queue.ts';
import type { ClientConfig } from '../types.ts';
import type { ClientContext, ClientCounts, RunningClient } from './running-client.ts';

const NO_COUNTS: ClientCounts = { published: 0, violations: 0 };

/**
 * The status of a client that does not run yet.
 * @param since milliseconds since 1970
 */
export function statusBeforeRunning(enabled: boolean, since: number, counts = NO_COUNTS): MqttStatus {
  return {
    state: enabled ? 'connecting' : 'idle',
    since: new Date(since).toISOString(),
    error: null,
    next_retry: null,
    ...counts,
    queued: 0,
    queued_bytes: 0,
    dropped: 0,
    last_published: null,
  };
}

export class ClientRunner {
  readonly #identifier: string;
  readonly #context: ClientContext;
  readonly #onChange: () => void;
  #running: RunningClient | undefined;
  /** Counters of earlier configurations. */
  #counts = NO_COUNTS;
  #since: number;
  readonly #operations = new TaskQueue();
  /** Operations queued or running. */
  #pending = 0;

  /** @param onChange called when `status` may have changed */
  constructor(identifier: string, context: ClientContext, onChange: () => void) {
    this.#identifier = identifier;
    this.#context = context;
    this.#onChange = onChange;
    this.#since = context.clock.now();
  }

  /** No client and no operation: the runner can be removed. */
  get isEmpty(): boolean {
    return this.#pending === 0 && !this.#running;
  }

  /** Runs a configuration, replacing the former one. */
  run(config: ClientConfig): void {
    void this.#enqueue(async () => {
      // Loaded with the first client: the library takes a third of the service's start time, and many installations do
      // not need it.
      const { RunningClient } = await import('./running-client.ts');
      const former = this.#running;
      await former?.disconnect();
      const next = new RunningClient(config, this.#context, this.#onChange);
      // Synchronous with the new client's start, so that each reading goes to exactly one of them.
      former?.stopListening();
      next.listen();
      await this.#retire((client) => client.stop());
      this.#running = next;
      await next.start();
    });
  }

  /** Stops the client and deletes its files. */
  remove(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#retire((client) => client.remove());
      this.#counts = NO_COUNTS;
    });
  }

  stop(): Promise<void> {
    return this.#enqueue(() => this.#retire((client) => client.stop()));
  }

  connectNow(): void {
    this.#running?.connectNow();
  }

  wake(): void {
    this.#running?.wake();
  }

  /** @param enabled the configured value, for the time before it runs */
  status(enabled: boolean): MqttStatus {
    return this.#running?.status(this.#counts) ?? statusBeforeRunning(enabled, this.#since, this.#counts);
  }

  async #retire(end: (client: RunningClient) => Promise<void>): Promise<void> {
    const client = this.#running;
    if (!client) return;
    try {
      await end(client);
    } catch (error) {
      // For example, an undeletable folder: the client has stopped all the same and makes room for the next.
      this.#logFailure(error);
    }
    const { published, violations } = client.counts;
    this.#counts = {
      published: this.#counts.published + published,
      violations: this.#counts.violations + violations,
    };
    this.#running = undefined;
    this.#since = this.#context.clock.now();
  }

  async #enqueue(work: () => Promise<void>): Promise<void> {
    this.#pending += 1;
    // A failure is a bug of ours; later operations of this client run all the same.
    await this.#operations.run(work).catch((error: unknown) => this.#logFailure(error));
    this.#pending -= 1;
  }

  #logFailure(error: unknown): void {
    this.#context.logger.error(`client "${this.#identifier}" failed: ${errorText(error)}`, { error });
  }
}

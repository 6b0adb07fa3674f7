/** The place of one identifier: whatever is done with it is done one after the other, however fast it is asked for. */
import type { MqttStatus } from '../../contract/index.ts';
import { errorText } from '../../support/errors.ts';
import type { ClientConfig } from '../types.ts';
import type { ClientContext, ClientCounts, RunningClient } from './running-client.ts';

const NO_COUNTS: ClientCounts = { published: 0, violations: 0 };

/**
 * What is said of a client that does not run yet.
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
  /** What the identifier's earlier configurations counted. */
  #counts = NO_COUNTS;
  #since: number;
  #work: Promise<void> = Promise.resolve();
  /** How much was asked for and is not done. */
  #pending = 0;

  /** @param onChange called when what `status` answers may have changed */
  constructor(identifier: string, context: ClientContext, onChange: () => void) {
    this.#identifier = identifier;
    this.#context = context;
    this.#onChange = onChange;
    this.#since = context.clock.now();
  }

  /** Whether there is no client in it, and none will be: nothing is under way. */
  get isEmpty(): boolean {
    return this.#pending === 0 && !this.#running;
  }

  /** Puts a configuration to work, in the place of the one before. */
  run(config: ClientConfig): void {
    void this.#enqueue(async () => {
      // Loaded with the first client: the library takes a third of the service's start, and many need none of it.
      const { RunningClient } = await import('./running-client.ts');
      const former = this.#running;
      await former?.sayGoodbye();
      const next = new RunningClient(config, this.#context, this.#onChange);
      // From one to the other in one go: no reading falls between them, and none goes to both.
      former?.stopListening();
      next.listen();
      await this.#retire((client) => client.stop());
      this.#running = next;
      await next.start();
    });
  }

  /** Ends the client and deletes what it kept. */
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

  /** @param enabled whether the configuration lets it connect, for the moment before it runs */
  status(enabled: boolean): MqttStatus {
    return this.#running?.status(this.#counts) ?? statusBeforeRunning(enabled, this.#since, this.#counts);
  }

  async #retire(end: (client: RunningClient) => Promise<void>): Promise<void> {
    const client = this.#running;
    if (!client) return;
    try {
      await end(client);
    } catch (error) {
      // As a folder that cannot be deleted: the client publishes nothing more all the same, and makes room for the next.
      this.#tellFailure(error);
    }
    const { published, violations } = client.counts;
    this.#counts = {
      published: this.#counts.published + published,
      violations: this.#counts.violations + violations,
    };
    this.#running = undefined;
    this.#since = this.#context.clock.now();
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#pending += 1;
    this.#work = this.#work
      .then(work)
      // Whatever fails here is a mistake of ours: the next thing asked of this client is still done.
      .catch((error: unknown) => this.#tellFailure(error))
      .then(() => {
        this.#pending -= 1;
      });
    return this.#work;
  }

  #tellFailure(error: unknown): void {
    this.#context.logger.error(`client "${this.#identifier}" failed: ${errorText(error)}`, { error });
  }
}

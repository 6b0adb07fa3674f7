/** The connection of one entry to its MQTT client's broker, across changes of that client. */
import type { RemoteConfig } from '../../../contract/index.ts';
import type { BrokerMessage, BrokerSource, Subscription, SubscriptionStatus } from '../../../support/broker-source.ts';
import type { Clock } from '../../../support/clock.ts';
import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import { TaskQueue } from '../../../support/task-queue.ts';
import { filtersOf } from './topics.ts';

export interface RemoteOptions {
  brokers: BrokerSource;
  /** The ID of this installation, `MS...`: it ignores itself. */
  installation: string;
  clock: Clock;
  logger: Logger;
}

export interface BrokerLinkOptions extends Omit<RemoteOptions, 'installation'> {
  config: Pick<RemoteConfig, 'client' | 'prefix'>;
  /** Distinguishes connections over the same client. */
  key: string;
  onStatus(): void;
  onSubscribed(): void;
  onMessage(message: BrokerMessage): void;
  /** A message over the size limit, which was discarded. */
  onTooLarge(topic: string, bytes: number): void;
}

export class BrokerLink {
  readonly #options: BrokerLinkOptions;
  #subscription: Subscription | undefined;
  #endings: (() => void)[] = [];
  #endWatch: (() => void) | undefined;
  /** Serialized: two connections with one client ID would disconnect each other. */
  readonly #changes = new TaskQueue();
  #isChangeDue = false;
  #isMissing = false;
  /** Start of the time without a subscription, in milliseconds since 1970. */
  #noneSince: number;

  constructor(options: BrokerLinkOptions) {
    this.#options = options;
    this.#noneSince = options.clock.now();
  }

  /** Whether the MQTT client does not exist. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  get status(): SubscriptionStatus {
    if (this.#subscription) return this.#subscription.status;
    return { state: this.#isMissing ? 'failed' : 'idle', since: this.#noneSince, error: null, nextRetry: null };
  }

  start(): void {
    if (this.#endWatch) return;
    const { brokers, config } = this.#options;
    this.#endWatch = brokers.changed.on('client', (changed) => {
      if (changed === config.client) this.#renew();
    });
    this.#connect();
  }

  connectNow(): void {
    this.#subscription?.connectNow();
  }

  wake(): void {
    this.#subscription?.wake();
  }

  /** Never throws. */
  async stop(): Promise<void> {
    this.#endWatch?.();
    this.#endWatch = undefined;
    this.#isMissing = false;
    await this.#changes.run(() => this.#disconnect());
  }

  /** Restarts with the changed client; coalesces changes in the meantime. */
  #renew(): void {
    if (this.#isChangeDue) return;
    this.#isChangeDue = true;
    void this.#changes.run(async () => {
      this.#isChangeDue = false;
      await this.#disconnect();
      if (this.#endWatch) this.#connect();
    });
  }

  #connect(): void {
    const { brokers, config, key, clock, onStatus, onSubscribed, onMessage, onTooLarge } = this.#options;
    const subscription = brokers.subscribe(config.client, key, filtersOf(config.prefix));
    this.#subscription = subscription;
    this.#isMissing = subscription === undefined;
    if (!subscription) {
      this.#noneSince = clock.now();
      onStatus();
      return;
    }
    this.#endings = [
      subscription.events.on('status', () => onStatus()),
      subscription.events.on('subscribed', () => onSubscribed()),
      subscription.events.on('message', (message) => onMessage(message)),
      subscription.events.on('refused', ({ topic, bytes }) => onTooLarge(topic, bytes)),
    ];
    subscription.start();
    onStatus();
  }

  async #disconnect(): Promise<void> {
    const subscription = this.#subscription;
    for (const end of this.#endings.splice(0)) end();
    try {
      await subscription?.stop();
    } catch (error) {
      this.#options.logger.error(`cannot stop subscription: ${errorText(error)}`, { error });
    }
    if (!subscription) return;
    this.#subscription = undefined;
    this.#noneSince = this.#options.clock.now();
  }
}

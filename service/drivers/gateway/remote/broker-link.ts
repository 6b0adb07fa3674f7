/** The connection of one entry to its MQTT client's broker, whatever becomes of that client. */

import type { Clock } from '../../../support/clock.ts';
import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import { TaskQueue } from '../../../support/task-queue.ts';
import type { BrokerMessage, BrokerSource, Subscription, SubscriptionStatus } from '../types.ts';

export interface BrokerLinkOptions {
  brokers: BrokerSource;
  /** Identifier of the MQTT client. */
  client: string;
  /** Tells the connection from others over the same client. */
  key: string;
  filters: readonly string[];
  clock: Clock;
  logger: Logger;
  onStatus(): void;
  onSubscribed(): void;
  onMessage(message: BrokerMessage): void;
  /** A message was too large to be read. */
  onTooLarge(topic: string, bytes: number): void;
}

export class BrokerLink {
  readonly #options: BrokerLinkOptions;
  #subscription: Subscription | undefined;
  #endings: (() => void)[] = [];
  #endWatch: (() => void) | undefined;
  /** One change of subscription after the other: two connections with one client id would throw each other out. */
  readonly #changes = new TaskQueue();
  #isChangeDue = false;
  #isMissing = false;
  /** Since when there is no subscription, in milliseconds since 1970. */
  #noneSince: number;

  constructor(options: BrokerLinkOptions) {
    this.#options = options;
    this.#noneSince = options.clock.now();
  }

  /** Whether there is no MQTT client to connect as. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  get status(): SubscriptionStatus {
    if (this.#subscription) return this.#subscription.status;
    return { state: this.#isMissing ? 'failed' : 'idle', since: this.#noneSince, error: null, nextRetry: null };
  }

  start(): void {
    if (this.#endWatch) return;
    const { brokers, client } = this.#options;
    this.#endWatch = brokers.changed.on('client', (changed) => {
      if (changed === client) this.#renew();
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

  /** Begins again with the client as it is now; changes that come meanwhile are one. */
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
    const { brokers, client, key, filters, clock, onStatus, onSubscribed, onMessage, onTooLarge } = this.#options;
    const subscription = brokers.subscribe(client, key, filters);
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

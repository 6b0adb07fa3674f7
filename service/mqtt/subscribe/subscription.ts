/** Subscribes to topics of one broker: a session that publishes nothing. */
import type { Subscription, SubscriptionEvents, SubscriptionStatus } from '../../support/broker-source.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText } from '../../support/errors.ts';
import type { SessionOptions } from '../session/index.ts';
import type { Session, SessionStatus } from '../types.ts';

export interface SubscriptionOptions
  extends Pick<SessionOptions, 'config' | 'clientId' | 'clock' | 'logger' | 'limits' | 'connect'> {
  filters: readonly string[];
}

/** Characters of a topic in the log: it may come from a stranger. */
const LOGGED_TOPIC = 200;

function cut(topic: string): string {
  return JSON.stringify(topic.slice(0, LOGGED_TOPIC));
}

export class BrokerSubscription implements Subscription {
  readonly events: Emitter<SubscriptionEvents>;
  readonly #options: SubscriptionOptions;
  #status: SubscriptionStatus;
  #session: Session | undefined;
  #opening: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  /** `subscribed` was emitted for this connection. */
  #isReported = false;
  #hasLeftOut = false;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#status = { state: 'idle', since: options.clock.now(), error: null, nextRetry: null };
    this.events = new Emitter((error, event) =>
      options.logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
  }

  get status(): SubscriptionStatus {
    return this.#status;
  }

  start(): void {
    if (this.#opening || this.#stopping) return;
    this.#opening = this.#open().catch((error: unknown) => {
      // Broker and network errors do not end here: the installation is damaged.
      const text = `Cannot start reading: ${errorText(error)}.`;
      this.#options.logger.error(text, { error });
      const failed = { text, remedy: 'Install Mensura again.' };
      this.#setStatus({ state: 'failed', since: this.#options.clock.now(), error: failed, nextRetry: null });
    });
  }

  connectNow(): void {
    this.#session?.connectNow();
  }

  wake(): void {
    this.#session?.wake();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    await this.#opening;
    await this.#session?.stop([]);
  }

  async #open(): Promise<void> {
    const { filters, ...options } = this.#options;
    this.#setStatus({ state: 'connecting', since: options.clock.now(), error: null, nextRetry: null });
    // Loaded with the first client or subscription: many installations need neither.
    const { createSession } = await import('../session/index.ts');
    const session = createSession({
      ...options,
      will: null,
      sources: [],
      reading: {
        filters,
        onMessage: (message) => {
          if (this.#stopping) return;
          this.#emitSubscribed();
          this.events.emit('message', message);
        },
        onLeftOut: (message) => this.#leftOut(message),
      },
    });
    this.#session = session;
    session.events.on('status', (status) => this.#follow(status));
    session.events.on('online', () => this.#emitSubscribed());
    if (!this.#stopping) session.start();
  }

  #follow({ error, ...status }: SessionStatus): void {
    if (status.state !== 'online') this.#isReported = false;
    this.#setStatus({ ...status, error: error && { text: error.text, remedy: error.remedy } });
  }

  #leftOut({ topic, bytes }: SubscriptionEvents['refused']): void {
    if (this.#stopping) return;
    const { logger } = this.#options;
    // Once: a sender of one sends more, and they are counted elsewhere.
    if (!this.#hasLeftOut) logger.warn(`discarded a message on ${cut(topic)} (${bytes} bytes, too large)`);
    this.#hasLeftOut = true;
    this.events.emit('refused', { topic, bytes });
  }

  /** On SUBACK or the first message: a broker may send messages first (MQTT 3.1.1, 3.8.4). */
  #emitSubscribed(): void {
    if (this.#isReported || this.#stopping) return;
    this.#isReported = true;
    this.events.emit('subscribed', undefined);
  }

  #setStatus(status: SubscriptionStatus): void {
    this.#status = status;
    this.events.emit('status', status);
  }
}

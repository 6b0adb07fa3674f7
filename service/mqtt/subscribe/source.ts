/** The configured clients' brokers, as sources for subscriptions. */
import type {
  BrokerSource,
  Subscription,
  SubscriptionEvents,
  SubscriptionStatus,
} from '../../support/broker-source.ts';
import { canonicalJson } from '../../support/canonical-json.ts';
import type { Clock } from '../../support/clock.ts';
import { Emitter, logListenerErrors } from '../../support/emitter.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { subscriberClientIdOf } from '../clients/client-id.ts';
import type { ClientStore } from '../clients/client-store.ts';
import type { MqttSession, SessionOptions } from '../session/session.ts';
import type { ClientConfig, SessionStatus } from '../types.ts';

interface SubscriptionOptions
  extends Pick<SessionOptions, 'config' | 'clientId' | 'clock' | 'logger' | 'limits' | 'connect'> {
  filters: readonly string[];
}

/** Characters of a topic in the log: it may come from a stranger. */
const LOGGED_TOPIC = 200;

export class BrokerSubscription implements Subscription {
  readonly events: Emitter<SubscriptionEvents>;
  readonly #options: SubscriptionOptions;
  #status: SubscriptionStatus;
  #session: MqttSession | undefined;
  #opening: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  /** `subscribed` was emitted for this connection. */
  #isReported = false;
  #hasLeftOut = false;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#status = { state: 'idle', since: options.clock.now(), error: null, nextRetry: null };
    this.events = new Emitter(logListenerErrors(options.logger));
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
    const { MqttSession } = await import('../session/session.ts');
    const session = new MqttSession({
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
    const shown = JSON.stringify(topic.slice(0, LOGGED_TOPIC));
    // Once: a sender of one sends more, and they are counted elsewhere.
    if (!this.#hasLeftOut) logger.warn(`discarded a message on ${shown} (${bytes} bytes, too large)`);
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

export interface BrokerSourceOptions {
  /** Its events are handled for the lifetime of the process. */
  store: Pick<ClientStore, 'clients' | 'events'>;
  /** `MS...`. */
  installation: string;
  clock: Clock;
  logger: Logger;
}

/** Subscriptions are stopped by their owners. */
export function createBrokerSource({ store, installation, clock, logger }: BrokerSourceOptions): BrokerSource {
  const changed: BrokerSource['changed'] = new Emitter((error) =>
    logger.error(`listener of changed MQTT clients failed: ${errorText(error)}`, { error }),
  );
  store.events.on('changed', ({ before, after }) => {
    for (const client of new Set([...before.keys(), ...after.keys()])) {
      if (connectionKey(before.get(client)) !== connectionKey(after.get(client))) changed.emit('client', client);
    }
  });
  return {
    changed,
    subscribe: (client, key, filters) => {
      const config = store.clients.get(client);
      if (!config) return undefined;
      return new BrokerSubscription({
        config: subscriberConfig(config),
        clientId: subscriberClientIdOf(installation, client, config.advanced.client_id, key),
        filters,
        clock,
        logger: logger.child(`mqtt ${client} reading ${key}`),
      });
    },
  };
}

/**
 * How a subscriber differs from its publishing client. The broker stores no session: relevant topics are retained.
 * It always reconnects, even if the client is disabled: the user disables what it serves instead.
 */
function subscriberConfig(config: ClientConfig): ClientConfig {
  const { fields, advanced } = config;
  return {
    ...config,
    fields: { ...fields, clean_session: true, reconnect: { ...fields.reconnect, enable: true } },
    advanced: { ...advanced, enabled: true },
  };
}

/**
 * Everything that affects subscribing: renaming a client, or publishing differently, does not. For comparison only: it
 * contains secrets.
 */
function connectionKey(config: ClientConfig | undefined): string {
  if (!config) return '';
  const { fields, advanced, secrets } = subscriberConfig(config);
  const publishing = { qos: null, layout: null, discovery: null, discovery_prefix: null, store_and_forward: null };
  return canonicalJson({ fields: { ...fields, name: null }, advanced: { ...advanced, ...publishing }, secrets });
}

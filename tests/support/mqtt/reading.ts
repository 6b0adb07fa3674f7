/** Subscriptions over a store of clients that is played. */
import { createBrokerSource } from '../../../service/mqtt/subscribe/source.ts';
import type { ClientConfig } from '../../../service/mqtt/types.ts';
import type {
  BrokerSource,
  Subscription,
  SubscriptionEvents,
  SubscriptionStatus,
} from '../../../service/support/broker-source.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { atEnd } from '../at-end.ts';
import { until } from '../until.ts';
import { listeningLogger, statusIn } from './session.ts';

export const INSTALLATION = 'MSABCDE23456';

type Clients = ReadonlyMap<string, ClientConfig>;

/** The clients by identifier, as the store has them, and what it tells of changes. */
export class PlayedStore {
  clients: Clients;
  readonly events = new Emitter<{ changed: { before: Clients; after: Clients } }>((error) => {
    throw error;
  });

  constructor(configs: readonly ClientConfig[]) {
    this.clients = new Map(configs.map((config) => [config.identifier, config]));
  }

  change(configs: readonly ClientConfig[]): void {
    const before = this.clients;
    this.clients = new Map(configs.map((config) => [config.identifier, config]));
    this.events.emit('changed', { before, after: this.clients });
  }
}

export interface PlayedSource {
  source: BrokerSource;
  store: PlayedStore;
  lines: string[];
}

export function sourceOf(...configs: ClientConfig[]): PlayedSource {
  const store = new PlayedStore(configs);
  const { logger, lines } = listeningLogger();
  return {
    source: createBrokerSource({ store, installation: INSTALLATION, clock: systemClock, logger }),
    store,
    lines,
  };
}

export interface TestReader {
  subscription: Subscription;
  /** What came, in order: `subscribed`, and `topic payload` with ` (retained)` where it was. */
  heard: string[];
  history: SubscriptionStatus[];
  refused: SubscriptionEvents['refused'][];
  /** How often the broker confirmed. */
  confirmed(): number;
  /** Waits until it is in this state, and answers the status. */
  state(state: SubscriptionStatus['state']): Promise<SubscriptionStatus>;
  /** Waits until this was heard. */
  hears(line: string): Promise<void>;
}

/** Starts a subscription over the only client; it is stopped at the end of the test file, if not before. */
export function read(source: BrokerSource, filters: readonly string[], key = 'g1'): TestReader {
  const subscription = source.subscribe('lab', key, filters);
  if (!subscription) throw new Error('There is no client "lab".');
  const heard: string[] = [];
  const history: SubscriptionStatus[] = [];
  const refused: SubscriptionEvents['refused'][] = [];
  subscription.events.on('status', (status) => history.push(status));
  subscription.events.on('subscribed', () => heard.push('subscribed'));
  subscription.events.on('refused', (what) => refused.push(what));
  subscription.events.on('message', ({ topic, payload, retained }) =>
    heard.push(`${topic} ${Buffer.from(payload).toString()}${retained ? ' (retained)' : ''}`),
  );
  atEnd(() => subscription.stop());
  subscription.start();
  return {
    subscription,
    heard,
    history,
    refused,
    confirmed: () => heard.filter((line) => line === 'subscribed').length,
    state: (state) => statusIn<SubscriptionStatus>(state, subscription),
    hears: async (line) => {
      await until(line, () => heard.includes(line));
    },
  };
}

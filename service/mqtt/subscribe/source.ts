/** The configured clients' brokers, as sources for subscriptions. */
import type { BrokerSource } from '../../support/broker-source.ts';
import { canonicalJson } from '../../support/canonical-json.ts';
import type { Clock } from '../../support/clock.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { subscriberClientIdOf } from '../clients/client-id.ts';
import type { ClientStore } from '../clients/client-store.ts';
import type { ClientConfig } from '../types.ts';
import { BrokerSubscription } from './subscription.ts';

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
      if (essence(before.get(client)) !== essence(after.get(client))) changed.emit('client', client);
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

/** For comparison only: it contains secrets. */
function essence(config: ClientConfig | undefined): string {
  return config ? canonicalJson(connectionKey(config)) : '';
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

/** Everything that affects subscribing: renaming a client, or publishing differently, does not. */
function connectionKey(config: ClientConfig): unknown {
  const { fields, advanced, secrets } = subscriberConfig(config);
  const publishing = { qos: null, layout: null, discovery: null, discovery_prefix: null, store_and_forward: null };
  return { fields: { ...fields, name: null }, advanced: { ...advanced, ...publishing }, secrets };
}

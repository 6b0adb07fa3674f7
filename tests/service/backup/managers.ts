/** What is restored into beside stores: MQTT clients and gateways as the service manages them; none of them is asked. */
import { join } from 'node:path';
import { DatabaseManager } from '../../../service/databases/manager.ts';
import type { DatabaseStore } from '../../../service/databases/store.ts';
import { Registry } from '../../../service/devices/registry.ts';
import { GatewayOwnership } from '../../../service/drivers/gateway/devices/gateway-ownership.ts';
import { GatewayManager } from '../../../service/drivers/gateway/manager.ts';
import type { GatewayStore } from '../../../service/drivers/gateway/store.ts';
import { type ClientStore } from '../../../service/mqtt/clients/client-store.ts';
import { MqttManager } from '../../../service/mqtt/clients/manager.ts';
import { NotificationManager } from '../../../service/notifications/manager.ts';
import type { DestinationStore } from '../../../service/notifications/store.ts';
import type { SecretStore } from '../../../service/settings/secret-store.ts';
import { systemClock as clock } from '../../../service/support/clock.ts';
import { silentLogger as logger } from '../../../service/support/logger.ts';
import { OwnershipBench } from '../devices/support.ts';
import { createPublisherBench } from '../mqtt/publish/support.ts';

export interface ManagedStores {
  dataDir: string;
  clients: ClientStore;
  vault: SecretStore;
  gateways: GatewayStore;
  databases: DatabaseStore;
  destinations: DestinationStore;
}

export function createManagers({ dataDir, clients, vault, gateways: store, databases, destinations }: ManagedStores): {
  mqtt: MqttManager;
  gateways: GatewayManager;
  databases: DatabaseManager;
  destinations: NotificationManager;
} {
  const mqtt = new MqttManager({
    store: clients,
    vault,
    publisher: createPublisherBench().publisher,
    simulatedPublished: false,
    installation: 'MS0123456789',
    folder: join(dataDir, 'mqtt'),
    clock,
    logger,
    raise: () => {},
    clear: () => {},
  });
  const noKind = { create: () => Promise.reject(new Error('not asked')) } as never;
  const gateways = new GatewayManager({
    store,
    kinds: { sensgate: noKind, mqtt: noKind },
    ownership: new GatewayOwnership({
      registry: new OwnershipBench(clock).ownership,
      nodes: { numberOf: () => 1 },
      clock,
    }),
    clock,
    logger,
  });
  const databaseManager = new DatabaseManager({
    store: databases,
    vault,
    registry: new Registry({ clock, logger }),
    devices: { get: () => ({ alias: '' }), events: { on: () => () => {} } },
    history: { devices: async () => [], sets: async function* () {}, describe: () => undefined },
    installation: 'MS0123456789',
    writesSimulated: false,
    folder: join(dataDir, 'databases'),
    clock,
    logger,
    raise: () => {},
    clear: () => {},
  });
  const notifications = new NotificationManager({
    store: destinations,
    vault,
    queue: { setRecipients: () => {} } as never,
    composer: {} as never,
    clock,
    logger,
    raise: () => {},
    clear: () => {},
  });
  return { mqtt, gateways, databases: databaseManager, destinations: notifications };
}

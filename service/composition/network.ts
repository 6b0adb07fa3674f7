import { join } from 'node:path';
import type { AlarmManager } from '../alarms/manager.ts';
import type { StoredReadings } from '../databases/backfill.ts';
import { DatabaseManager } from '../databases/manager.ts';
import type { Registry } from '../devices/registry.ts';
import { joinBonjour } from '../discovery/bonjour/index.ts';
import { DiscoverySwitch } from '../discovery/discovery.ts';
import { GatewayOwnership } from '../drivers/gateway/devices/gateway-ownership.ts';
import { GatewayManager } from '../drivers/gateway/manager.ts';
import { createRemoteKind } from '../drivers/gateway/remote/adapter.ts';
import { createSensgateKind } from '../drivers/gateway/sensgate/index.ts';
import { MqttManager } from '../mqtt/clients/manager.ts';
import { DevicePublisher } from '../mqtt/publish/device-publisher.ts';
import { createBrokerSource } from '../mqtt/subscribe/source.ts';
import type { ServiceOptions } from '../settings/options.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';
import type { Stores } from './stores.ts';

export interface NetworkOptions {
  options: Pick<ServiceOptions, 'dataDir' | 'simulatePublish'>;
  /** Already read, so the installation has its ID. */
  stores: Stores;
  registry: Registry;
  alarms: AlarmManager;
  clock: Clock;
  logger: Logger;
}

export function createMqtt({ options, stores, registry, alarms, clock, logger }: NetworkOptions): MqttManager {
  const mqttLogger = logger.child('mqtt');
  const { dataDir, simulatePublish: publishSimulated } = options;
  return new MqttManager({
    store: stores.mqttClients,
    vault: stores.secrets,
    publisher: new DevicePublisher({
      registry,
      alarms,
      names: stores.memory,
      publishSimulated,
      clock,
      logger: mqttLogger,
      // Prevents echoes: readings from a broker are never published to one.
      mayPublish: ({ description }) => description.cameOverMqtt !== true,
    }),
    simulatedPublished: publishSimulated,
    installation: stores.installation.id,
    folder: join(dataDir, 'mqtt'),
    clock,
    logger: mqttLogger,
    raise: (report) => registry.raise(report),
    clear: (report) => registry.clear(report),
  });
}

export function createDatabases(
  { options, stores, registry, clock, logger }: NetworkOptions,
  history: StoredReadings,
): DatabaseManager {
  const { dataDir, simulatePublish: writesSimulated } = options;
  return new DatabaseManager({
    store: stores.databases,
    vault: stores.secrets,
    registry,
    devices: stores.memory,
    installation: stores.installation.id,
    writesSimulated,
    history,
    folder: join(dataDir, 'databases'),
    clock,
    logger: logger.child('databases'),
    raise: (report) => registry.raise(report),
    clear: (report) => registry.clear(report),
  });
}

/** @returns the driver of the gateways, and its claims */
export function createGateways({ stores, registry, clock, logger }: NetworkOptions) {
  const { id } = stores.installation;
  const common = { clock, logger: logger.child('gateway') };
  const brokers = createBrokerSource({ ...common, store: stores.mqttClients, installation: id });
  const ownership = new GatewayOwnership({ registry, nodes: stores.nodes, clock });
  const gateways = new GatewayManager({
    ...common,
    ownership,
    store: stores.gateways,
    kinds: {
      sensgate: createSensgateKind(common),
      mqtt: createRemoteKind({ ...common, brokers, installation: id }),
    },
  });
  return { gateways, gatewayDevices: ownership.devices };
}

export function createDiscovery({ stores, clock, logger }: NetworkOptions): DiscoverySwitch {
  const { mqttClients, installation } = stores;
  return new DiscoverySwitch({
    installation: installation.id,
    clients: {
      list: () =>
        [...mqttClients.clients.values()].map(({ identifier, fields, advanced }) => ({
          identifier,
          enabled: advanced.enabled,
          name: fields.name,
          host: fields.host,
          port: fields.port,
          ssl: fields.ssl,
          transport: advanced.transport,
          path: advanced.path,
        })),
      onChange: (listener) => mqttClients.events.on('changed', listener),
    },
    join: joinBonjour,
    clock,
    logger: logger.child('discovery'),
  });
}

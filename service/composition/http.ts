/** Wires the HTTP service, and what only HTTP offers: checks, backups, diagnostics. */
import type { AlarmManager } from '../alarms/manager.ts';
import type { Maintenance } from '../backup/maintenance.ts';
import { createSystemChecks } from '../checks/checks.ts';
import type { ComputedManager } from '../computed/manager.ts';
import type { CorrectionManager } from '../corrections/manager.ts';
import type { DatabaseManager } from '../databases/manager.ts';
import type { KnownDevices } from '../devices/known-devices.ts';
import type { Registry } from '../devices/registry.ts';
import { createDiagnostics } from '../diagnostics/diagnostics.ts';
import type { DiscoverySwitch } from '../discovery/discovery.ts';
import type { GatewayManager } from '../drivers/gateway/manager.ts';
import type { SerialPortManager } from '../drivers/serial/port-manager.ts';
import type { RunPlanManager } from '../history/runs/plan-manager.ts';
import type { HttpOptions } from '../http/options.ts';
import { createHttpServer, type HttpServer } from '../http/server.ts';
import type { MqttManager } from '../mqtt/clients/manager.ts';
import type { NotificationManager } from '../notifications/manager.ts';
import type { InstanceFile } from '../settings/instance-file.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { ServiceOptions } from '../settings/options.ts';
import { describeListeningProcess } from '../settings/port-holder.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';
import { SocketOwners, showsSocketOwners } from '../support/socket-owners.ts';
import type { Recording } from './recording.ts';
import { createReports } from './reports.ts';
import type { ServiceAddress } from './service-address.ts';
import type { ServiceHost } from './service-host.ts';
import type { Stores } from './stores.ts';

export interface HttpCompositionOptions {
  options: ServiceOptions;
  surroundings: ServiceHost;
  stores: Stores;
  registry: Registry;
  known: KnownDevices;
  settings: LiveSettings;
  mqtt: MqttManager;
  gateways: GatewayManager;
  databases: DatabaseManager;
  alarms: AlarmManager;
  destinations: NotificationManager;
  corrections: CorrectionManager;
  computed: ComputedManager;
  serialPorts: SerialPortManager;
  recording: Recording;
  runPlans: RunPlanManager;
  discovery: DiscoverySwitch;
  maintenance: Maintenance;
  instance: InstanceFile;
  address: Pick<ServiceAddress, 'events'>;
  clock: Clock;
}

/** Undefined if the system has no users, or does not show the owner of a connection. */
function createOtherUsers(settings: LiveSettings, logger: Logger): HttpOptions['otherUsers'] {
  const uid = process.getuid?.();
  if (uid === undefined || !showsSocketOwners()) {
    if (settings.refusedToOtherUsers() === 'everything') {
      logger.warn('cannot reject requests from other accounts (the system does not show the owners of connections)');
    }
    return undefined;
  }
  const owners = new SocketOwners();
  return { uid, refused: () => settings.refusedToOtherUsers(), ownerOf: (connection) => owners.ownerOf(connection) };
}

export function createHttp(composition: HttpCompositionOptions): HttpServer {
  const { options, surroundings, stores, registry, known, settings, mqtt, gateways, alarms, corrections, computed } =
    composition;
  const { discovery, maintenance, instance, address, clock } = composition;
  const { host, logger, log, rendererDir, udevRule } = surroundings;
  const httpLogger = logger.child('http');
  const { history, runs, exports, imports } = composition.recording;
  const { dataDir } = options;
  const devices = stores.memory;
  const checks = createSystemChecks({
    platform: process.platform,
    uid: process.getuid?.(),
    udevRule,
    dataDir,
    history,
    clock,
  });
  const { databases, destinations, runPlans } = composition;
  const common = {
    registry,
    devices,
    settings,
    mqtt,
    gateways,
    databases,
    alarms,
    corrections,
    computed,
    runPlans,
    clock,
  };
  return createHttpServer({
    ...common,
    installation: stores.installation.id,
    isSimulatedIncluded: options.simulatePublish,
    known,
    destinations,
    dashboards: stores.dashboards,
    serialPorts: composition.serialPorts,
    history,
    runs,
    reports: createReports(composition),
    exports,
    imports,
    discovery,
    maintenance,
    log: log.ring,
    checks,
    diagnostics: createDiagnostics({ ...common, destinations, host, started: options, history, checks, log: log.ring }),
    port: options.port,
    allowedOrigins: () => settings.allowedOrigins(),
    otherUsers: createOtherUsers(settings, httpLogger),
    rendererDir,
    host,
    logger: httpLogger,
    proveInstance: (challenge, port) => instance.prove(challenge, port),
    onLeave: (url) => address.events.emit('left', { url }),
    describePortHolder: describeListeningProcess,
  });
}

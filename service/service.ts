/** The composition root: wires registry, drivers, MQTT, HTTP and settings together, starts them in order, ends them in reverse. */
import { join } from 'node:path';
import { AlarmManager, AlarmRuleStore, AlarmStateStore } from './alarms/index.ts';
import { createSystemChecks } from './checks/index.ts';
import { DriverRun } from './composition/driver-run.ts';
import { type AddressMove, ServiceAddress } from './composition/service-address.ts';
import { settingsEffects, simulationAtStart } from './composition/settings-effects.ts';
import { SimulatedInstruments } from './composition/simulated-instruments.ts';
import { type Alarms, PERIOD_MS, RELEASE_TEXT, type Settings } from './contract/index.ts';
import type { AlarmSource } from './devices/alarm-source.ts';
import { Registry } from './devices/registry.ts';
import { DiscoverySwitch, joinBonjour } from './discovery/index.ts';
import type { Driver } from './drivers/driver.ts';
import { createNodeNumbers, GatewayDriver, GatewayStore } from './drivers/gateway/index.ts';
import { createRemoteKind } from './drivers/gateway/remote/index.ts';
import { createSensgateKind } from './drivers/gateway/sensgate/index.ts';
import { createPathDriver } from './drivers/paths/index.ts';
import { createSerialDriver, type SerialDriver } from './drivers/serial/index.ts';
import { createSimulatedDriver } from './drivers/simulated/index.ts';
import { createUsbDriver } from './drivers/usb/index.ts';
import { createSystemBus } from './drivers/usb/system/index.ts';
import { createCsvLog } from './history/csv-log/index.ts';
import { Exports } from './history/export/index.ts';
import { History, type HistoryWishes } from './history/index.ts';
import { createHistoryStore } from './history/store/index.ts';
import { createHttpServer } from './http/index.ts';
import { createDiagnostics, Maintenance } from './maintenance/index.ts';
import { ClientStore, createBrokerSource, createDevicePublisher, MqttManager } from './mqtt/index.ts';
import { makeDataFolder } from './settings/data-folder.ts';
import { DeviceMemoryStore } from './settings/device-memory.ts';
import { Installation } from './settings/installation.ts';
import { findRunningService, Instance } from './settings/instance.ts';
import { LiveSettings } from './settings/live-settings.ts';
import type { Logging } from './settings/logging.ts';
import type { ServiceOptions } from './settings/options.ts';
import { describePortHolder } from './settings/port-holder.ts';
import { type SecretEncryption, SecretStore } from './settings/secret-store.ts';
import { SettingsStore } from './settings/settings-store.ts';
import { systemClock } from './support/clock.ts';
import { withDeadline } from './support/deadline.ts';
import type { Emitter } from './support/emitter.ts';
import { errorText, MensuraError } from './support/errors.ts';
import { type FolderLock, lockFolder } from './support/folder-lock.ts';
import type { Logger } from './support/logger.ts';
import { SleepWatch } from './support/sleep-watch.ts';

/** How long one part may take to stop, in milliseconds; then the next is stopped. */
const STOP_DEADLINE_MS = 5000;

/** What only the host knows. */
export interface ServiceHost {
  host: 'desktop' | 'headless';
  logger: Logger;
  /** The log behind the logger. */
  log: Pick<Logging, 'ring' | 'setLevel'>;
  /** The folder with the built GUI; undefined serves the API alone. */
  rendererDir?: string;
  /** The udev rule that lets users open instruments, as a file; undefined where there is none to install. */
  udevRule?: string;
  /** The platform's key store, where there is one; without it passwords are kept in a file that only the user can read. */
  encryption?: SecretEncryption | undefined;
}

export interface Service {
  /**
   * @throws MensuraError `data-folder-in-use`, `data-folder-unusable`, `port-taken`; everything that had begun is
   * stopped again
   */
  start(): Promise<void>;
  /** May be called twice, and while starting. */
  stop(): Promise<void>;
  /**
   * The computer woke from sleep: instruments are opened again, brokers and gateways connected anew, at once. Where the
   * system does not say so, the service notices by itself.
   */
  wake(): void;
  /** The base address, once started. */
  readonly url: string;
  /** Told when the base address became another, while the service runs. */
  readonly addressEvents: Emitter<{ moved: AddressMove }>;
  readonly registry: Registry;
  readonly serial: SerialDriver;
  readonly settings: Pick<LiveSettings, 'get' | 'patch' | 'events' | 'facts'>;
  /** What the window's shell tells of alarms. */
  readonly alarms: AlarmSource & { list(): Alarms };
  /** What the user calls devices and channels. */
  readonly names: Pick<DeviceMemoryStore, 'get'>;
}

/** How long after a wake another is the same one, in milliseconds. */
const WAKE_INTERVAL_MS = 10_000;

const GIB = 2 ** 30;

function historyWishes(settings: Settings): HistoryWishes {
  const {
    history: record,
    history_raw_days: rawDays,
    history_minute_days: minuteDays,
    history_max_gib: gib,
  } = settings;
  return { record, retention: { rawDays, minuteDays, maxBytes: Math.round(gib * GIB) } };
}

interface StartedPart {
  name: string;
  stop(): unknown;
}

async function claimDataFolder(dataDir: string): Promise<FolderLock> {
  makeDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  if (lock) return lock;
  const url = await findRunningService({ dataDir });
  throw new MensuraError(
    'data-folder-in-use',
    url
      ? `A Mensura is running already with the data folder ${dataDir}, at ${url}.`
      : `The data folder ${dataDir} belongs to another Mensura that is running. Stop that one, or give another folder with --data-dir.`,
  );
}

export function createService(
  options: ServiceOptions,
  { host, logger, log, rendererDir, udevRule, encryption }: ServiceHost,
): Service {
  const clock = systemClock;
  const registry = new Registry({ clock, logger });
  const settings = new SettingsStore(options.dataDir, logger);
  const memory = new DeviceMemoryStore({
    dataDir: options.dataDir,
    logger,
    setPeriod: (key, periodMs) => registry.setPeriod(key, periodMs),
  });
  const instance = new Instance(options.dataDir);
  const periodOf = memory.periodOf.bind(memory);
  const serial = createSerialDriver({ ports: options.serialPorts, clock, logger: logger.child('serial'), periodOf });
  const usbLogger = logger.child('usb');
  const usb = createUsbDriver({
    bus: createSystemBus({ logger: usbLogger }),
    clock,
    logger: usbLogger,
    periodOf,
    udevRule,
  });
  const drivers: Driver[] = [createPathDriver({ usb, serial, clock, logger })];
  const run = (driver: Driver): DriverRun => new DriverRun({ driver, registry, logger });
  const simulated = new SimulatedInstruments({
    createDriver: (simulation) =>
      createSimulatedDriver({
        ...simulation,
        seed: options.simulateSeed,
        clock,
        logger: logger.child('simulated'),
        periodOf,
      }),
    run,
  });
  const { dataDir } = options;
  const address = new ServiceAddress({ instance, logger });
  const live = new LiveSettings({ store: settings, options, preparePort: (port) => address.prepare(port) });
  const installation = new Installation(dataDir);
  const secrets = new SecretStore({ dataDir, encryption, logger });
  const mqttClients = new ClientStore({ dataDir, vault: secrets, logger });
  const gatewayLogger = logger.child('gateway');
  const gatewayStore = new GatewayStore({ dataDir, logger: gatewayLogger });
  const nodes = createNodeNumbers({ dataDir, logger: gatewayLogger });
  const historyLogger = logger.child('history');
  const history = new History({
    store: createHistoryStore({ dataDir: options.dataDir, logger: historyLogger }),
    registry,
    recordSimulated: options.simulatePublish,
    raise: (report) => registry.raise(report),
    clear: (report) => registry.clear(report),
    clock,
    logger: historyLogger,
  });
  const exports = new Exports({ source: history.source, clock, logger: logger.child('export') });
  const csvLog = createCsvLog({
    registry,
    dataDir,
    simulated: options.simulatePublish,
    clock,
    logger: logger.child('csv'),
  });
  const alarmLogger = logger.child('alarms');
  const alarmRules = new AlarmRuleStore({ dataDir, logger: alarmLogger });
  const alarmState = new AlarmStateStore({ dataDir, logger: alarmLogger });
  const alarms = new AlarmManager({
    rules: alarmRules,
    state: alarmState,
    log: history.source.alarms,
    registry,
    clock,
    logger: alarmLogger,
  });
  /** What runs, in the order it was started. */
  const parts: StartedPart[] = [];
  /** What is told that the computer woke. */
  const sleepers: Pick<Driver, 'wake'>[] = [alarms];
  let stopping: Promise<void> | undefined;
  let dismantling: Promise<void> | undefined;

  const checkAborted = (): void => {
    if (stopping) throw new MensuraError('internal', 'The service was stopped while it started.');
  };

  async function loadSettings(): Promise<void> {
    const stores = [settings, memory, installation, secrets, mqttClients, gatewayStore, nodes, alarmRules, alarmState];
    for (const store of stores) {
      const damage = await store.start();
      if (damage) {
        const remedy = 'The defaults are in use. Compare with the file that was set aside, or delete it.';
        registry.raise({ code: 'settings-damaged', subject: damage.split(' ')[0] ?? '', text: damage, remedy });
      }
    }
    for (const path of settings.get().serial_ports) serial.addPort(path);
  }

  function createMqtt(): MqttManager {
    const mqttLogger = logger.child('mqtt');
    const publishSimulated = options.simulatePublish;
    return new MqttManager({
      store: mqttClients,
      vault: secrets,
      publisher: createDevicePublisher({
        registry,
        alarms,
        publishSimulated,
        clock,
        logger: mqttLogger,
        // No echo: what came from a broker never goes to one.
        mayPublish: ({ description }) => description.cameOverMqtt !== true,
      }),
      simulatedPublished: publishSimulated,
      installation: installation.id,
      folder: join(dataDir, 'mqtt'),
      clock,
      logger: mqttLogger,
      raise: (report) => registry.raise(report),
      clear: (report) => registry.clear(report),
    });
  }

  function createGateways(): GatewayDriver {
    const { id } = installation;
    const common = { clock, logger: gatewayLogger };
    const brokers = createBrokerSource({ ...common, store: mqttClients, installation: id });
    return new GatewayDriver({
      ...common,
      store: gatewayStore,
      nodes,
      kinds: {
        sensgate: createSensgateKind(common),
        mqtt: createRemoteKind({ ...common, brokers, installation: id }),
      },
    });
  }

  function createDiscovery(): DiscoverySwitch {
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
          })),
        onChange: (listener) => mqttClients.events.on('changed', listener),
      },
      join: joinBonjour,
      clock,
      logger: logger.child('discovery'),
    });
  }

  function startHistory(): void {
    const unsubscribe = settings.events.on('changed', (changed) => {
      history.change(historyWishes(changed)).catch((error: unknown) => {
        logger.error(`The history did not take how long to keep things: ${errorText(error)}`, { error });
      });
    });
    parts.push({
      name: 'history',
      stop: async () => {
        unsubscribe();
        await history.stop();
      },
    });
    history.start(historyWishes(settings.get()));
    parts.push({ name: 'exports', stop: () => exports.stop() });
  }

  function startCsvLog(): void {
    const unsubscribe = settings.events.on('changed', (changed) => csvLog.configure(changed));
    parts.push({
      name: 'CSV files',
      stop: async () => {
        unsubscribe();
        await csvLog.stop();
      },
    });
    csvLog.configure(settings.get());
  }

  /** Of simulated instruments that none is set for, in milliseconds. */
  function simulatedPeriod(): number {
    return options.overridden.simulate_period === undefined ? live.get().simulate_period : options.simulatePeriodMs;
  }

  async function startHttp(mqtt: MqttManager, gateways: GatewayDriver, discovery: DiscoverySwitch): Promise<void> {
    const checks = createSystemChecks({
      platform: process.platform,
      uid: process.getuid?.(),
      udevRule,
      dataDir,
      history,
      clock,
    });
    const http = createHttpServer({
      registry,
      devices: memory,
      settings: live,
      maintenance: new Maintenance({
        dataDir,
        settings: live,
        devices: memory,
        mqtt,
        gateways: gateways.manager,
        alarms,
        defaultPeriodOf: (key) => (registry.get(key)?.description.simulated ? simulatedPeriod() : PERIOD_MS.default),
        clock,
        logger: logger.child('settings'),
      }),
      log: log.ring,
      checks,
      diagnostics: createDiagnostics({
        host,
        started: options,
        registry,
        devices: memory,
        settings: live,
        mqtt,
        gateways: gateways.manager,
        alarms,
        history,
        checks,
        log: log.ring,
        clock,
      }),
      mqtt,
      gateways: gateways.manager,
      alarms,
      history,
      exports,
      discovery,
      port: options.port,
      allowedOrigins: () => live.allowedOrigins(),
      rendererDir,
      host,
      clock,
      logger: logger.child('http'),
      proveInstance: (challenge) => instance.prove(challenge),
      describePortHolder,
    });
    await address.start(http);
    parts.push({ name: 'HTTP server', stop: () => http.stop() });
  }

  async function startDriver(driver: Driver): Promise<void> {
    const started = run(driver);
    parts.push({ name: `${driver.name} driver`, stop: () => started.stop() });
    await started.start();
  }

  async function startAll(): Promise<void> {
    const lock = await claimDataFolder(options.dataDir);
    parts.push({ name: 'data folder', stop: () => lock.release() });
    checkAborted();
    await loadSettings();
    checkAborted();
    registry.start();
    parts.push({ name: 'registry', stop: () => registry.stop() });
    startHistory();
    startCsvLog();
    parts.push({ name: 'alarms', stop: () => alarms.stop() });
    alarms.start();
    const mqtt = createMqtt();
    await mqtt.prepare();
    const gateways = createGateways();
    const discovery = createDiscovery();
    await startHttp(mqtt, gateways, discovery);
    checkAborted();
    parts.push({ name: 'changes of settings', stop: () => live.stop() });
    parts.push({ name: 'instance file', stop: () => instance.withdraw() });
    await address.announce();
    // After the port is ours: a Mensura that cannot serve shall not show itself to the brokers.
    checkAborted();
    parts.push({ name: 'MQTT clients', stop: () => mqtt.stop() });
    mqtt.start();
    sleepers.push(mqtt);
    parts.push({ name: 'discovery', stop: () => discovery.stop() });
    await discovery.change(options.discovery);
    parts.push({ name: 'node numbers', stop: () => nodes.stop() });
    for (const driver of [...drivers, gateways]) {
      checkAborted();
      await startDriver(driver);
      sleepers.push(driver);
    }
    checkAborted();
    parts.push({ name: 'simulated driver', stop: () => simulated.stop() });
    await simulated.change(simulationAtStart(options));
    const sleepWatch = new SleepWatch({ clock, onWake: wake });
    parts.push({ name: 'sleep watch', stop: () => sleepWatch.stop() });
    sleepWatch.start();
    live.start(settingsEffects({ options, simulated, discovery, setLogLevel: (level) => log.setLevel(level) }));
    logger.info(`Mensura ${RELEASE_TEXT} serves at ${address.url}, data in ${options.dataDir}.`);
  }

  /** Both a start that failed and whoever stops it may ask: each waits for the same, in the same order. */
  function stopAll(): Promise<void> {
    dismantling ??= dismantle().finally(() => {
      dismantling = undefined;
    });
    return dismantling;
  }

  async function dismantle(): Promise<void> {
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await withDeadline(Promise.resolve(part.stop()), STOP_DEADLINE_MS, `Stopping the ${part.name}`);
      } catch (error) {
        logger.error(`The ${part.name} did not stop cleanly: ${errorText(error)}`, { error });
      }
    }
  }

  let wokeAt = Number.NEGATIVE_INFINITY;
  /** Called by the desktop and by our own watch: for one sleep, once. */
  function wake(): void {
    if (parts.length === 0 || clock.monotonic() - wokeAt < WAKE_INTERVAL_MS) return;
    wokeAt = clock.monotonic();
    logger.info('The computer woke from sleep: instruments are opened again, brokers and gateways connected anew.');
    for (const sleeper of sleepers) sleeper.wake?.();
  }

  let starting: Promise<void> | undefined;
  return {
    wake,
    start: async () => {
      starting ??= startAll();
      try {
        await starting;
      } catch (error) {
        await stopAll();
        throw error;
      }
    },
    stop: () => {
      stopping ??= (async () => {
        // A start under way sees `stopping` at its next step and ends; its error went to whoever started.
        await starting?.catch(() => {});
        await stopAll();
      })();
      return stopping;
    },
    get url() {
      return address.url;
    },
    addressEvents: address.events,
    registry,
    serial,
    settings: live,
    alarms,
    names: memory,
  };
}

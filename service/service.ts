/** The composition root: puts the parts together, starts them in order, ends them in reverse. */
import { AlarmManager } from './alarms/manager.ts';
import { createComputed } from './composition/computed.ts';
import { DriverRunner } from './composition/driver-runner.ts';
import { createDrivers } from './composition/drivers.ts';
import { createHttp } from './composition/http.ts';
import { closeDataFolder, LockWatch, lockDataFolder } from './composition/lock-data-folder.ts';
import { createMaintenance } from './composition/maintenance.ts';
import { createDatabases, createDiscovery, createGateways, createMqtt } from './composition/network.ts';
import { createNotifications } from './composition/notifications.ts';
import { createRecording } from './composition/recording.ts';
import { ResumeNotifier } from './composition/resume-notifier.ts';
import { type AddressEvents, ServiceAddress } from './composition/service-address.ts';
import type { ServiceHost } from './composition/service-host.ts';
import { createSettingsApplier, initialSimulation } from './composition/settings-applier.ts';
import { createStoredReadings } from './composition/stored-readings.ts';
import { createStores, readStores } from './composition/stores.ts';
import { UnsavedFiles } from './composition/unsaved-files.ts';
import type { ComputedManager } from './computed/manager.ts';
import { APP_VERSION_TEXT } from './contract/index.ts';
import { ActiveCorrections } from './corrections/active-corrections.ts';
import { CorrectionManager } from './corrections/manager.ts';
import { KnownDevices } from './devices/known-devices.ts';
import type { DeviceClaims } from './devices/ownership.ts';
import { Registry } from './devices/registry.ts';
import type { AlarmSource } from './devices/types.ts';
import type { Driver } from './drivers/driver.ts';
import { SerialPortManager } from './drivers/serial/port-manager.ts';
import { RunPlanManager } from './history/runs/plan-manager.ts';
import type { DeviceSettingsStore } from './settings/device-memory.ts';
import { InstanceFile } from './settings/instance-file.ts';
import { LiveSettings } from './settings/live-settings.ts';
import type { ServiceOptions } from './settings/options.ts';
import { systemClock } from './support/clock.ts';
import type { Emitter } from './support/emitter.ts';
import { MensuraError } from './support/errors.ts';
import { startNodeHelper } from './support/helper-process.ts';
import { ShutdownStack } from './support/shutdown-stack.ts';
import { SleepDetector } from './support/sleep-detector.ts';

export type { ServiceHost } from './composition/service-host.ts';

/** How long one part may take to stop, in milliseconds; then the next is stopped. */
const STOP_DEADLINE_MS = 5000;

/** What the instance file holds, as a problem names it. */
const ADDRESS = "the service's address";

export interface Service {
  /**
   * @throws MensuraError `data-folder-in-use`, `data-folder-unusable`, `port-taken`; everything that had begun is
   * stopped again
   */
  start(): Promise<void>;
  /**
   * May be called twice, and while starting.
   * @returns false where a part has not ended in time, and may still be writing to the data folder
   */
  stop(): Promise<boolean>;
  /**
   * The computer woke from sleep: instruments are opened again, brokers and gateways connected anew, at once. Where the
   * system does not say so, the service notices by itself.
   */
  wake(): void;
  /** The base address, once started. */
  readonly url: string;
  /** Told when the base address became another, while the service runs. */
  readonly addressEvents: Emitter<AddressEvents>;
  readonly registry: Registry;
  /** Adds and removes ports, for the window's shell. */
  readonly serialPorts: SerialPortManager;
  readonly settings: Pick<LiveSettings, 'get' | 'patch' | 'events' | 'facts'>;
  /** What the window's shell tells of alarms. */
  readonly alarms: AlarmSource & Pick<AlarmManager, 'list' | 'findRule'>;
  /** What the user calls devices and channels. */
  readonly names: Pick<DeviceSettingsStore, 'get'>;
  /** Computed channels, with the decimals that the user has set. */
  readonly computed: Pick<ComputedManager, 'list'>;
}

export function createService(options: ServiceOptions, surroundings: ServiceHost): Service {
  const { logger, log, udevRule, encryption } = surroundings;
  const serviceLogger = logger.child('service');
  const { dataDir } = options;
  const clock = systemClock;
  const correctionLogger = logger.child('corrections');
  const active = new ActiveCorrections(correctionLogger);
  const registry = new Registry({
    clock,
    logger,
    corrections: active,
    seaLevelPressure: (key) => stores.memory.seaLevelPressureOf(key),
  });
  const stores = createStores({ dataDir, encryption, registry, logger });
  const { settings, memory } = stores;
  const known = new KnownDevices({
    registry,
    store: stores.knownDevices,
    clock,
    logger: logger.child('registry'),
    corrections: active,
  });
  const corrections = new CorrectionManager({
    store: stores.corrections,
    active,
    registry,
    known,
    clock,
    logger: correctionLogger,
  });
  const instance = new InstanceFile(dataDir);
  const address = new ServiceAddress({ instance, logger: logger.child('http') });
  const live = new LiveSettings({ store: settings, options, preparePort: (port) => address.prepare(port) });
  const { serial, usb, devices, simulated } = createDrivers({ options, memory, registry, udevRule, clock, logger });
  const { startHelper = startNodeHelper } = surroundings;
  const recording = createRecording({
    options,
    settings,
    registry,
    corrections,
    computed: stores.computed,
    startHelper,
    clock,
    logger,
  });
  const alarms = new AlarmManager({
    rules: stores.alarmRules,
    state: stores.alarmState,
    log: recording.history.source.alarms,
    registry,
    known,
    settings: memory,
    clock,
    logger: logger.child('alarms'),
  });
  const runPlans = new RunPlanManager({
    store: stores.runPlans,
    runs: recording.runs,
    registry,
    alarms,
    clock,
    logger: logger.child('runs'),
  });
  const serialPorts = new SerialPortManager({
    driver: serial,
    saved: () => live.get().serial_ports,
    save: (paths) => live.patch({ serial_ports: paths }),
    problems: () => registry.problems(),
    deviceOn: (path) =>
      registry.list('usb').find(({ description }) => description.connections.vcp?.port === path)?.description.serial,
    logger: logger.child('serial'),
  });
  const computed = createComputed({ stores, registry, known, history: recording.history, clock, logger });
  const unsaved = new UnsavedFiles({ folder: dataDir, registry });
  const shutdown = new ShutdownStack(serviceLogger, STOP_DEADLINE_MS);
  const resumeNotifier = new ResumeNotifier({ clock, logger: serviceLogger });
  resumeNotifier.add(alarms);
  resumeNotifier.add(corrections);
  resumeNotifier.add(runPlans);
  let starting: Promise<void> | undefined;
  let stopping: Promise<boolean> | undefined;

  const checkAborted = (): void => {
    if (stopping) throw new MensuraError('internal', 'The service was stopped during startup.');
  };

  const wake = (): void => {
    if (shutdown.areRunning) resumeNotifier.wake();
  };

  const publishAddress = (): Promise<void> => address.publish();

  async function startDrivers(drivers: readonly Driver[], claims: DeviceClaims): Promise<void> {
    checkAborted();
    const run = new DriverRunner({ drivers, devices: claims, logger: serviceLogger });
    shutdown.add(`${claims.name} driver`, () => run.stop());
    await run.start();
    for (const driver of drivers) resumeNotifier.add(driver);
  }

  async function startAll(): Promise<void> {
    const lock = await lockDataFolder(dataDir);
    const lockWatch = new LockWatch({
      dataDir,
      lock,
      logger: serviceLogger,
      restore: () => instance.restore().catch((error: unknown) => unsaved.add(ADDRESS, error, publishAddress)),
      onLost: (error) => surroundings.giveUp(error),
    });
    shutdown.add('data folder', () => lockWatch.stop());
    lockWatch.start();
    const exposure = closeDataFolder(dataDir, serviceLogger);
    if (exposure) registry.raise(exposure);
    checkAborted();
    await readStores(stores, registry);
    shutdown.add('unsaved files', () => unsaved.stop());
    const { installation } = stores;
    if (installation.failure)
      unsaved.add("this installation's id", installation.failure.error, () => installation.save());
    for (const path of settings.get().serial_ports) serial.addPort(path);
    checkAborted();
    registry.start();
    shutdown.add('registry', () => registry.stop());
    shutdown.add('corrections', async () => corrections.stop());
    corrections.start();
    shutdown.add('known devices', () => known.stop());
    known.start();
    recording.start(shutdown);
    const notifications = createNotifications({
      stores,
      registry,
      known,
      alarms,
      computed,
      settings: live,
      history: recording.history,
      url: () => address.url,
      clock,
      logger,
    });
    notifications.prepare();
    shutdown.add('alarms', () => alarms.stop());
    alarms.start();
    // After the alarms: those that are active start no run.
    shutdown.add('automatic runs', () => runPlans.stop());
    runPlans.start();
    const network = { options, stores, registry, alarms, clock, logger };
    const mqtt = createMqtt(network);
    await mqtt.prepare();
    const databases = createDatabases(network, createStoredReadings(recording.history, registry, known));
    await databases.prepare();
    const { gateways, gatewayDevices } = createGateways(network);
    const discovery = createDiscovery(network);
    const restorable = {
      settings: live,
      devices: memory,
      mqtt,
      gateways,
      databases,
      destinations: notifications,
      alarms,
      dashboards: stores.dashboards,
      corrections,
      computed,
      runPlans,
    };
    const maintenance = createMaintenance({
      ...restorable,
      history: recording.history,
      options,
      registry,
      clock,
      logger,
    });
    const served = {
      recording,
      runPlans,
      alarms,
      corrections,
      computed,
      serialPorts,
      mqtt,
      gateways,
      databases,
      destinations: notifications,
      discovery,
      maintenance,
      settings: live,
    };
    const http = createHttp({ ...served, options, surroundings, stores, registry, known, instance, address, clock });
    await address.start(http);
    shutdown.add('HTTP server', () => http.stop());
    checkAborted();
    shutdown.add('instance file', () => instance.withdraw());
    // Before the file: it may still be unsaved.
    shutdown.add('unsaved files', () => unsaved.stop());
    // Before the file: a change under way could write it once more.
    shutdown.add('changes of settings', () => live.stop());
    // Whoever reads the API needs no file for it.
    await publishAddress().catch((error: unknown) => unsaved.add(ADDRESS, error, publishAddress));
    // After the port is ours: a Mensura that cannot serve shall not show itself to the brokers.
    checkAborted();
    shutdown.add('MQTT clients', () => mqtt.stop());
    mqtt.start();
    resumeNotifier.add(mqtt);
    shutdown.add('databases', () => databases.stop());
    databases.start();
    resumeNotifier.add(databases);
    shutdown.add('notifications', () => notifications.stop());
    notifications.start();
    resumeNotifier.add(notifications);
    shutdown.add('discovery', () => discovery.stop());
    await discovery.change(options.discovery);
    shutdown.add('node numbers', () => stores.nodes.stop());
    await startDrivers([usb, serial], devices);
    await startDrivers([gateways], gatewayDevices);
    checkAborted();
    shutdown.add('simulated driver', () => simulated.stop());
    await simulated.change(initialSimulation(options));
    // After the drivers: it ends before them, and does not take their end for that of its inputs.
    shutdown.add('computed channels', () => computed.stop());
    computed.start();
    const sleepWatch = new SleepDetector({ clock, onWake: wake });
    shutdown.add('sleep watch', () => sleepWatch.stop());
    sleepWatch.start();
    live.start(
      createSettingsApplier({
        options,
        simulated,
        discovery,
        setLogLevel: (level) => log.setLevel(level),
        reportSeaLevelPressure: () => {
          const all = [...registry.all(), ...known.list()];
          memory.reportCommonSeaLevelPressure(all.map(({ description }) => description));
        },
      }),
    );
    await maintenance.resume();
    // Before the drivers: devices that are connected now are stored as connected.
    shutdown.add('known devices', () => known.stop());
    // Stops first: a listener must not see every device removed because the service ends.
    shutdown.add('HTTP server', () => http.stop());
    serviceLogger.info(`Mensura ${APP_VERSION_TEXT} listening at ${address.url} (data folder ${dataDir})`);
  }

  return {
    start: async () => {
      starting ??= startAll();
      try {
        await starting;
      } catch (error) {
        await shutdown.stop();
        throw error;
      }
    },
    stop: () => {
      stopping ??= (async () => {
        // A start under way sees `stopping` at its next step and ends; its error went to whoever started.
        await starting?.catch(() => {});
        return shutdown.stop();
      })();
      return stopping;
    },
    wake,
    get url() {
      return address.url;
    },
    addressEvents: address.events,
    registry,
    serialPorts,
    settings: live,
    alarms,
    names: memory,
    computed,
  };
}

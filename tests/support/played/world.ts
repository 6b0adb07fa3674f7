/** Everything that the HTTP service is given, played in memory: one play for its own tests and for those of the GUI. */
import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import type { Check } from '../../../service/contract/index.ts';
import type { KnownDevices } from '../../../service/devices/known-devices.ts';
import type { Registry } from '../../../service/devices/registry.ts';
import type { HttpOptions } from '../../../service/http/options.ts';
import type { Clock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { PlayedAlarms } from './alarms.ts';
import { PlayedComputed } from './computed.ts';
import { PlayedCorrections } from './corrections.ts';
import { PlayedDashboards } from './dashboards.ts';
import { PlayedDatabases } from './databases.ts';
import { PlayedDestinations } from './destinations.ts';
import { PlayedExports } from './exports.ts';
import { PlayedGateways } from './gateways.ts';
import { PlayedHistory } from './history.ts';
import { PlayedImports } from './imports.ts';
import { playedKnownDevices } from './known-devices.ts';
import { PlayedLog } from './log.ts';
import { PlayedMaintenance } from './maintenance.ts';
import { PlayedMqtt } from './mqtt.ts';
import { playedReports } from './reports.ts';
import { PlayedRunPlans } from './run-plans.ts';
import { PlayedRuns } from './runs.ts';
import { PlayedSerialPorts } from './serial-ports.ts';
import { PlayedDeviceSettings, PlayedSettings } from './settings.ts';

const DIAGNOSTICS = Buffer.from(zipSync({ 'versions.json': Buffer.from('{}') }));

export class PlayedWorld {
  readonly devices = new PlayedDeviceSettings();
  readonly settings = new PlayedSettings();
  readonly mqtt = new PlayedMqtt();
  readonly gateways = new PlayedGateways();
  readonly databases = new PlayedDatabases();
  readonly alarms = new PlayedAlarms();
  readonly destinations = new PlayedDestinations();
  readonly dashboards = new PlayedDashboards();
  readonly corrections = new PlayedCorrections();
  readonly computed = new PlayedComputed();
  readonly serialPorts = new PlayedSerialPorts();
  readonly history = new PlayedHistory();
  readonly runs = new PlayedRuns();
  readonly runPlans = new PlayedRunPlans(this.runs);
  readonly exports = new PlayedExports();
  readonly imports = new PlayedImports();
  readonly maintenance = new PlayedMaintenance();
  readonly log = new PlayedLog();
  /** What is checked of the computer. */
  checks: Check[] = [];
  #known: KnownDevices | undefined;

  /** The same at each call. Not started: whoever starts it ends it. */
  knownDevices(world: { registry: Registry; clock: Clock }): KnownDevices {
    this.#known ??= playedKnownDevices(world);
    return this.#known;
  }

  /** What a service on it is started with: on any free port, without the GUI. */
  options({ registry, clock }: { registry: Registry; clock: Clock }): HttpOptions {
    return {
      registry,
      installation: 'MS0123456789',
      isSimulatedIncluded: true,
      known: this.knownDevices({ registry, clock }),
      devices: this.devices,
      settings: this.settings,
      mqtt: this.mqtt,
      gateways: this.gateways,
      databases: this.databases,
      alarms: this.alarms,
      destinations: this.destinations,
      dashboards: this.dashboards,
      corrections: this.corrections,
      computed: this.computed,
      serialPorts: this.serialPorts,
      history: this.history,
      runs: this.runs,
      reports: playedReports(this, registry),
      runPlans: this.runPlans,
      exports: this.exports,
      imports: this.imports,
      discovery: { offers: () => this.gateways.offers },
      maintenance: this.maintenance,
      log: this.log,
      checks: { run: async () => ({ checks: this.checks }) },
      diagnostics: { open: () => ({ file: 'mensura-diagnostics.zip', stream: Readable.from([DIAGNOSTICS]) }) },
      port: 0,
      allowedOrigins: () => new Set(),
      rendererDir: undefined,
      host: 'headless',
      clock,
      logger: silentLogger,
      onLeave: () => {},
      proveInstance: (challenge) => `proof of ${challenge}`,
      describePortHolder: async () => 'a test',
    };
  }
}

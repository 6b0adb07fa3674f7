/** Backup and restore over the real stores and managers, with a data folder of its own; brokers and gateways are not asked. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { AlarmManager } from '../../../service/alarms/manager.ts';
import { AlarmRuleStore } from '../../../service/alarms/rule-store.ts';
import { AlarmStateStore } from '../../../service/alarms/state-store.ts';
import type { MaintenanceOptions } from '../../../service/backup/groups.ts';
import { Maintenance } from '../../../service/backup/maintenance.ts';
import { createComputed } from '../../../service/composition/computed.ts';
import { ComputedStore } from '../../../service/computed/computed-store.ts';
import { IntegralStates } from '../../../service/computed/integral-states.ts';
import type { EntityChange } from '../../../service/contract/index.ts';
import { ActiveCorrections } from '../../../service/corrections/active-corrections.ts';
import { CorrectionManager } from '../../../service/corrections/manager.ts';
import { CorrectionStore } from '../../../service/corrections/store.ts';
import { DatabaseStore } from '../../../service/databases/store.ts';
import type { ProblemReport } from '../../../service/devices/problems.ts';
import { Registry } from '../../../service/devices/registry.ts';
import { type DeviceKey, deviceKey } from '../../../service/devices/types.ts';
import { GatewayStore } from '../../../service/drivers/gateway/store.ts';
import { RunPlanManager } from '../../../service/history/runs/plan-manager.ts';
import { RunPlanStore } from '../../../service/history/runs/plan-store.ts';
import { ClientStore } from '../../../service/mqtt/clients/client-store.ts';
import { DestinationStore } from '../../../service/notifications/store.ts';
import { DashboardStore } from '../../../service/settings/dashboard-store.ts';
import { DeviceSettingsStore } from '../../../service/settings/device-memory.ts';
import { SecretStore } from '../../../service/settings/secret-store.ts';
import { SettingsStore } from '../../../service/settings/settings-store.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { PlayedRuns } from '../../support/played/runs.ts';
import { noRuleDevices } from '../../support/rule-devices.ts';
import { PlayedLog } from '../alarms/support.ts';
import { createManagers } from './managers.ts';

/** What the events said that changed. */
export interface Told {
  settings: number;
  devices: string[];
  mqtt: EntityChange<'mqtt-client'>[];
  gateways: EntityChange<'gateway'>[];
  alarms: EntityChange<'alarm-rule'>[];
  dashboards: EntityChange<'dashboard'>[];
  corrections: EntityChange<'correction'>[];
  computed: EntityChange<'computed-channel'>[];
  runPlans: EntityChange<'run-plan'>[];
}

/** @param changes what stands in for the real thing */
export async function maintenanceRig(changes: Partial<MaintenanceOptions> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mensura-maintenance-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const [clock, logger] = [systemClock, silentLogger];
  /** Periods that instruments were sent. */
  const periods: [string, number][] = [];
  /** What instruments answer; by default they are not attached. */
  const attached = new Map<string, Error | undefined>();
  const settings = new SettingsStore(dataDir, logger);
  const devices = new DeviceSettingsStore({
    dataDir,
    logger,
    setPeriod: async (key: DeviceKey, ms) => {
      if (!attached.has(deviceKey(key))) return registry.setPeriod(key, ms);
      const failure = attached.get(deviceKey(key));
      if (failure) throw failure;
      periods.push([deviceKey(key), ms]);
    },
    currentPeriod: () => undefined,
  });
  const vault = new SecretStore({ dataDir, encryption: undefined, logger });
  const clients = new ClientStore({ dataDir, vault, logger });
  const gatewayStore = new GatewayStore(dataDir, logger);
  const databaseStore = new DatabaseStore({ dataDir, vault, logger });
  const destinationStore = new DestinationStore({ dataDir, vault, logger });
  const rules = new AlarmRuleStore(dataDir, logger);
  const dashboards = new DashboardStore(dataDir, logger);
  const corrected = new CorrectionStore(dataDir, logger);
  const formulas = new ComputedStore(dataDir, logger);
  const planStore = new RunPlanStore(dataDir, logger);
  const state = new AlarmStateStore(dataDir, logger);
  const registry = new Registry({ clock, logger });
  for (const store of [
    settings,
    devices,
    vault,
    clients,
    gatewayStore,
    databaseStore,
    destinationStore,
    rules,
    state,
    dashboards,
    corrected,
    formulas,
    planStore,
  ]) {
    await store.start();
  }
  const { mqtt, gateways, databases, destinations } = createManagers({
    dataDir,
    clients,
    vault,
    gateways: gatewayStore,
    databases: databaseStore,
    destinations: destinationStore,
  });
  const alarms = new AlarmManager({ rules, state, log: new PlayedLog(), registry, ...noRuleDevices(), clock, logger });
  const active = new ActiveCorrections(logger);
  const known = { get: () => undefined, forget: async () => {} };
  const corrections = new CorrectionManager({ store: corrected, active, registry, known, clock, logger });
  const computed = createComputed({
    stores: { computed: formulas, integrals: new IntegralStates(dataDir, logger), memory: devices },
    registry,
    known,
    history: { query: () => Promise.reject(new Error('no history')) },
    clock,
    logger,
  });
  const runPlans = new RunPlanManager({
    store: planStore,
    runs: new PlayedRuns(),
    registry,
    alarms,
    clock,
    logger,
  });
  const told: Told = {
    settings: 0,
    devices: [],
    mqtt: [],
    gateways: [],
    alarms: [],
    dashboards: [],
    corrections: [],
    computed: [],
    runPlans: [],
  };
  settings.events.on('changed', () => (told.settings += 1));
  devices.events.on('changed', (key) => told.devices.push(deviceKey(key)));
  mqtt.events.on('changed', (event) => told.mqtt.push(event));
  gateways.events.on('changed', (event) => told.gateways.push(event));
  alarms.events.on('rule', (event) => told.alarms.push(event));
  dashboards.events.on('changed', (event) => told.dashboards.push(event));
  corrections.events.on('changed', (event) => told.corrections.push(event));
  computed.events.on('changed', (event) => told.computed.push(event));
  runPlans.events.on('changed', (event) => told.runPlans.push(event));
  const raised: ProblemReport[] = [];
  const maintenance = new Maintenance({
    dataDir,
    raise: (report) => raised.push(report),
    settings,
    devices,
    mqtt,
    gateways,
    databases,
    destinations,
    alarms,
    dashboards,
    corrections,
    computed,
    runPlans,
    losses: async () => [],
    defaultPeriodOf: () => 1000,
    clock,
    logger,
    ...changes,
  });
  return {
    dataDir,
    settings,
    devices,
    mqtt,
    clients,
    gateways,
    databases,
    alarms,
    dashboards,
    corrections,
    computed,
    runPlans,
    maintenance,
    raised,
    told,
    periods,
    attached,
  };
}

export type MaintenanceRig = Awaited<ReturnType<typeof maintenanceRig>>;

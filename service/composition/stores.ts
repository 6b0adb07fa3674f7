import { AlarmRuleStore } from '../alarms/rule-store.ts';
import { AlarmStateStore } from '../alarms/state-store.ts';
import { ComputedStore } from '../computed/computed-store.ts';
import { IntegralStates } from '../computed/integral-states.ts';
import { CorrectionStore } from '../corrections/store.ts';
import { DatabaseStore } from '../databases/store.ts';
import { KnownDeviceStore } from '../devices/known-device-store.ts';
import type { Registry } from '../devices/registry.ts';
import { NodeNumbers } from '../drivers/gateway/devices/node-numbers.ts';
import { GatewayStore } from '../drivers/gateway/store.ts';
import { RunPlanStore } from '../history/runs/plan-store.ts';
import { ClientStore } from '../mqtt/clients/client-store.ts';
import { DestinationStore } from '../notifications/store.ts';
import { DashboardStore } from '../settings/dashboard-store.ts';
import { DeviceSettingsStore } from '../settings/device-memory.ts';
import { Installation } from '../settings/installation.ts';
import { type SecretEncryption, SecretStore } from '../settings/secret-store.ts';
import { SettingsStore } from '../settings/settings-store.ts';
import type { Logger } from '../support/logger.ts';

export interface StoresOptions {
  dataDir: string;
  encryption: SecretEncryption | undefined;
  registry: Registry;
  logger: Logger;
}

export type Stores = ReturnType<typeof createStores>;

export function createStores({ dataDir, encryption, registry, logger }: StoresOptions) {
  const secrets = new SecretStore({ dataDir, encryption, logger: logger.child('secrets') });
  const settingsLogger = logger.child('settings');
  const gatewayLogger = logger.child('gateway');
  const alarmLogger = logger.child('alarms');
  const computedLogger = logger.child('computed');
  const computed = new ComputedStore(dataDir, computedLogger);
  const settings = new SettingsStore(dataDir, settingsLogger);
  return {
    settings,
    memory: new DeviceSettingsStore({
      dataDir,
      logger: settingsLogger,
      setPeriod: (key, periodMs) => registry.setPeriod(key, periodMs),
      currentPeriod: (key) => registry.get(key)?.description.periodMs,
      commonSeaLevelPressure: () => settings.get().sea_level_pressure_pa,
      computedName: (id) => computed.entries.get(id)?.computed.name,
    }),
    dashboards: new DashboardStore(dataDir, settingsLogger),
    knownDevices: new KnownDeviceStore(dataDir, logger.child('registry')),
    installation: new Installation(dataDir),
    secrets,
    mqttClients: new ClientStore({ dataDir, vault: secrets, logger: logger.child('mqtt') }),
    databases: new DatabaseStore({ dataDir, vault: secrets, logger: logger.child('databases') }),
    destinations: new DestinationStore({ dataDir, vault: secrets, logger: logger.child('notifications') }),
    gateways: new GatewayStore(dataDir, gatewayLogger),
    nodes: new NodeNumbers(dataDir, gatewayLogger),
    alarmRules: new AlarmRuleStore(dataDir, alarmLogger),
    corrections: new CorrectionStore(dataDir, logger.child('corrections')),
    alarmState: new AlarmStateStore(dataDir, alarmLogger),
    runPlans: new RunPlanStore(dataDir, logger.child('runs')),
    computed,
    integrals: new IntegralStates(dataDir, computedLogger),
  };
}

/**
 * Reads all stores, the secrets first, because others refer to them. A damaged file becomes a problem.
 * @throws MensuraError `data-folder-unusable`
 */
export async function readStores(stores: Stores, registry: Registry): Promise<void> {
  for (const store of Object.values(stores)) {
    const damage = await store.start();
    if (!damage) continue;
    const remedy = 'Default values are in use. Recover settings from the renamed file, or delete it.';
    registry.raise({ code: 'settings-damaged', subject: damage.split(' ')[0] ?? '', text: damage, remedy });
  }
}

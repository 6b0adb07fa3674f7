/**
 * The measuring and storing parts of the service, composed as in the service, without HTTP and drivers of real devices,
 * and with a history that may be smaller than settings allow.
 */

import { join } from 'node:path';
import { AlarmManager } from '../../../service/alarms/manager.ts';
import { createDrivers } from '../../../service/composition/drivers.ts';
import { createMqtt } from '../../../service/composition/network.ts';
import { createRecording, type Recording } from '../../../service/composition/recording.ts';
import { createStores, readStores } from '../../../service/composition/stores.ts';
import { type Settings, settingsSchema } from '../../../service/contract/index.ts';
import { Registry } from '../../../service/devices/registry.ts';
import type { MqttManager } from '../../../service/mqtt/clients/manager.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { startNodeHelper } from '../../../service/support/helper-process.ts';
import type { Logger } from '../../../service/support/logger.ts';
import { ShutdownStack } from '../../../service/support/shutdown-stack.ts';
import { noRuleDevices } from '../../support/rule-devices.ts';

export interface MeasuringOptions {
  dataDir: string;
  logger: Logger;
  settings: Partial<Settings>;
}

export interface Measuring {
  registry: Registry;
  instruments: ReturnType<typeof createDrivers>;
  recording: Recording;
  alarms: AlarmManager;
  mqtt: MqttManager;
  /** The folder of the CSV files. */
  csvFolder: string;
  /** Changes settings, as a user would. */
  change(settings: Partial<Settings>): void;
  stop(): Promise<boolean>;
}

export async function startMeasuring({ dataDir, logger, settings: given }: MeasuringOptions): Promise<Measuring> {
  const clock = systemClock;
  const registry = new Registry({ clock, logger });
  const stores = createStores({ dataDir, encryption: undefined, registry, logger });
  let current: Settings = { ...settingsSchema.parse({}), ...given };
  const settings = {
    get: () => current,
    events: new Emitter<{ changed: Settings }>((error) => {
      throw error;
    }),
  };
  const options = { dataDir, simulatePublish: true, serialPorts: [], simulateSeed: 1, simulateFaults: true };
  const instruments = createDrivers({
    options,
    memory: stores.memory,
    registry,
    udevRule: undefined,
    clock,
    logger,
  });
  const corrections = { versionsOf: () => [] };
  const recording = createRecording({
    options,
    settings,
    registry,
    corrections,
    computed: stores.computed,
    startHelper: startNodeHelper,
    clock,
    logger,
  });
  const alarms = new AlarmManager({
    rules: stores.alarmRules,
    state: stores.alarmState,
    log: recording.history.source.alarms,
    registry,
    ...noRuleDevices(),
    clock,
    logger,
  });
  const parts = new ShutdownStack(logger);
  await readStores(stores, registry);
  registry.start();
  parts.add('registry', () => registry.stop());
  recording.start(parts);
  parts.add('alarms', () => alarms.stop());
  alarms.start();
  const mqtt = createMqtt({ options, stores, registry, alarms, clock, logger });
  await mqtt.prepare();
  parts.add('MQTT clients', () => mqtt.stop());
  mqtt.start();
  parts.add('simulated driver', () => instruments.simulated.stop());
  return {
    registry,
    instruments,
    recording,
    alarms,
    mqtt,
    csvFolder: join(dataDir, 'csv'),
    change: (changed) => {
      current = { ...current, ...changed };
      settings.events.emit('changed', current);
    },
    stop: () => parts.stop(),
  };
}

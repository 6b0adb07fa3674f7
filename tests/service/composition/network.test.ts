/** What of the devices reaches a client of MQTT: counted while its broker is away. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AlarmManager } from '../../../service/alarms/manager.ts';
import { createMqtt } from '../../../service/composition/network.ts';
import { createStores, readStores } from '../../../service/composition/stores.ts';
import type { DeviceDescription } from '../../../service/devices/types.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { noRuleDevices } from '../../support/rule-devices.ts';
import { createBench, describePth } from '../devices/support.ts';

const SIMULATED: Partial<DeviceDescription> = { simulated: true };
const OVER_MQTT: Partial<DeviceDescription> = { cameOverMqtt: true };

test.each([
  ['a device at this computer is published', {}, false, 1],
  ['a simulated one is not', SIMULATED, false, 0],
  ['a simulated one is where that is wished', SIMULATED, true, 1],
  ['one that came over MQTT never is: no echo', OVER_MQTT, true, 0],
])('%s', async (_what, changes, simulatePublish, queued) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-network-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { registry, driver } = createBench();
  const [clock, logger] = [systemClock, silentLogger];
  const stores = createStores({ dataDir, encryption: undefined, registry, logger });
  await readStores(stores, registry);
  const log = { put: async () => {}, list: async () => ({ alarms: [], next: null }) };
  const alarms = new AlarmManager({
    rules: stores.alarmRules,
    state: stores.alarmState,
    log,
    registry,
    ...noRuleDevices(),
    clock,
    logger,
  });
  const mqtt = createMqtt({ options: { dataDir, simulatePublish }, stores, registry, alarms, clock, logger });
  mqtt.start();
  onTestFinished(() => mqtt.stop());
  expect(mqtt.list().simulated_published).toBe(simulatePublish);
  // Nothing listens on port 1.
  const nowhere = { host: '127.0.0.1', port: 1, reconnect: { enable: false } };
  await mqtt.create({ identifier: 'lab', ...nowhere });
  await vi.waitFor(() => expect(mqtt.get('lab').status.error?.code).toBe('port-refused'), { timeout: 20_000 });
  driver.events.emit('attached', describePth('E1', changes));
  const samples = [{ channel: 'temperature', magnitude: 20 }];
  driver.events.emit('readings', { family: 'usb', serial: 'E1', at: Date.now(), samples });
  expect(mqtt.get('lab').status.queued).toBe(queued);
});

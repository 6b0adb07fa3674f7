/** Clients that are added and removed faster than they end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ClientStore } from '../../../../service/mqtt/clients/client-store.ts';
import { MqttManager } from '../../../../service/mqtt/clients/manager.ts';
import { RunningClient } from '../../../../service/mqtt/clients/running-client.ts';
import { SecretStore } from '../../../../service/settings/secret-store.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { createPublisherBench } from '../publishing/support.ts';

/** Counts the clients of any identifier that are at work at the same time. Each is removed when its gate opens. */
function countWorkers(gates: readonly Promise<void>[]): { most: number; removed: number } {
  const count = { now: 0, most: 0, removed: 0 };
  const { start, remove } = RunningClient.prototype;
  vi.spyOn(RunningClient.prototype, 'start').mockImplementation(function (this: RunningClient) {
    count.now += 1;
    count.most = Math.max(count.most, count.now);
    return start.call(this);
  });
  vi.spyOn(RunningClient.prototype, 'remove').mockImplementation(async function (this: RunningClient) {
    await gates[count.removed];
    await remove.call(this);
    count.now -= 1;
    count.removed += 1;
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return count;
}

test('an identifier that is removed, added and removed again has one client at work at a time', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mensura-manager-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const vault = new SecretStore({ dataDir, logger: silentLogger });
  const store = new ClientStore({ dataDir, vault, logger: silentLogger });
  await vault.start();
  await store.start();
  const manager = new MqttManager({
    store,
    vault,
    publisher: createPublisherBench().publisher,
    simulatedPublished: false,
    installation: 'MS0123456789',
    folder: join(dataDir, 'mqtt'),
    clock: systemClock,
    logger: silentLogger,
    raise: () => {},
    clear: () => {},
  });
  manager.start();
  onTestFinished(() => manager.stop());
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const count = countWorkers([first.promise, second.promise]);
  // Nothing listens on port 1.
  const add = (): Promise<unknown> => manager.create({ identifier: 'lab', host: '127.0.0.1', port: 1 });
  await Promise.all([add(), manager.remove('lab'), add(), manager.remove('lab')]);
  first.resolve();
  await vi.waitFor(() => expect(count.removed).toBe(1), { timeout: 30_000, interval: 1 });
  await add();
  await turn();
  second.resolve();
  await vi.waitFor(() => expect(count.removed).toBe(2), { timeout: 30_000 });
  await vi.waitFor(() => expect(manager.get('lab').status.error?.code).toBe('port-refused'), { timeout: 30_000 });
  expect(count.most).toBe(1);
});

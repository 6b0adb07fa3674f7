/** Clients that are added and removed faster than they end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { ClientStore } from '../../../../service/mqtt/clients/client-store.ts';
import { MqttManager } from '../../../../service/mqtt/clients/manager.ts';
import { RunningClient } from '../../../../service/mqtt/clients/running-client.ts';
import { SecretStore } from '../../../../service/settings/secret-store.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { createPublisherBench, type PublisherBench } from '../publish/support.ts';

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

async function startManager(): Promise<{ manager: MqttManager; bench: PublisherBench }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mensura-manager-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const vault = new SecretStore({ dataDir, logger: silentLogger });
  const store = new ClientStore({ dataDir, vault, logger: silentLogger });
  await vault.start();
  await store.start();
  const bench = createPublisherBench();
  const manager = new MqttManager({
    store,
    vault,
    publisher: bench.publisher,
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
  return { manager, bench };
}

/** Nothing listens on port 1. */
const NOWHERE = { host: '127.0.0.1', port: 1 };

test('an identifier that is removed, added and removed again has one client at work at a time', async () => {
  const { manager } = await startManager();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const count = countWorkers([first.promise, second.promise]);
  const add = (): Promise<unknown> => manager.create({ identifier: 'lab', ...NOWHERE });
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

test('four connections are tried at a time, and each gives its place back', async () => {
  const { manager } = await startManager();
  const tries = Array.from({ length: 4 }, () => manager.test(NOWHERE, undefined));
  await expect(manager.test(NOWHERE, undefined)).rejects.toMatchObject({ code: 'too-many' });
  await Promise.all(tries);
  expect(await manager.test(NOWHERE, undefined)).toMatchObject({ ok: false, error: { code: 'port-refused' } });
});

test('what waits for a broker is told, and that a client went', async () => {
  const { manager, bench } = await startManager();
  const told: (MqttClientView | null)[] = [];
  manager.events.on('changed', ({ value }) => told.push(value));
  await manager.create({ identifier: 'lab', ...NOWHERE, reconnect: { enable: false } });
  bench.attach('E24638');
  // After its only attempt nothing changes but counters.
  await vi.waitFor(() => expect(told.at(-1)?.status.error?.code).toBe('port-refused'), { timeout: 15_000 });
  for (let count = 0; count < 3; count += 1) bench.sample('E24638', { temperature: 20 + count });
  await vi.waitFor(() => expect(told.at(-1)?.status.queued).toBe(3), { timeout: 15_000 });
  await manager.remove('lab');
  expect(told.at(-1)).toBeNull();
});

test('neither what is shown of clients nor their file has a secret', async () => {
  const { manager } = await startManager();
  const password = 'correct horse';
  await manager.create({ identifier: 'lab', ...NOWHERE, username: 'plant', password });
  expect(manager.get('lab').password_set).toBe(true);
  expect(manager.secretTexts()).toEqual([password]);
  for (const shown of [manager.list(), manager.export()]) expect(JSON.stringify(shown)).not.toContain(password);
});

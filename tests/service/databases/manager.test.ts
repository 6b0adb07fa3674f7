/** Databases as the app API administers them, over the real store. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DatabaseInput, databaseInputSchema } from '../../../service/contract/index.ts';
import { DatabaseManager } from '../../../service/databases/manager.ts';
import { DatabaseStore } from '../../../service/databases/store.ts';
import { SecretStore } from '../../../service/settings/secret-store.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { isMensuraError } from '../../../service/support/errors.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { freshFolder } from '../../support/process.ts';
import { until } from '../../support/until.ts';
import { createBench, describePth } from '../devices/support.ts';
import { startLineServer } from './line-server.ts';

async function startManager(dataDir = freshFolder()) {
  const common = { clock: systemClock, logger: silentLogger };
  const vault = new SecretStore({ dataDir, encryption: undefined, logger: silentLogger });
  await vault.start();
  const store = new DatabaseStore({ dataDir, vault, logger: silentLogger });
  await store.start();
  const { registry, driver } = createBench();
  const raised = new Map<string, string>();
  const manager = new DatabaseManager({
    ...common,
    store,
    vault,
    registry,
    devices: { get: () => ({ alias: 'Fridge' }), events: { on: () => () => {} } },
    history: { devices: async () => [], sets: async function* () {}, describe: () => undefined },
    installation: 'MS0123456789',
    writesSimulated: false,
    folder: join(dataDir, 'databases'),
    raise: ({ code, subject }) => raised.set(`${code} ${subject}`, ''),
    clear: ({ code, subject }) => raised.delete(`${code} ${subject}`),
  });
  await manager.prepare();
  manager.start();
  onTestFinished(() => manager.stop());
  return { manager, driver, dataDir, raised };
}

const input = (fields: Partial<DatabaseInput>) =>
  databaseInputSchema.parse({ kind: 'influxdb2', name: 'lab', url: 'http://127.0.0.1:1', bucket: 'b', ...fields });

async function codeOf(change: Promise<unknown>): Promise<string> {
  try {
    await change;
    return 'done';
  } catch (error) {
    return isMensuraError(error) ? `${error.code} ${error.errors.map(({ path }) => path).join(',')}`.trim() : 'other';
  }
}

test('readings of real devices are written, late ones with their own time, simulated ones not', async () => {
  const server = await startLineServer();
  const { manager, driver } = await startManager();
  const { id } = await manager.create(input({ url: server.url, token: 't' }));
  await until('the session', () => manager.get(id).status.state !== 'idle');
  const real = describePth('A');
  driver.events.emit('attached', real);
  driver.events.emit('attached', describePth('S', { simulated: true }));
  const sample = [{ channel: 'temperature', magnitude: 21.5 }];
  await until('lines', () => {
    driver.events.emit('readings', { family: 'usb', serial: 'A', at: 2000, samples: sample });
    driver.events.emit('readings', { family: 'usb', serial: 'S', at: 2000, samples: sample });
    driver.events.emit('late', { family: 'usb', serial: 'A', at: 1000, samples: sample });
    return server.lines.length > 1;
  });
  const tags = 'mensura,family=usb,installation=MS0123456789,model=VCP-PTH450-CAL/v1,name=Fridge,serial=A';
  const starts = new Set(server.lines.map((line) => line.split(' ')[0]));
  expect([...starts]).toEqual([tags]);
  expect(server.lines.some((line) => / temperature=21\.5\S* 1000$/.test(line))).toBe(true);
  await until('the count', () => manager.get(id).status.written > 1);
  expect(manager.get(id).status.last_written).not.toBeNull();
});

test('a secret is never returned, nor in the file of the databases, and stays with its server', async () => {
  const { manager, dataDir } = await startManager();
  const { id } = await manager.create(input({ token: 'planted' }));
  const view = manager.get(id);
  expect(view.token_set).toBe(true);
  expect(JSON.stringify(manager.list())).not.toContain('planted');
  expect(readFileSync(join(dataDir, 'databases.json'), 'utf8')).not.toContain('planted');
  expect(manager.secretTexts()).toEqual(['planted']);
  // Another path or name keeps it; another port, host or check asks for it.
  expect(await codeOf(manager.update(id, input({ name: 'other', url: 'http://127.0.0.1:1/prefix' })))).toBe('done');
  expect(manager.get(id).token_set).toBe(true);
  expect(await codeOf(manager.update(id, input({ url: 'http://127.0.0.1:2' })))).toBe('bad-request token');
  expect(await codeOf(manager.update(id, input({ check_server_name: false })))).toBe('bad-request token');
  expect(await codeOf(manager.update(id, input({ url: 'http://127.0.0.1:2', token: '' })))).toBe('done');
  expect(manager.get(id).token_set).toBe(false);
});

test('a token never becomes a password', async () => {
  const { manager } = await startManager();
  const common = { kind: 'victoriametrics', bucket: '' } as const;
  const { id } = await manager.create(input({ ...common, token: 'planted' }));
  await manager.update(id, input({ ...common, username: 'ann' }));
  expect(manager.get(id)).toMatchObject({ password_set: false, token_set: false });
});

test('names are unique, and a removed database comes back with its secrets', async () => {
  const { manager } = await startManager();
  const { id } = await manager.create(input({ token: 'planted' }));
  expect(await codeOf(manager.create(input({})))).toBe('conflict name');
  await manager.remove(id);
  expect(await codeOf(Promise.resolve().then(() => manager.get(id)))).toBe('not-found');
  expect(await manager.restore(id)).toMatchObject({ id, token_set: true });
  expect(await codeOf(manager.restore('b00000000'))).toBe('not-found');
});

test('a disabled database is idle, and its backfill is refused', async () => {
  const { manager } = await startManager();
  const { id } = await manager.create(input({ enabled: false }));
  expect(manager.get(id).status.state).toBe('idle');
  const range = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };
  expect(await codeOf(Promise.resolve().then(() => manager.startBackfill(id, range)))).toBe('conflict');
});

test('refused credentials are a problem until the server accepts', async () => {
  const server = await startLineServer(() => ({ status: 401 }));
  const { manager, driver, raised } = await startManager();
  const { id } = await manager.create(input({ url: server.url, token: 'wrong' }));
  driver.events.emit('attached', describePth('A'));
  const set = { family: 'usb', serial: 'A', at: 2000, samples: [{ channel: 'temperature', magnitude: 1 }] } as const;
  await until('the problem', () => {
    driver.events.emit('readings', set);
    return raised.has('database-refused lab');
  });
  server.respond = () => ({ status: 204 });
  manager.connect(id);
  await until('its end', () => !raised.has('database-refused lab'));
});

test('a restored database at another address is disabled, and told', async () => {
  const { manager } = await startManager();
  const { id } = await manager.create(input({ token: 't' }));
  const entries = [
    { id, config: input({}) },
    { id: 'b00000002', config: input({ name: 'new', url: 'http://127.0.0.1:2' }) },
  ];
  const { notes, undo } = await manager.replaceAll(entries, ['b00000002']);
  expect(manager.list().databases.map(({ config }) => [config.name, config.enabled])).toEqual([
    ['lab', true],
    ['new', false],
  ]);
  expect(manager.get(id).token_set).toBe(true);
  expect(notes).toEqual([expect.stringContaining('disabled'), expect.stringContaining('again: new')]);
  await undo();
  expect(manager.list().databases).toHaveLength(1);
});

test('the next start has the same databases with their secrets', async () => {
  const first = await startManager();
  const { id } = await first.manager.create(input({ token: 'planted', tags: ['site=Hall 2'] }));
  await first.manager.stop();
  const second = await startManager(first.dataDir);
  expect(second.manager.get(id)).toMatchObject({ token_set: true, config: { tags: ['site=Hall 2'] } });
  expect(second.manager.secretTexts()).toEqual(['planted']);
});

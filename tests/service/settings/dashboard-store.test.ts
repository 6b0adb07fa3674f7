import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DashboardInput, dashboardInputSchema, MAX_DASHBOARDS } from '../../../service/contract/index.ts';
import { DashboardStore } from '../../../service/settings/dashboard-store.ts';
import { silentLogger } from '../../../service/support/logger.ts';

const TEXT = { id: 't1', kind: 'text', x: 0, y: 0, w: 3, h: 2, text: 'Keep the door closed' };
const VALUE = { id: 't2', kind: 'value', x: 3, y: 0, w: 3, h: 2, channel: 'usb/E24638/temperature' };

function page(name: string, tiles: unknown[] = []): DashboardInput {
  return dashboardInputSchema.parse({ name, tiles });
}

function makeFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'mensura-dashboards-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function open(dataDir = makeFolder()) {
  const store = new DashboardStore(dataDir, silentLogger);
  const changes: unknown[] = [];
  store.events.on('changed', ({ key, value }) => changes.push([key, value]));
  const damage = await store.start();
  return { store, changes, damage, dataDir };
}

describe('dashboards', () => {
  test('are stored in the order they were added, and each change is reported', async () => {
    const { store, changes, dataDir } = await open();
    const first = await store.create(page('Cold room', [TEXT, VALUE]));
    const second = await store.create(page('Roof'));
    expect(first.id).toMatch(/^d[\da-f]{8}$/);
    const changed = await store.update(first.id, page('Cold room 2', [VALUE]));
    expect(store.list()).toEqual([changed, second]);
    expect(store.get(first.id).dashboard.tiles).toEqual([{ ...VALUE, title: '', span_ms: 600_000 }]);
    await store.update(second.id, page('Roof'));
    await store.remove(second.id);
    expect(changes).toEqual([
      [first.id, first],
      [second.id, second],
      [first.id, changed],
      [second.id, null],
    ]);
    const again = await open(dataDir);
    expect([again.damage, again.store.list()]).toEqual([undefined, [changed]]);
  });

  test('without that ID are not found', async () => {
    const { store, changes } = await open();
    expect(() => store.get('d00000000')).toThrow('No dashboard with ID d00000000.');
    await expect(store.update('d00000000', page('X'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(store.remove('constructor')).rejects.toMatchObject({ code: 'not-found' });
    expect(changes).toEqual([]);
  });

  test('are replaced as a whole with their IDs, and back', async () => {
    const { store, changes } = await open();
    const old = await store.create(page('Old'));
    const kept = await store.create(page('Kept'));
    changes.length = 0;
    const added = { id: 'd01b2c3d4', dashboard: page('New') };
    const undo = await store.replaceAll([added, kept]);
    expect(store.list()).toEqual([added, kept]);
    expect(changes).toEqual([
      [old.id, null],
      [added.id, added],
    ]);
    await undo();
    expect(store.list()).toEqual([old, kept]);
    const dashboard = page('X');
    const wrong = ['d1', 'd01b2c3d4', 'd01b2c3d4'].map((id) => ({ id, dashboard }));
    await expect(store.replaceAll(wrong)).rejects.toMatchObject({
      code: 'bad-request',
      errors: [
        { path: '0.id', message: 'must be d followed by eight hexadecimal digits (0-9, a-f)' },
        { path: '2.id', message: 'is already in use' },
      ],
    });
    expect(store.list()).toEqual([old, kept]);
  });

  test('that cannot be saved do not change', async () => {
    const { store, changes, dataDir } = await open();
    const { id } = await store.create(page('Roof'));
    await rm(dataDir, { recursive: true });
    await expect(store.create(page('Cellar'))).rejects.toMatchObject({ code: 'storage-failed' });
    await expect(store.remove(id)).rejects.toMatchObject({ code: 'storage-failed' });
    expect([store.list().length, changes.length]).toEqual([1, 1]);
  });
});

describe('the limits', () => {
  const many = (count: number, dashboard: DashboardInput) =>
    Array.from({ length: count }, (_, index) => ({ id: `d${index.toString(16).padStart(8, '0')}`, dashboard }));

  test(`${MAX_DASHBOARDS} dashboards`, async () => {
    const { store } = await open();
    await store.replaceAll(many(MAX_DASHBOARDS, page('Roof')));
    await expect(store.create(page('One more'))).rejects.toThrow('The limit is 100 dashboards. Delete one first.');
    await store.update('d00000000', page('Renamed'));
    await store.remove('d00000001');
    await store.create(page('One more'));
  });

  test('1 MiB for one', async () => {
    const { store } = await open();
    const tiles = Array.from({ length: 60 }, (_, index) => ({ ...TEXT, id: `t${index}`, text: '\u0001'.repeat(4000) }));
    const large = page('Large', tiles);
    await expect(store.create(large)).rejects.toThrow('The limit is 1 MiB for a dashboard.');
    await expect(store.replaceAll([...many(1, page('Roof')), { id: 'd01b2c3d4', dashboard: large }])).rejects.toThrow(
      '1.dashboard: must have at most 1 MiB as JSON.',
    );
  });

  test('4 MiB for all of them; above it, one can still be deleted', async () => {
    const large = page(
      'Large',
      Array.from({ length: 50 }, (_, index) => ({ ...TEXT, id: `t${index}`, text: 'x'.repeat(4000) })),
    );
    const { store, dataDir } = await open();
    await store.replaceAll(many(20, large));
    await expect(store.create(large)).rejects.toThrow('The limit is 4 MiB for all dashboards.');
    await expect(store.replaceAll(many(21, large))).rejects.toMatchObject({ code: 'bad-request' });
    await writeFile(join(dataDir, 'dashboards.json'), JSON.stringify({ version: 1, dashboards: many(30, large) }));
    const edited = await open(dataDir);
    await edited.store.remove('d00000000');
    expect(edited.store.list()).toHaveLength(29);
    const grown = { ...large, name: 'Larger' };
    await expect(edited.store.update('d00000001', grown)).rejects.toMatchObject({ code: 'bad-request' });
    await edited.store.update('d00000001', page('Small'));
    expect(edited.store.get('d00000001').dashboard.tiles).toEqual([]);
  });
});

describe('the file', () => {
  const GOOD = { id: 'd00000001', dashboard: { name: 'Roof', tiles: [] } };

  test.each([
    ['{"version":1', 'is not valid JSON'],
    [JSON.stringify({ version: 2, dashboards: [] }), 'at version'],
    [JSON.stringify({ version: 1, dashboards: [{ ...GOOD, id: 'a00000001' }] }), 'at dashboards.0.id'],
    [JSON.stringify({ version: 1, dashboards: [GOOD, GOOD] }), 'at dashboards.1.id'],
    [
      JSON.stringify({ version: 1, dashboards: [{ ...GOOD, dashboard: { name: 'X', tiles: [{ ...TEXT, w: 0 }] } }] }),
      'at dashboards.0.dashboard.tiles.0.w',
    ],
  ])('%s is set aside and reported', async (text, place) => {
    const dataDir = makeFolder();
    await writeFile(join(dataDir, 'dashboards.json'), text);
    const { store, damage } = await open(dataDir);
    expect(damage).toContain(place);
    expect(store.list()).toEqual([]);
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('dashboards.json.damaged-')) ?? '';
    expect(await readFile(join(dataDir, aside), 'utf8')).toBe(text);
  });
});

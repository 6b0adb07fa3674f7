import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DeviceMemoryOptions, DeviceSettingsStore } from '../../../service/settings/device-memory.ts';
import { SettingsStore } from '../../../service/settings/settings-store.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { silentLogger } from '../../../service/support/logger.ts';

const STANDARD = { seaLevelPressure: { effective: 101_325, own: null } };
const KEY = { family: 'usb', serial: 'E24638' } as const;

describe('state files', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-stores-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const startMemory = async (
    setPeriod: DeviceMemoryOptions['setPeriod'] = async () => {},
    currentPeriod: DeviceMemoryOptions['currentPeriod'] = () => undefined,
  ): Promise<DeviceSettingsStore> => {
    const memory = new DeviceSettingsStore({ dataDir: folder, logger: silentLogger, setPeriod, currentPeriod });
    await memory.start();
    return memory;
  };

  test('what a crash left of a write is removed at the start, and nothing else', async () => {
    const others = ['devices.json.note', 'other.json.4711.tmp'];
    for (const name of ['devices.json.4711.tmp', ...others]) await writeFile(join(folder, name), '{');
    await startMemory();
    expect((await readdir(folder)).toSorted()).toEqual(others);
  });

  test('settings survive a restart, and only this user may read them', async () => {
    const first = new SettingsStore(folder, silentLogger);
    expect(await first.start()).toBeUndefined();
    await first.patch({ serial_ports: ['/dev/ttyS0'], keep_running: false });
    const second = new SettingsStore(folder, silentLogger);
    await second.start();
    expect(second.get().serial_ports).toEqual(['/dev/ttyS0']);
    expect(second.get().keep_running).toBe(false);
    const { mode } = await stat(join(folder, 'settings.json'));
    expect(mode & 0o077).toBe(0);
  });

  test('a change of settings is answered and told, once it is saved', async () => {
    const settings = new SettingsStore(folder, silentLogger);
    await settings.start();
    const told: unknown[] = [];
    settings.events.on('changed', (all) => told.push(all));
    const answer = await settings.patch({ display_units: { '°C': 'K' } });
    expect(answer.display_units).toEqual({ '°C': 'K' });
    expect(told).toEqual([answer]);
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toContain('"°C": "K"');
  });

  test('settings that could not be saved do not hold, and say why', async () => {
    const settings = new SettingsStore(join(folder, 'missing'), silentLogger);
    await settings.start();
    await expect(settings.patch({ history: false })).rejects.toMatchObject({ code: 'storage-failed' });
    expect(settings.get().history).toBe(true);
    await mkdir(join(folder, 'missing'));
    expect((await settings.patch({ history: false })).history).toBe(false);
  });

  test('a refused setting changes nothing', async () => {
    const settings = new SettingsStore(folder, silentLogger);
    await settings.start();
    await expect(settings.patch({ port: 99_999 })).rejects.toThrow();
    expect(settings.get().port).toBe(11395);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['{"version":1,"prot":1}', /prot/],
    ['{"version":1,"port":"x"}', /at port/],
    ['{"version":1,"allowed_origins":["https://a.example/path"]}', /allowed_origins\.0/],
    ['half a fi', /not valid JSON/],
    ['', /not valid JSON/],
  ])('a damaged file (%s) is set aside and told of, never lost', async (text, what) => {
    await writeFile(join(folder, 'settings.json'), text);
    const settings = new SettingsStore(folder, silentLogger);
    expect(await settings.start()).toMatch(what);
    expect(settings.get().port).toBe(11395);
    const names = await readdir(folder);
    expect(names).toEqual([expect.stringMatching(/^settings\.json\.damaged-/)]);
    expect(await readFile(join(folder, names[0]!), 'utf8')).toBe(text);
  });

  test('a device has the common pressure at sea level, or its own until that is cleared, over a restart too', async () => {
    let common = 101_325;
    const start = async (): Promise<DeviceSettingsStore> => {
      const options = { setPeriod: async () => {}, currentPeriod: () => undefined };
      const memory = new DeviceSettingsStore({
        dataDir: folder,
        logger: silentLogger,
        commonSeaLevelPressure: () => common,
        ...options,
      });
      await memory.start();
      return memory;
    };
    const memory = await start();
    const told: unknown[] = [];
    memory.events.on('changed', (key) => told.push(key));
    expect(memory.get(KEY).seaLevelPressure).toEqual({ effective: 101_325, own: null });
    common = 100_000;
    expect(memory.seaLevelPressureOf(KEY)).toBe(100_000);
    memory.reportCommonSeaLevelPressure([KEY]);
    expect(told).toEqual([KEY]);
    await memory.patch(KEY, { sea_level_pressure_pa: 102_000, note: 'roof' });
    memory.reportCommonSeaLevelPressure([KEY]);
    expect(told).toEqual([KEY, KEY]);
    const again = await start();
    expect(again.get(KEY).seaLevelPressure).toEqual({ effective: 102_000, own: 102_000 });
    expect(again.seaLevelPressureOf(KEY)).toBe(102_000);
    await again.patch(KEY, { sea_level_pressure_pa: null });
    expect(again.all()).toEqual({ 'usb/E24638': { note: 'roof' } });
    expect((await start()).get(KEY)).toMatchObject({
      note: 'roof',
      seaLevelPressure: { effective: 100_000, own: null },
    });
  });

  test('a device keeps alias, note and period over a restart', async () => {
    const memory = await startMemory();
    await memory.patch(KEY, { alias: 'Climate chamber 2' });
    await memory.patch(KEY, { period_ms: 250, note: 'door side' });
    const again = await startMemory();
    expect(again.get(KEY)).toEqual({
      alias: 'Climate chamber 2',
      note: 'door side',
      group: '',
      favorite: false,
      channelNames: {},
      ...STANDARD,
    });
    expect(again.periodOf(KEY)).toBe(250);
    expect(again.periodOf({ family: 'gateway', serial: 'E24638' })).toBeUndefined();
  });

  test('changes made at the same time are all kept, in memory and in the file', async () => {
    const memory = await startMemory();
    const other = { family: 'gateway', serial: 'E24638' } as const;
    await Promise.all([
      memory.patch(KEY, { alias: 'Climate chamber 2' }),
      memory.patch(KEY, { note: 'door side' }),
      memory.patch(other, { alias: 'Attic' }),
    ]);
    for (const store of [memory, await startMemory()]) {
      expect(store.get(KEY)).toEqual({
        alias: 'Climate chamber 2',
        note: 'door side',
        group: '',
        favorite: false,
        channelNames: {},
        ...STANDARD,
      });
      expect(store.get(other).alias).toBe('Attic');
    }
  });

  test('settings changed at the same time are all kept', async () => {
    const settings = new SettingsStore(folder, silentLogger);
    await settings.start();
    await Promise.all([settings.patch({ port: 12_345 }), settings.patch({ keep_running: false })]);
    const again = new SettingsStore(folder, silentLogger);
    await again.start();
    expect(again.get()).toMatchObject({ port: 12_345, keep_running: false });
  });

  test('a settings file with the mark that some editors put first is no damaged one', async () => {
    await writeFile(join(folder, 'settings.json'), '\uFEFF{"port": 12345}');
    const settings = new SettingsStore(folder, silentLogger);
    expect(await settings.start()).toBeUndefined();
    expect(settings.get().port).toBe(12_345);
  });

  test('a settings file that cannot be read is said plainly', async () => {
    await mkdir(join(folder, 'settings.json'));
    await expect(new SettingsStore(folder, silentLogger).start()).rejects.toMatchObject({
      code: 'data-folder-unusable',
      message: expect.stringContaining('settings.json'),
    });
  });

  test('a period that the instrument did not take is not remembered, nor the rest of the patch', async () => {
    const memory = await startMemory(async () => {
      throw new MensuraError('instrument-failed', 'no answer');
    });
    await expect(memory.patch(KEY, { alias: 'x', period_ms: 250 })).rejects.toThrow('no answer');
    expect(memory.get(KEY).alias).toBe('');
    expect(memory.periodOf(KEY)).toBeUndefined();
  });

  test.each([
    ['the one it had', undefined, 1000],
    ['the one that is remembered', 2000, 2000],
  ])('a period that could not be saved is taken back from the instrument: %s', async (_which, remembered, again) => {
    let periodMs = 1000;
    const memory = await startMemory(
      async (_key, wanted) => void (periodMs = wanted),
      () => periodMs,
    );
    if (remembered) await memory.patch(KEY, { period_ms: remembered });
    await rm(join(folder, 'devices.json'), { force: true });
    await mkdir(join(folder, 'devices.json'));
    const refused = memory.patch(KEY, { period_ms: 250, alias: 'x' });
    await expect(refused).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringContaining('nothing was changed'),
    });
    expect({ periodMs, remembered: memory.periodOf(KEY), alias: memory.get(KEY).alias }).toEqual({
      periodMs: again,
      remembered,
      alias: '',
    });
    await rm(join(folder, 'devices.json'), { recursive: true });
    await memory.patch(KEY, { period_ms: 250 });
    expect(periodMs).toBe(250);
  });

  test('channels keep names and notes over a restart; an empty text removes one', async () => {
    const memory = await startMemory();
    await memory.patch(KEY, { channels: { temperature: { alias: 'Oven', note: 'top' }, co2: { note: 'new sensor' } } });
    await memory.patch(KEY, { channels: { temperature: { note: '' } } });
    const again = await startMemory();
    const kept = { temperature: { alias: 'Oven', note: '' }, co2: { alias: '', note: 'new sensor' } };
    expect(again.get(KEY).channelNames).toEqual(kept);
    await again.patch(KEY, { channels: { co2: { note: '' } }, alias: 'x' });
    expect(again.get(KEY)).toMatchObject({ alias: 'x', note: '', channelNames: { temperature: kept.temperature } });
    expect(await readFile(join(folder, 'devices.json'), 'utf8')).not.toContain('co2');
  });

  test('more names of channels than are kept are refused, and nothing of the patch is done', async () => {
    const periods: number[] = [];
    const memory = await startMemory(async () => void periods.push(1));
    const names = (count: number, from = 0): Record<string, { alias: string }> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`raw_${from + index}`, { alias: 'x' }]));
    await memory.patch(KEY, { channels: names(200) });
    const more = memory.patch(KEY, { channels: names(1, 200), period_ms: 500 });
    await expect(more).rejects.toMatchObject({ code: 'bad-request' });
    expect(periods).toEqual([]);
    expect(Object.keys(memory.get(KEY).channelNames)).toHaveLength(200);
  });

  test('a group and the favorite flag stay over a restart, and an older file opens without them', async () => {
    const older = { version: 1, devices: { 'usb/E24638': { alias: 'Roof', period_ms: 500 } } };
    await writeFile(join(folder, 'devices.json'), JSON.stringify(older));
    const memory = await startMemory();
    expect(memory.get(KEY)).toEqual({
      alias: 'Roof',
      note: '',
      group: '',
      favorite: false,
      channelNames: {},
      ...STANDARD,
    });
    await memory.patch(KEY, { group: 'Lab', favorite: true });
    expect((await startMemory()).get(KEY)).toMatchObject({ alias: 'Roof', group: 'Lab', favorite: true });
  });

  test('a stored group that is too long or has spaces at its ends is cut as a backup needs it', async () => {
    const devices = { 'usb/E24638': { group: `  ${'x'.repeat(150)} ` } };
    await writeFile(join(folder, 'devices.json'), JSON.stringify({ version: 1, devices }));
    expect((await startMemory()).get(KEY).group).toBe('x'.repeat(100));
  });

  test('renames a group for all of its devices in one write, joins two, and removes one', async () => {
    const memory = await startMemory();
    const keys = ['E1', 'E2', 'E3'].map((serial) => ({ family: 'usb', serial }) as const);
    for (const [index, key] of keys.entries())
      await memory.patch(key, { group: index < 2 ? 'Lab' : 'Roof', alias: 'x' });
    const changed: string[] = [];
    memory.events.on('changed', ({ serial }) => changed.push(serial));
    const groups = () => keys.map((key) => memory.get(key).group);
    expect(await memory.renameGroup('Lab', 'Cellar')).toBe(2);
    expect(groups()).toEqual(['Cellar', 'Cellar', 'Roof']);
    expect(changed).toEqual(['E1', 'E2']);
    await memory.renameGroup('Cellar', 'Roof');
    expect(groups()).toEqual(['Roof', 'Roof', 'Roof']);
    expect(await memory.renameGroup('Roof', '')).toBe(3);
    const again = await startMemory();
    expect(keys.map((key) => again.get(key))).toEqual(
      keys.map(() => expect.objectContaining({ alias: 'x', group: '' })),
    );
    await expect(again.renameGroup('Roof', 'Lab')).rejects.toMatchObject({ code: 'not-found' });
    const [one, other] = keys;
    if (!one || !other) throw new Error('no keys');
    await again.patch(one, { group: 'Lab' });
    // Queued behind a change that is not written yet.
    const [, renamed] = await Promise.all([again.patch(other, { group: 'Lab' }), again.renameGroup('Lab', 'Attic')]);
    expect(renamed).toBe(2);
  });

  test('undoing a replacement keeps a change that was still being written when it began', async () => {
    const memory = await startMemory();
    const changed: string[] = [];
    memory.events.on('changed', ({ serial }) => changed.push(serial));
    const [, undo] = await Promise.all([memory.patch(KEY, { alias: 'Roof' }), memory.replaceAll({})]);
    expect([memory.get(KEY).alias, changed]).toEqual(['', [KEY.serial, KEY.serial]]);
    await undo();
    expect(memory.get(KEY).alias).toBe('Roof');
  });

  test('names that mean something to JavaScript are ordinary serials', async () => {
    const memory = await startMemory();
    const key = { family: 'usb', serial: '__proto__' } as const;
    expect(memory.get(key)).toEqual({ alias: '', note: '', group: '', favorite: false, channelNames: {}, ...STANDARD });
    await memory.patch(key, { alias: 'odd' });
    expect((await startMemory()).get(key).alias).toBe('odd');
  });

  test('changes are told', async () => {
    const memory = await startMemory();
    const changed: unknown[] = [];
    memory.events.on('changed', (key) => changed.push(key));
    await memory.patch(KEY, { alias: 'x' });
    expect(changed).toEqual([KEY]);
  });
});

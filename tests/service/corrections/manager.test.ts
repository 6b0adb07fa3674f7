import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_CORRECTION_VERSIONS } from '../../../service/contract/index.ts';
import type { RegistryEvents } from '../../../service/devices/registry.ts';
import { describePth } from '../devices/support.ts';
import { magnitudes, offset, startCorrections, T, temporaryFolder } from './bench.ts';

let folder: string;
let bench: Awaited<ReturnType<typeof startCorrections>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  bench = await startCorrections(folder);
  bench.driver.events.emit('attached', describePth('E1'));
});

describe('a correction', () => {
  test('applies from the next reading on, and its end too', async () => {
    const { corrections, measure, clock } = bench;
    expect(measure(20)).toEqual({ temperature: 20 });
    await corrections.set(T, offset(-1));
    expect(measure(20)).toEqual({ temperature: 19, temperature_uncorrected: 20 });
    clock.advance(1000);
    await corrections.set(T, offset(-1, { enabled: false }));
    expect(measure(20)).toEqual({ temperature: 20 });
    await corrections.remove(T);
    expect(corrections.get(T)).toMatchObject({ unit: '°C', correction: null, coefficients: null });
    expect(corrections.get(T).versions).toMatchObject([
      { version: 3, correction: null, coefficients: null },
      { version: 2, since: '2026-11-20T14:45:13.318Z', correction: { enabled: false }, coefficients: null },
      { version: 1, since: '2026-11-20T14:45:12.318Z', correction: { enabled: true }, coefficients: [-1, 1, 0] },
    ]);
  });

  test('saved again makes no version', async () => {
    const { corrections, changes } = bench;
    await corrections.set(T, offset(-1));
    await corrections.set(T, offset(-1));
    expect(corrections.get(T).versions).toHaveLength(1);
    await corrections.set(T, offset(-1, { note: 'again' }));
    expect(changes.map(({ key, value }) => [key, value?.versions.length])).toEqual([
      ['usb/E1/temperature', 1],
      ['usb/E1/temperature', 2],
    ]);
  });

  test('is in force after a restart, before the first reading', async () => {
    await bench.corrections.set(T, offset(-1));
    const next = await startCorrections(folder);
    expect(next.corrections.list()).toEqual(bench.corrections.list());
    next.driver.events.emit('attached', describePth('E1'));
    expect(next.measure(20)).toEqual({ temperature: 19, temperature_uncorrected: 20 });
  });

  test('that cannot be saved changes nothing', async () => {
    const { corrections, changes, measure } = bench;
    // No file can be renamed to a folder.
    await mkdir(join(folder, 'corrections.json'));
    await expect(corrections.set(T, offset(-1))).rejects.toThrow('Cannot save the corrections; nothing was changed');
    expect(measure(20)).toEqual({ temperature: 20 });
    expect(changes).toEqual([]);
  });

  test('stays with a disconnected device, which can be corrected too', async () => {
    const { corrections, driver, known, measure } = bench;
    await corrections.set(T, offset(-1));
    measure(20);
    driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
    const device = () => known.get(T);
    expect(device()?.readings.get('temperature')?.value?.magnitude).toBe(19);
    expect(device()?.uncorrected.get('temperature_uncorrected')?.value?.magnitude).toBe(20);
    await corrections.set(T, offset(-2));
    expect(Object.keys(device()?.product.channels ?? {})).toContain('temperature_uncorrected');
    await corrections.remove(T);
    expect(Object.keys(device()?.product.channels ?? {})).not.toContain('temperature_uncorrected');
    expect(device()?.uncorrected.size).toBe(0);
  });

  test.each([
    [{ ...T, channel: 'pressure' }, 'No channel pressure; the device has'],
    [{ ...T, channel: 'temperature_uncorrected' }, 'No channel temperature_uncorrected'],
    [{ ...T, serial: 'E2' }, 'No usb device with serial number E2.'],
    [{ ...T, channel: 'dew_point' }, 'Correct temperature and relative_humidity.'],
    [{ ...T, family: 'computed' as const }, 'A computed channel cannot be corrected.'],
  ])('of %j is refused', async (ref, reason) => {
    await bench.corrections.set(T, offset(-1));
    await expect(bench.corrections.set(ref, offset(-1))).rejects.toThrow(reason);
    expect(() => bench.corrections.preview(ref, offset(-1))).toThrow(reason);
  });

  test('that does not exist cannot be removed', async () => {
    await expect(bench.corrections.remove(T)).rejects.toThrow('temperature of E1 has no correction.');
  });

  test('changes only so often, but can always be removed', async () => {
    const { corrections, store } = bench;
    await corrections.set(T, offset(-1));
    const [stored] = corrections.stored();
    const [first] = stored?.versions ?? [];
    if (!stored || !first) throw new Error('not stored');
    const versions = Array.from({ length: MAX_CORRECTION_VERSIONS - 1 }, (_, index) => ({
      ...first,
      version: index + 1,
    }));
    await store.change((channels) => new Map([...channels.keys()].map((path) => [path, { ...stored, versions }])));
    await expect(corrections.set(T, offset(-3))).rejects.toThrow('The limit is 999 changes');
    await corrections.remove(T);
    expect(corrections.get(T).correction).toBeNull();
  });
});

test('late readings are corrected by the version in force at their time', async () => {
  const { corrections, driver, registry, clock } = bench;
  const late: RegistryEvents['late'][] = [];
  registry.events.on('late', (event) => late.push(event));
  const start = clock.now();
  clock.advance(10_000);
  await corrections.set(T, offset(-1));
  clock.advance(10_000);
  await corrections.set(T, offset(-2));
  clock.advance(10_000);
  await corrections.remove(T);
  const samples = [{ channel: 'temperature', magnitude: 20 }];
  for (const ms of [9999, 10_000, 19_999, 20_000, 30_000]) {
    driver.events.emit('late', { family: 'usb', serial: 'E1', at: start + ms, samples });
  }
  expect(late.map(magnitudes)).toEqual([
    { temperature: 20 },
    { temperature: 19, temperature_uncorrected: 20 },
    { temperature: 19, temperature_uncorrected: 20 },
    { temperature: 18, temperature_uncorrected: 20 },
    { temperature: 20 },
  ]);
});

describe('the file of corrections', () => {
  test.each([
    ['no JSON', '{'],
    ['a version that is not counted', '"version": 1,\n', '"version": 2,\n'],
    ['no coefficients of a correction that is on', /"coefficients": \[[^\]]*\]/, '"coefficients": null'],
    ['a unit of something else', '"unit": "°C",\n', '"unit": "kPa",\n'],
  ])('with %s is set aside', async (_, search, replacement = '') => {
    await bench.corrections.set(T, offset(-1));
    const path = join(folder, 'corrections.json');
    const text = await readFile(path, 'utf8');
    const [head = '', ...rest] = text.split('"versions"');
    const damaged =
      replacement === '' ? String(search) : `${head}"versions"${rest.join('').replace(search, replacement)}`;
    expect(damaged).not.toBe(text);
    await writeFile(path, damaged);
    const next = await startCorrections(folder);
    expect(next.damage).toMatch(/^corrections\.json is not valid.* was renamed to corrections\.json\.damaged-/);
    expect(next.corrections.list()).toEqual([]);
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^corrections\.json\.damaged-/));
  });
});

describe('a backup of corrections', () => {
  test('restored where nothing changed since changes nothing', async () => {
    const { corrections, changes } = bench;
    await corrections.set(T, offset(-1));
    const stored = corrections.stored();
    changes.length = 0;
    await corrections.replaceAll(structuredClone(stored));
    expect(corrections.stored()).toEqual(stored);
    expect(changes).toEqual([]);
  });

  test('is in force after its restore, as a version of its own; undone, everything is as before', async () => {
    const { corrections, clock, measure } = bench;
    await corrections.set(T, offset(-1));
    const stored = corrections.stored();
    clock.advance(1000);
    await corrections.set(T, offset(-2));
    const before = corrections.stored();
    clock.advance(1000);
    const undo = await corrections.replaceAll(structuredClone(stored));
    expect(measure(20)).toMatchObject({ temperature: 19 });
    expect(corrections.get(T).versions.map(({ since, coefficients }) => [since, coefficients?.[0]])).toEqual([
      ['2026-11-20T14:45:14.318Z', -1],
      ['2026-11-20T14:45:13.318Z', -2],
      ['2026-11-20T14:45:12.318Z', -1],
    ]);
    await undo();
    expect(corrections.stored()).toEqual(before);
    expect(measure(20)).toMatchObject({ temperature: 18 });
  });

  test('on another computer says since when its corrections are in force there', async () => {
    await bench.corrections.set(T, offset(-1));
    const other = await startCorrections(await temporaryFolder());
    other.clock.advance(60_000);
    await other.corrections.replaceAll(bench.corrections.stored());
    expect(other.corrections.get(T).versions.map(({ version, since }) => [version, since])).toEqual([
      [2, '2026-11-20T14:46:12.318Z'],
      [1, '2026-11-20T14:45:12.318Z'],
    ]);
  });

  test('without a channel removes its correction, whose versions stay', async () => {
    const { corrections, measure } = bench;
    await corrections.set(T, offset(-1));
    await corrections.replaceAll([]);
    expect(measure(20)).toEqual({ temperature: 20 });
    expect(corrections.get(T).versions.map(({ coefficients }) => coefficients)).toEqual([null, [-1, 1, 0]]);
  });

  test('with an error changes nothing', async () => {
    const { corrections } = bench;
    await corrections.set(T, offset(-1));
    const twice = [...corrections.stored(), ...corrections.stored()];
    await expect(corrections.replaceAll(twice)).rejects.toThrow('1: has a channel twice');
    expect(() => corrections.checkReplacement(twice)).toThrow('1: has a channel twice');
  });
});

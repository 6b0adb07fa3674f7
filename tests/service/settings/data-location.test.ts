import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  chooseDataFolder,
  defaultDataFolder,
  LOCATION_FILE,
  locateDataFolder,
} from '../../../service/settings/data-location.ts';

let home: string;
let env: NodeJS.ProcessEnv;
/** The platform's own data folder, and another. */
let own: string;
let other: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mensura-location-'));
  // macOS has no variable of its own for it.
  vi.stubEnv('HOME', home);
  env = { XDG_CONFIG_HOME: home, APPDATA: home };
  own = defaultDataFolder(env);
  other = join(home, 'other');
  await mkdir(other);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

const write = async (text: string): Promise<void> => {
  await mkdir(own, { recursive: true });
  await writeFile(join(own, LOCATION_FILE), text);
};

describe('the data folder of a start', () => {
  test('is the one that is given, else the chosen one, else the platform has one', async () => {
    expect(locateDataFolder(undefined, env)).toBe(own);
    await chooseDataFolder(other, env);
    expect(locateDataFolder(undefined, env)).toBe(other);
    expect(locateDataFolder('/elsewhere', env)).toBe('/elsewhere');
  });

  test('is read past the mark that some editors put before a text', async () => {
    await write(`\uFEFF${JSON.stringify({ version: 1, data_dir: other })}`);
    expect(locateDataFolder(undefined, env)).toBe(other);
  });

  test('is written where every start looks, and forgotten when the own one is chosen again', async () => {
    await chooseDataFolder(other, env);
    expect(JSON.parse(await readFile(join(own, LOCATION_FILE), 'utf8'))).toEqual({ version: 1, data_dir: other });
    await chooseDataFolder(own, env);
    expect(locateDataFolder(undefined, env)).toBe(own);
    await expect(readFile(join(own, LOCATION_FILE))).rejects.toThrow('ENOENT');
  });

  test('that is gone stops the start, and says how to go back', async () => {
    await chooseDataFolder(join(home, 'stick'), env);
    expect(() => locateDataFolder(undefined, env)).toThrow(
      /The data folder .*stick is not available: .*connect the drive.*Delete .*location\.json to use the folder/,
    );
  });

  test.each([
    '',
    'nonsense',
    '[]',
    'null',
    '{"version": 2, "data_dir": "/x"}',
    '{"version": 1, "data_dir": "relative"}',
  ])('is never guessed from a file that says %j', async (text) => {
    await write(text);
    expect(() => locateDataFolder(undefined, env)).toThrow(/location\.json does not set a data folder/);
  });

  test('is the own one where nothing can be, which is told when it is made', async () => {
    await mkdir(dirname(own), { recursive: true });
    await writeFile(own, 'a file in the place of the folder');
    expect(locateDataFolder(undefined, env)).toBe(own);
  });

  test('is no file', async () => {
    await writeFile(join(home, 'file'), '');
    await chooseDataFolder(join(home, 'file'), env);
    expect(() => locateDataFolder(undefined, env)).toThrow(/The data folder .*file is not a folder/);
  });
});

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listData } from '../../../electron/data-copy.ts';
import { inspectDataFolder } from '../../../electron/data-folder-candidate.ts';
import { chooseDataFolder, locateDataFolder } from '../../../service/settings/data-location.ts';
import { isKilledBefore } from '../../support/killed-before.ts';

const TARGET = fileURLToPath(new URL('./move-target.ts', import.meta.url));

/** Processes at the same time. */
const AT_ONCE = 4;

/** The second file is copied in several pieces. */
const DATA: Record<string, string> = {
  'electron/window.json': '{}',
  'history/history.sqlite': 'x'.repeat(150_000),
  'installation.json': '{}',
  'settings.json': '{"version": 1}',
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mensura-move-'));
});
afterAll(() => rm(root, { recursive: true }));

async function dataIn(folder: string): Promise<Record<string, string>> {
  const paths = (await listData(folder)).map(({ path }) => path).toSorted();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')])),
  ) as Record<string, string>;
}

/** The state after a killed move. */
interface Left {
  /** Whether the next start uses the new folder. */
  isMoved: boolean;
  /** The check of the new folder when it is selected again. */
  target: string;
}

/** @returns undefined if the move ended before this step */
async function killBefore(step: number): Promise<Left | undefined> {
  const home = join(root, String(step));
  const [own, other] = [join(home, 'mensura'), join(home, 'other')];
  const env = { XDG_CONFIG_HOME: home };
  await mkdir(other, { recursive: true });
  for (const [path, text] of Object.entries(DATA)) {
    await mkdir(dirname(join(own, path)), { recursive: true });
    await writeFile(join(own, path), text);
  }
  const isKilled = await isKilledBefore(step, TARGET, { args: [own, other], env });
  const chosen = locateDataFolder(undefined, env);
  expect(await dataIn(own), `the old folder, killed before step ${step}`).toEqual(DATA);
  expect(await dataIn(chosen), `the folder of the next start, killed before step ${step}`).toEqual(DATA);
  const target = await inspectDataFolder(other, own);
  if (target.kind === 'data') expect(await dataIn(other), `killed before step ${step}`).toEqual(DATA);
  // A new selection deletes the files of the killed one.
  await chooseDataFolder(other, env);
  expect((await readdir(own)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  if (!isKilled) return undefined;
  return { isMoved: chosen === other, target: target.kind === 'refused' ? target.reason : target.kind };
}

test('leaves the data complete when killed before any step', { timeout: 120_000 }, async () => {
  const lefts: Left[] = [];
  for (let isEnded = false; !isEnded; ) {
    const steps = Array.from({ length: AT_ONCE }, (_, index) => lefts.length + 1 + index);
    const some = (await Promise.all(steps.map(killBefore))).filter((left) => left !== undefined);
    lefts.push(...some);
    isEnded = some.length < AT_ONCE;
  }
  const seen = new Set(lefts.map(({ isMoved, target }) => `${isMoved ? 'moved' : 'not moved'}, ${target}`));
  expect([...seen]).toEqual([
    'not moved, empty',
    'not moved, It contains an incomplete copy of Mensura data. Empty it, or choose another folder.',
    'not moved, data',
    'moved, data',
  ]);
  expect(lefts.length).toBeGreaterThan(15);
});

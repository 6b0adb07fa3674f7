import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { _electron, type ElectronApplication } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { nextWindow, PATIENCE_MS, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { keepAnswers } from '../support/desktop/kept-answers.ts';
import { playTray, TRAY_ENV } from '../support/desktop/tray.ts';

let installation: Installation;
let running: ElectronApplication | undefined;
let folders = 0;

beforeAll(async () => {
  installation = await install();
  await playTray(installation);
});
afterEach(async () => {
  await running?.close();
  running = undefined;
});
afterAll(() => installation.remove());

const freshFolder = (): Promise<string> => installation.makeFolder(`data-${(folders += 1)}`);

/** Starts the app without waiting for it. */
async function launch(...args: string[]): Promise<ElectronApplication> {
  const launched = await _electron.launch({
    executablePath: installation.electron,
    args: [...installation.words, '--data-dir', await freshFolder(), '--port', '0', ...args],
    env: { ...installation.env, ...TRAY_ENV },
    chromiumSandbox: true,
    timeout: PATIENCE_MS,
  });
  running = keepAnswers(launched);
  return running;
}

const windows = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('a start during a hidden start opens the window', async () => {
  const folder = await installation.makeFolder('signs');
  const asked = join(folder, 'asked');
  // The check for a tray is the last step before a hidden start decides about its window.
  await installation.addTool('gdbus', `touch '${asked}'; sleep 1; echo "(true,)"`);
  const app = await launch('--hidden');
  await vi.waitUntil(
    () =>
      access(asked).then(
        () => true,
        () => false,
      ),
    { timeout: 60_000 },
  );
  const coming = nextWindow(app);
  await app.evaluate(({ app: main }) => main.emit('second-instance', {}, [], '/', { route: '/mqtt' }));
  await (await coming).waitForURL(/^http:.*#\/mqtt$/);
  await playTray(installation);
});

test('a window closed before the service starts counts as closed to the tray', async () => {
  const app = await launch();
  await app.firstWindow({ timeout: PATIENCE_MS });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => windows(app)).toBe(0);
  const coming = nextWindow(app);
  await app.evaluate(({ app: main }) => main.emit('second-instance', {}, [], '/', {}));
  await (await coming).waitForURL(/^http:/);
});

test.each(['asked whether it may end', 'ended by a signal'])(
  'a start that comes while the app is %s begins anew',
  async (way) => {
    const app = await startDesktop(installation, {
      dataDir: await freshFolder(),
      args: ['--simulate=1x0', '--page=/log'],
      env: TRAY_ENV,
    });
    await app.electron.evaluate(({ app: main }, isSignal) => {
      // The test could not control a restarted app.
      main.relaunch = (options) => process.stdout.write(`relaunched with ${options?.args?.join(' ')}\n`);
      if (isSignal) process.emit('SIGTERM');
      else main.quit();
      main.emit('second-instance', {}, [], '/', { route: '/alarms' });
    }, way.endsWith('signal'));
    expect(await app.exited()).toBe(0);
    expect(app.output()).toMatch(/relaunched with .*--port 0 --simulate=1x0 --page=\/alarms\n/);
  },
);

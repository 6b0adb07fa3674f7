import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DesktopApp, spawnDesktop, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { answerQuestions, questions } from '../support/desktop/questions.ts';
import { playTray, TRAY_ENV } from '../support/desktop/tray.ts';

const isServing = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/device-service-info`)).ok;
  } catch {
    return false;
  }
};

const visibleWindows = ({ electron }: DesktopApp): Promise<number> =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().filter((w) => w.isVisible()).length);

/** Windows become visible once they are drawn. */
const shown = (app: DesktopApp): Promise<boolean> =>
  vi.waitUntil(async () => (await visibleWindows(app)) === 1, { timeout: 60_000 });

const closeWindow = ({ electron }: DesktopApp): Promise<void> =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((w) => w.close()));

let installation: Installation;
let folders = 0;
const freshFolder = (): Promise<string> => installation.makeFolder(`data-${(folders += 1)}`);

beforeAll(async () => {
  installation = await install();
});
afterAll(() => installation.remove());

describe('on a desktop with a tray', () => {
  let app: DesktopApp;
  let dataDir: string;

  beforeAll(async () => {
    await playTray(installation);
    dataDir = await freshFolder();
    app = await startDesktop(installation, { dataDir, args: ['--simulate'], env: TRAY_ENV });
    await shown(app);
  });

  test('keeps the service running when the window is closed', async () => {
    await closeWindow(app);
    await expect.poll(() => visibleWindows(app)).toBe(0);
    expect(await isServing(app.url)).toBe(true);
  });

  test('shows the window on a second start, which exits', async () => {
    const second = spawnDesktop(installation, { dataDir, args: ['--port', '1'], env: TRAY_ENV });
    expect(await second.exited()).toBe(0);
    expect(second.output()).toContain('Mensura is already running');
    await expect.poll(() => visibleWindows(app)).toBe(1);
    await app.printed(/started again; showing the window \(flags ignored\)/);
  });

  test('saves the position of the window', async () => {
    await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 70, width: 1010, height: 720 }),
    );
    const kept = async (): Promise<unknown> =>
      JSON.parse(await readFile(join(dataDir, 'electron', 'window.json'), 'utf8').catch(() => '{}'));
    await expect.poll(kept).toMatchObject({ bounds: { width: 1010, height: 720 }, maximized: false });
  });

  test('exits with code 0 on quit and closes the port', async () => {
    await app.electron.evaluate(({ app: main }) => main.quit());
    expect(await app.exited()).toBe(0);
    expect(await isServing(app.url)).toBe(false);
  });

  test('restores the position of the window', async () => {
    const again = await startDesktop(installation, { dataDir, env: TRAY_ENV });
    const bounds = await again.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
    expect(bounds).toMatchObject({ width: 1010, height: 720 });
    await again.electron.close();
  });
});

describe('on a desktop without a tray', () => {
  let app: DesktopApp;

  beforeAll(async () => {
    app = await startDesktop(installation, { dataDir: await freshFolder() });
    await shown(app);
  });

  test('asks, and stays open on Cancel', async () => {
    await answerQuestions(app, 2);
    await closeWindow(app);
    await expect
      .poll(async () => (await questions(app)).map(({ message }) => message))
      .toEqual(['Keep Mensura running in the background?']);
    expect(await visibleWindows(app)).toBe(1);
  });

  test('asks only once', async () => {
    await answerQuestions(app, 2);
    await app.electron.evaluate(({ BrowserWindow, dialog }) => {
      const answer = dialog.showMessageBox;
      dialog.showMessageBox = (...given: unknown[]) => {
        BrowserWindow.getAllWindows()[0]?.close();
        return answer(given.at(-1) as Electron.MessageBoxOptions);
      };
      for (let count = 0; count < 3; count += 1) BrowserWindow.getAllWindows()[0]?.close();
    });
    await expect.poll(async () => (await questions(app)).length).toBe(1);
    await closeWindow(app);
    await expect.poll(async () => (await questions(app)).length).toBe(2);
    expect(await visibleWindows(app)).toBe(1);
  });

  test('keeps running without a window if the user selects it', async () => {
    await answerQuestions(app, 0);
    await closeWindow(app);
    await expect.poll(() => visibleWindows(app)).toBe(0);
    expect(await isServing(app.url)).toBe(true);
  });

  test('quits if the user selects it', async () => {
    await app.electron.evaluate(({ app: main }) => main.emit('activate'));
    await shown(app);
    await answerQuestions(app, 1);
    await closeWindow(app);
    expect(await app.exited()).toBe(0);
    expect(await isServing(app.url)).toBe(false);
  });
});

describe('the exit', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('is clean on %s', async (signal) => {
    const app = spawnDesktop(installation, { dataDir: await freshFolder(), args: ['--simulate'] });
    const [, url = ''] = await app.printed(/is ready: (http:\/\/\S+)/);
    app.process.kill(signal);
    expect(await app.exited()).toBe(0);
    expect(await isServing(url)).toBe(false);
  });
});

describe('a running service', () => {
  test('is shown instead of starting another, and outlives the window', async () => {
    const dataDir = await freshFolder();
    const first = spawnDesktop(installation, { dataDir, args: ['--headless', '--simulate=1x0'] });
    const [, url = ''] = await first.printed(/is ready: (http:\/\/\S+)/);
    const window = await startDesktop(installation, { dataDir, args: ['--no-simulate'] });
    expect(window.url).toBe(url);
    await window.page.getByText('SIM00001').first().waitFor();
    await closeWindow(window);
    expect(await window.exited()).toBe(0);
    expect(await isServing(url)).toBe(true);
    first.process.kill('SIGTERM');
    expect(await first.exited()).toBe(0);
  });
});

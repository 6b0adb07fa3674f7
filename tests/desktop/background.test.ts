import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DesktopApp, nextWindow, PATIENCE_MS, spawnDesktop, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { keepAnswers } from '../support/desktop/kept-answers.ts';
import { awaitGui } from '../support/desktop/shown-page.ts';
import { clickTray, playTray, TRAY_ENV, trayContent, watchTray } from '../support/desktop/tray.ts';

/** Globals of the test in the app's main process. */
declare global {
  var firstColour: string | undefined;
}

let installation: Installation;
let app: DesktopApp;
let dataDir: string;

beforeAll(async () => {
  installation = await install();
  await playTray(installation);
  dataDir = await installation.makeFolder('data');
  const args = ['--simulate=1x0', '--simulate-period=200'];
  app = await startDesktop(installation, { dataDir, args, env: TRAY_ENV });
  await app.page.getByText('SIM00001').first().waitFor();
});
afterAll(async () => {
  await app.electron.close();
  await installation.remove();
});

const windows = (): Promise<number> =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Renderer processes. */
const pages = (): Promise<number> =>
  app.electron.evaluate(({ app: main }) => main.getAppMetrics().filter(({ type }) => type === 'Tab').length);

const close = (): Promise<void> =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

/** Starts Mensura again, and waits for the window. */
async function startAgain(...args: string[]): Promise<void> {
  const coming = nextWindow(app.electron);
  await spawnDesktop(installation, { dataDir, args, env: TRAY_ENV }).exited();
  app = { ...app, page: await coming };
  await awaitGui(app.electron, app.page, PATIENCE_MS);
}

describe('a window closed to the tray', () => {
  test('is destroyed with its renderer process, while the service keeps running', async () => {
    await app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Gateways' }).click();
    await app.electron.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setBounds({ x: 60, y: 70, width: 1010, height: 720 });
      window?.webContents.setZoomFactor(1.25);
    });
    await close();
    await expect.poll(windows).toBe(0);
    // Chromium may keep a spare process for the next page.
    await expect.poll(pages).toBe(0);
    expect((await fetch(`${app.url}/device-service-info`)).ok).toBe(true);
  });

  test('opens again with its position, page and zoom', async () => {
    await startAgain();
    await app.page.waitForURL(`${app.url}/#/gateways`);
    await app.page.getByRole('link', { name: 'Add gateway' }).first().waitFor();
    const window = () =>
      app.electron.evaluate(({ BrowserWindow }) => {
        const [first] = BrowserWindow.getAllWindows();
        return { bounds: first?.getBounds(), zoom: first?.webContents.getZoomFactor() };
      });
    await expect.poll(window).toMatchObject({ bounds: { width: 1010, height: 720 }, zoom: 1.25 });
  });

  test('stays closed on a hidden start, and opens at the page of another start', async () => {
    await close();
    await expect.poll(windows).toBe(0);
    const hidden = spawnDesktop(installation, { dataDir, args: ['--hidden'], env: TRAY_ENV });
    expect(await hidden.exited()).toBe(0);
    await app.printed(/started again \(flags ignored\)/);
    expect(await windows()).toBe(0);
    await startAgain('--page=/alarms');
    await app.page.waitForURL(`${app.url}/#/alarms`);
  });
});

describe('a window that opens again', () => {
  const background = (): Promise<string | undefined> =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase());

  test('has the background of the selected theme before the page loads', async () => {
    const system = await background();
    await app.page.evaluate(`localStorage.setItem('mensura.theme', 'dark'), dispatchEvent(new Event('storage'))`);
    await expect.poll(background).not.toBe(system);
    const dark = await background();
    await close();
    await expect.poll(windows).toBe(0);
    await app.electron.evaluate(({ app: main }) => {
      main.once('browser-window-created', (_event, window) => {
        window.webContents.once('did-start-loading', () => {
          globalThis.firstColour = window.getBackgroundColor().toLowerCase();
        });
      });
    });
    await startAgain();
    expect(await app.electron.evaluate(() => globalThis.firstColour)).toBe(dark);
    await app.page.evaluate(`localStorage.setItem('mensura.theme', 'system'), dispatchEvent(new Event('storage'))`);
    await expect.poll(background).toBe(system);
  });

  test('opens the last requested page while loading', async () => {
    await close();
    await expect.poll(windows).toBe(0);
    const coming = nextWindow(app.electron);
    await app.electron.evaluate(({ app: main, Menu }) => {
      const go = (page: string): void => Menu.getApplicationMenu()?.getMenuItemById(`page/${page}`)?.click();
      main.once('browser-window-created', (_event, window) => {
        window.webContents.once('did-start-loading', () => setImmediate(() => go('gateways')));
      });
      go('history');
      go('mqtt');
    });
    app = { ...app, page: await coming };
    await app.page.waitForURL(`${app.url}/#/gateways`);
  });
});

describe('the tray', () => {
  const patch = (settings: object): Promise<Response> =>
    fetch(`${app.url}/app/v1/settings`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(settings),
    });

  test('shows pinned values as in the window, and opens their device', async () => {
    await watchTray(app, 'usb/NOBODY/co2');
    await patch({ pinned_channels: ['usb/SIM00001/temperature', 'usb/NOBODY/co2'], display_units: { '°C': '°F' } });
    const content = async (): Promise<string> => JSON.stringify(await trayContent(app));
    await expect.poll(content).toMatch(/"SIM-[\w-]+, Temperature: [-−]?\d+\.\d\d °F"/);
    expect((await trayContent(app)).labels).toContain('NOBODY, co2: No data');
    expect((await trayContent(app)).toolTip).toMatch(/^Mensura: .+\n.+, Temperature: .+ °F\nNOBODY, co2: No data$/);
    await clickTray(app, ', Temperature:');
    await app.page.waitForURL(`${app.url}/#/devices/usb/SIM00001`);
  });
});

describe('the menu', () => {
  test('has the pages of the navigation rail, and opens them', async () => {
    const listed = await app.electron.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()
        ?.items.find(({ label }) => label === '&Go')
        ?.submenu?.items.flatMap(({ id, label }) => (id?.startsWith('page/') ? [[label, id.slice(4)]] : [])),
    );
    const rail = await app.page.evaluate<string[]>(
      `[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))`,
    );
    expect([...(listed ?? []).map(([, route]) => `#${route}`), '#/settings']).toEqual(rail);
    await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('page/history')?.click());
    await app.page.waitForURL(`${app.url}/#/history`);
    await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('settings')?.click());
    await app.page.waitForURL(`${app.url}/#/settings`);
  });

  test('opens the command palette of the page', async () => {
    await app.page.evaluate(`window.addEventListener('mensura:palette', () => (window.paletteOpened = true))`);
    await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('palette')?.click());
    await expect.poll(() => app.page.evaluate('window.paletteOpened')).toBe(true);
  });
});

describe('a hung page', () => {
  test('delays closing the window by a few seconds', async () => {
    await app.electron.evaluate(({ BrowserWindow }) => {
      void BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('for (;;);');
    });
    await close();
    await expect.poll(windows).toBe(0);
    await startAgain('--page=/devices');
    await app.page.getByText('SIM00001').first().waitFor();
  });
});

describe('a hidden start', () => {
  /** The log file has also the first lines, which `output` misses. */
  const logOf = (folder: string): Promise<string> =>
    readFile(join(folder, 'log', 'mensura.log'), 'utf8').catch(() => '');

  test('opens no window until requested', async () => {
    const hidden = await installation.makeFolder('hidden');
    await writeFile(join(hidden, 'settings.json'), JSON.stringify({ start_hidden: true }));
    const launched = await _electron.launch({
      executablePath: installation.electron,
      args: [installation.app, '--data-dir', hidden, '--port', '0'],
      env: { ...installation.env, ...TRAY_ENV },
      chromiumSandbox: true,
      timeout: PATIENCE_MS,
    });
    const electron = keepAnswers(launched);
    await expect.poll(() => logOf(hidden)).toContain('started without a window');
    expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
    const coming = nextWindow(electron);
    await electron.evaluate(({ app: main }) => main.emit('activate'));
    await (await coming).waitForURL(/^http:/);
    await electron.close();
  });

  test('shows the window without a tray, and logs the reason', async () => {
    const folder = await installation.makeFolder('no-tray');
    const shown = await startDesktop(installation, { dataDir: folder, args: ['--hidden'] });
    await expect.poll(() => logOf(folder)).toContain('window shown (this desktop has no tray)');
    await shown.electron.close();
  });
});

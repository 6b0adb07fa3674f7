import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DesktopApp, PATIENCE_MS, spawnDesktop, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';

const PATIENCE = { timeout: PATIENCE_MS };

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});
afterAll(() => installation.remove());

/** The text of the window, from the main process, since Playwright's page is gone after a crash. */
const shown = ({ electron }: DesktopApp): Promise<string> =>
  electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents || contents.isCrashed() || contents.isLoading()) return 'nothing yet';
    return (await contents.executeJavaScript('document.body.innerText')) as string;
  });

const reload = ({ electron }: DesktopApp): Promise<void> =>
  electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('reload')?.click());

describe('a crashing page', () => {
  test('is reloaded a limited number of times, and from the menu', async () => {
    const dataDir = await installation.makeFolder('crashing');
    const app = await startDesktop(installation, { dataDir, args: ['--simulate=1x0'] });
    // Freezes the clock of the limit of three reloads a minute, for busy machines.
    await app.electron.evaluate(() => {
      const now = performance.now();
      performance.now = () => now;
    });
    let crashes = 0;
    const crash = async (): Promise<void> => {
      crashes += 1;
      await app.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      );
      // A script in a crashing page never returns.
      await app.printed(new RegExp(`(window page crashed[^]*){${crashes}}`));
    };
    for (let count = 0; count < 3; count += 1) {
      await expect.poll(() => shown(app), PATIENCE).toContain('SIM00001');
      await crash();
    }
    await expect.poll(() => shown(app), PATIENCE).toContain('SIM00001');
    await crash();
    await expect.poll(() => shown(app), PATIENCE).toContain('The page keeps crashing');
    expect((await fetch(`${app.url}/device-service-info`)).ok).toBe(true);
    await reload(app);
    await expect.poll(() => shown(app), PATIENCE).toContain('SIM00001');
    await app.electron.close();
  });
});

describe('a service in another process that stops', () => {
  test('is reported, and shown again after its restart', async () => {
    const dataDir = await installation.makeFolder('elsewhere');
    const first = spawnDesktop(installation, { dataDir, args: ['--headless', '--simulate=1x0'] });
    const [, port = ''] = await first.printed(/is ready: http:\/\/127\.0\.0\.1:(\d+)/);
    const app = await startDesktop(installation, { dataDir });
    first.process.kill('SIGTERM');
    await first.exited();
    await reload(app);
    await expect.poll(() => shown(app), PATIENCE).toContain('Cannot reach the Mensura service');
    const again = spawnDesktop(installation, { dataDir, args: ['--headless', '--simulate=1x0', '--port', port] });
    await again.printed(/is ready/);
    await expect.poll(() => shown(app), PATIENCE).toContain('SIM00001');
    await app.electron.close();
    again.process.kill('SIGTERM');
    expect(await again.exited()).toBe(0);
  });
});

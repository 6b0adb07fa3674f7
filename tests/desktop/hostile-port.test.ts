import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DesktopApp,
  type DesktopProcess,
  PATIENCE_MS,
  spawnDesktop,
  startDesktop,
} from '../support/desktop/desktop.ts';
import { shown, takePort } from '../support/desktop/hostile-server.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { freePort } from '../support/free-port.ts';

const PATIENCE = { timeout: PATIENCE_MS };

let installation: Installation;
let dataDir: string;
/** The current port of the service; the tests share service and window. */
let port: number;
let service: DesktopProcess;
let app: DesktopApp;

beforeAll(async () => {
  installation = await install();
  dataDir = await installation.makeFolder('data');
  await startHeadless(await freePort());
  app = await startDesktop(installation, { dataDir });
});
afterAll(async () => {
  await app?.electron.close();
  service?.process.kill('SIGTERM');
  await service?.exited();
  await installation.remove();
});

async function startHeadless(at: number): Promise<void> {
  port = at;
  const args = ['--headless', '--simulate=1x0', '--port', String(port)];
  service = spawnDesktop(installation, { dataDir, args });
  await service.printed(/is ready/);
}

/** Kills the service, whose address and secret stay on disk. */
async function killService(): Promise<void> {
  service.process.kill('SIGKILL');
  await service.exited();
}

const inMain = (code: 'reload' | 'crash' | 'script'): Promise<void> =>
  app.electron.evaluate(({ BrowserWindow, Menu }, what) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (what === 'reload') Menu.getApplicationMenu()?.getMenuItemById('reload')?.click();
    else if (what === 'crash') contents?.forcefullyCrashRenderer();
    else void contents?.executeJavaScript('location.reload()').catch(() => {});
  }, code);

async function showsService(): Promise<void> {
  await expect.poll(() => shown(app), PATIENCE).toMatch(/^object [^]*SIM00001/);
}

describe('a window connected to a service in another process', () => {
  test('rejects other programs at its proxy', async () => {
    const proxy = await app.electron.evaluate(({ session }, url) => session.defaultSession.resolveProxy(url), app.url);
    const [, host = ''] = /^PROXY (127\.0\.0\.1:\d+)$/.exec(proxy) ?? [];
    expect(host).not.toBe('');
    await expect(fetch(`http://${host}/device-service-info`)).rejects.toThrow();
  });

  test('serves only its own service, and follows it to another port', async () => {
    await showsService();
    await killService();
    const hostile = await takePort(port);
    const fetched = await app.page.evaluate(`fetch('/app/v1/devices').then(({ status }) => status, String)`);
    expect(fetched).toContain('Failed to fetch');
    expect(new Set(hostile.asked)).toEqual(new Set(['/app/v1/instance']));

    const elsewhere = await freePort();
    await startHeadless(elsewhere);
    await expect.poll(() => app.page.url(), PATIENCE).toContain(`http://127.0.0.1:${elsewhere}/`);
    await showsService();
    await hostile.stop();
  });

  // The crash is last, since Playwright's page is gone after it.
  test.each(['reload', 'script', 'crash'] as const)(
    'loads nothing from a program that took its port (%s), and comes back with the service',
    async (how) => {
      await showsService();
      await killService();
      const hostile = await takePort(port);
      await inMain(how);
      // A script in a crashing page never returns.
      if (how === 'crash') await app.printed(/window page crashed/);
      await expect.poll(() => shown(app), PATIENCE).toMatch(/^undefined Cannot reach the Mensura service/);
      const before = hostile.asked.length;
      await expect.poll(() => hostile.asked.length, PATIENCE).toBeGreaterThan(before);
      expect(await shown(app)).not.toContain('taken over');
      expect(new Set(hostile.asked)).toEqual(new Set(['/app/v1/instance']));

      await hostile.stop();
      await startHeadless(port);
      await showsService();
    },
  );
});

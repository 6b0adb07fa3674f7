/** Another program takes the port of the service: the window shows nothing of it, then or later. */
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../contract/support/ports.ts';
import { type DesktopApp, type DesktopProcess, spawnDesktop, startDesktop } from './support/desktop.ts';
import { type Installation, install } from './support/installation.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});
afterAll(() => installation.remove());

/** A worker that shows its own page in place of every other. */
const WORKER = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith(new Response('<p>taken over by a worker', { headers: { 'Content-Type': 'text/html' } }));
  });`;

interface HostileServer {
  /** The paths that it was asked for. */
  asked: string[];
  stop(): Promise<unknown>;
}

/** A program of another user at the port of the service. */
async function takePort(port: number): Promise<HostileServer> {
  const asked: string[] = [];
  const server: Server = createServer(({ url = '' }, response) => {
    asked.push(url.split('?')[0] ?? '');
    const isWorker = url === '/worker.js';
    response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html');
    response.end(isWorker ? WORKER : '<title>Mensura</title><p>taken over');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { asked, stop };
}

/** What the window shows, and whether it has the bridge: asked of the main process, whatever becomes of the page. */
const shown = ({ electron }: DesktopApp): Promise<string> =>
  electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents || contents.isCrashed() || contents.isLoading()) return 'nothing yet';
    return (await contents.executeJavaScript('typeof mensura + " " + document.body.innerText')) as string;
  });

const inMain = (app: DesktopApp, code: 'reload' | 'crash' | 'script'): Promise<void> =>
  app.electron.evaluate(({ BrowserWindow, Menu }, what) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (what === 'reload') Menu.getApplicationMenu()?.getMenuItemById('reload')?.click();
    else if (what === 'crash') contents?.forcefullyCrashRenderer();
    else void contents?.executeJavaScript('location.reload()').catch(() => {});
  }, code);

async function startHeadless(dataDir: string, port: number): Promise<DesktopProcess> {
  const args = ['--headless', '--simulate=1x0', '--port', String(port)];
  const service = spawnDesktop(installation, { dataDir, args });
  await service.printed(/is ready/);
  return service;
}

async function stopHeadless({ process, exited }: DesktopProcess): Promise<void> {
  process.kill('SIGTERM');
  await exited();
}

const PATIENCE = { timeout: 30_000 };

describe('a window that shows the service of another process', () => {
  test.each(['reload', 'script', 'crash'] as const)(
    'loads nothing from a program that took its port (%s), and comes back with the service',
    async (how) => {
      const dataDir = await installation.makeFolder(`taken-${how}`);
      const port = await freePort();
      const service = await startHeadless(dataDir, port);
      const app = await startDesktop(installation, { dataDir });
      await expect.poll(() => shown(app), PATIENCE).toMatch(/^object [^]*SIM00001/);
      // Killed: it leaves its address and its secret behind.
      service.process.kill('SIGKILL');
      await service.exited();
      const hostile = await takePort(port);
      await inMain(app, how);
      // A script sent to a page that is just dying is never answered.
      if (how === 'crash') await app.printed(/ended unexpectedly/);
      await expect.poll(() => shown(app), PATIENCE).toMatch(/^undefined Mensura does not answer/);
      const before = hostile.asked.length;
      await expect.poll(() => hostile.asked.length, PATIENCE).toBeGreaterThan(before + 1);
      expect(await shown(app)).not.toContain('taken over');
      expect(new Set(hostile.asked)).toEqual(new Set(['/app/v1/instance']));

      await hostile.stop();
      const again = await startHeadless(dataDir, port);
      await expect.poll(() => shown(app), PATIENCE).toMatch(/^object [^]*SIM00001/);
      await app.electron.close();
      await stopHeadless(again);
    },
  );

  test('sends a page that is still shown nothing but what its service says, and follows that to another port', async () => {
    const dataDir = await installation.makeFolder('followed');
    const port = await freePort();
    const service = await startHeadless(dataDir, port);
    const app = await startDesktop(installation, { dataDir });
    await expect.poll(() => shown(app), PATIENCE).toContain('SIM00001');
    service.process.kill('SIGKILL');
    await service.exited();
    const hostile = await takePort(port);
    const fetched = await app.page.evaluate(`fetch('/app/v1/devices').then(({ status }) => status, String)`);
    expect(fetched).toContain('Failed to fetch');
    expect(new Set(hostile.asked)).toEqual(new Set(['/app/v1/instance']));

    const elsewhere = await freePort();
    const again = await startHeadless(dataDir, elsewhere);
    await expect.poll(() => app.page.url(), PATIENCE).toContain(`http://127.0.0.1:${elsewhere}/`);
    await expect.poll(() => shown(app), PATIENCE).toMatch(/^object [^]*SIM00001/);
    await app.electron.close();
    await stopHeadless(again);
    await hostile.stop();
  });

  test('lets no other program use its way to the service', async () => {
    const dataDir = await installation.makeFolder('way');
    const service = await startHeadless(dataDir, await freePort());
    const app = await startDesktop(installation, { dataDir });
    const proxy = await app.electron.evaluate(({ session }, url) => session.defaultSession.resolveProxy(url), app.url);
    const [, host = ''] = /^PROXY (127\.0\.0\.1:\d+)$/.exec(proxy) ?? [];
    await expect(fetch(`http://${host}/device-service-info`)).rejects.toThrow();
    await app.electron.close();
    await stopHeadless(service);
  });
});

/** Has the browser engine of this data folder visit a hostile page, which leaves all that it can. */
async function plant(dataDir: string, port: number): Promise<void> {
  const folder = await installation.makeFolder(`plant-${port}`);
  await writeFile(join(folder, 'package.json'), '{"name": "plant", "main": "main.cjs"}', { mode: 0o644 });
  const main = `
    const { app, BrowserWindow } = require('electron');
    app.setPath('userData', ${JSON.stringify(join(dataDir, 'electron'))});
    app.whenReady().then(() => new BrowserWindow().loadURL('http://127.0.0.1:${port}/'));`;
  await writeFile(join(folder, 'main.cjs'), main, { mode: 0o644 });
  const { electron: executablePath, env } = installation;
  const browser = await _electron.launch({ executablePath, args: [folder], env, chromiumSandbox: true });
  const page = await browser.firstWindow();
  await page.waitForURL(/^http:/);
  await page.evaluate(`(async () => {
    localStorage.setItem('mensura.theme', 'dark');
    await (await caches.open('left')).put('/', new Response('taken over'));
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  })()`);
  await expect
    .poll(() => page.reload().then(() => page.evaluate('document.body.innerText')), PATIENCE)
    .toBe('taken over by a worker');
  await browser.evaluate(({ session }) => session.defaultSession.flushStorageData());
  await browser.close();
}

describe('what a hostile page left in the profile', () => {
  test('is gone at the next start; preferences stay', async () => {
    const dataDir = await installation.makeFolder('planted');
    const port = await freePort();
    const hostile = await takePort(port);
    await plant(dataDir, port);
    await hostile.stop();
    const app = await startDesktop(installation, { dataDir, args: ['--simulate=1x0', '--port', String(port)] });
    await expect.poll(() => shown(app), PATIENCE).toMatch(/^object [^]*SIM00001/);
    const left = await app.page.evaluate(`(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      await caches.keys(),
      localStorage.getItem('mensura.theme'),
    ])()`);
    expect(left).toEqual([0, [], 'dark']);

    // Nor can a page of today leave one.
    const registered = await app.page.evaluate(
      `navigator.serviceWorker.register(document.scripts[0].src).then(() => 'registered', String)`,
    );
    expect(registered).toMatch(/Error/);
    expect(app.output()).toContain('A service worker was refused');
    await app.electron.close();
  });
});

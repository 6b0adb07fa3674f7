import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATIENCE_MS, startDesktop } from '../support/desktop/desktop.ts';
import { shown, takePort } from '../support/desktop/hostile-server.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { freePort } from '../support/free-port.ts';

const PATIENCE = { timeout: PATIENCE_MS };

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});
afterAll(() => installation.remove());

/** Opens a hostile page with the profile of this data folder, which stores as much data as it can. */
async function plant(dataDir: string, port: number): Promise<void> {
  const folder = await installation.makeFolder(`plant-${port}`);
  await writeFile(join(folder, 'package.json'), '{"name": "plant", "main": "main.cjs"}', { mode: 0o644 });
  const main = `
    const { app, BrowserWindow } = require('electron');
    app.setPath('userData', ${JSON.stringify(join(dataDir, 'electron'))});
    app.whenReady().then(() => new BrowserWindow().loadURL('http://127.0.0.1:${port}/'));`;
  await writeFile(join(folder, 'main.cjs'), main, { mode: 0o644 });
  const { electron: executablePath, env } = installation;
  const browser = await _electron.launch({
    executablePath,
    args: [folder],
    env,
    chromiumSandbox: true,
    timeout: PATIENCE_MS,
  });
  const page = await browser.firstWindow({ timeout: PATIENCE_MS });
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

describe('data of a hostile page in the profile', () => {
  test('is deleted at the next start, except preferences', async () => {
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

    // The current page cannot register one either.
    const registered = await app.page.evaluate(
      `navigator.serviceWorker.register(document.scripts[0].src).then(() => 'registered', String)`,
    );
    expect(registered).toMatch(/Error/);
    expect(app.output()).toContain('blocked service worker');
    await app.electron.close();
  });
});

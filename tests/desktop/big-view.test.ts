import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';

let installation: Installation;
let app: DesktopApp;

beforeAll(async () => {
  installation = await install();
  const dataDir = await installation.makeFolder('big-view');
  app = await startDesktop(installation, { dataDir, args: ['--simulate=1x0'] });
});
afterAll(async () => {
  await app.electron.close();
  await installation.remove();
});

test('uses full screen and a wake lock, and leaves both', async () => {
  const { page, electron } = app;
  const isWhole = () =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isFullScreen()));
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Chart actions' }).click();
  await page.getByRole('menuitem', { name: 'Show large values' }).click();
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
  await expect.poll(isWhole).toBe(true);
  const awake = `navigator.wakeLock.request('screen').then((lock) => lock.release()).then(() => 'kept on')`;
  expect(await page.evaluate(awake)).toBe('kept on');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.evaluate('document.fullscreenElement === null')).toBe(true);
  expect(app.output()).not.toMatch(/denied permission ".*"/);
});

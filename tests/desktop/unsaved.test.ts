import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DesktopApp, nextWindow, PATIENCE_MS, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { answerQuestions, questions } from '../support/desktop/questions.ts';
import { awaitGui } from '../support/desktop/shown-page.ts';
import { clickTray, playTray, TRAY_ENV, watchTray } from '../support/desktop/tray.ts';

/** Globals of the test in the app's main process. */
declare global {
  var seemedHung: Promise<unknown>;
}

let installation: Installation;
let app: DesktopApp;

beforeAll(async () => {
  installation = await install();
  await playTray(installation);
  const dataDir = await installation.makeFolder('unsaved');
  app = await startDesktop(installation, { dataDir, args: ['--simulate=1x0', '--simulate-period=200'], env: TRAY_ENV });
  await watchTray(app, 'usb/SIM00001/temperature');
  await edit();
});
afterAll(async () => {
  await app.electron.close();
  await installation.remove();
});

const name = () => app.page.getByLabel('Name', { exact: true });

/** Types into a form: Chromium allows a page to prevent unloading only after a user gesture. */
async function edit(): Promise<void> {
  await app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Gateways' }).click();
  await app.page.getByRole('link', { name: 'Add gateway' }).first().click();
  await name().click();
  await app.page.keyboard.type('Cold store');
}

const asked = async (): Promise<string[]> => (await questions(app)).map(({ message }) => message);

const windows = (): Promise<number> =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

const close = (): Promise<void> =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

test('keep the window open if kept', async () => {
  await answerQuestions(app, 0);
  await close();
  await expect.poll(asked).toEqual(['Discard the changes on this page?']);
  await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('reload')?.click());
  await expect.poll(asked).toHaveLength(2);
  await clickTray(app, 'Quit');
  await expect.poll(asked).toHaveLength(3);
  expect(await windows()).toBe(1);
  expect(await name().inputValue()).toBe('Cold store');
});

test('do not count as a hang', async () => {
  await answerQuestions(app, 0);
  await app.electron.evaluate(({ BrowserWindow }) => {
    globalThis.seemedHung = new Promise((resolve) =>
      BrowserWindow.getAllWindows()[0]?.once('unresponsive', () => resolve(null)),
    );
  });
  await close();
  // Electron reports a hang 5 s after a prevented close.
  await app.electron.evaluate(() => globalThis.seemedHung);
  await app.page.evaluate('undefined');
  expect(await asked()).toEqual(['Discard the changes on this page?']);
});

test('are discarded on a reload with the first answer', async () => {
  await answerQuestions(app, 1);
  await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('reload')?.click());
  await expect.poll(() => name().inputValue()).toBe('');
  expect(await asked()).toHaveLength(1);
});

test('are discarded on close', async () => {
  await edit();
  await answerQuestions(app, 1);
  await close();
  await expect.poll(windows).toBe(0);
  expect(await asked()).toHaveLength(1);
});

test('are discarded on quit, with exit code 0', async () => {
  const coming = nextWindow(app.electron);
  await clickTray(app, 'Open Mensura');
  app = { ...app, page: await coming };
  await awaitGui(app.electron, app.page, PATIENCE_MS);
  await edit();
  await answerQuestions(app, 1);
  await clickTray(app, 'Quit');
  expect(await app.exited()).toBe(0);
});

import type { Notification } from 'electron';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlarmRuleInput } from '../../service/contract/index.ts';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { answerQuestions } from '../support/desktop/questions.ts';

/** Globals of the test in the app's main process. */
declare global {
  var toldNotifications: Notification[];
}

let installation: Installation;
let app: DesktopApp;

beforeAll(async () => {
  installation = await install();
  app = await startDesktop(installation, {
    dataDir: await installation.makeFolder('alarms'),
    args: ['--simulate', '--simulate-period', '200'],
  });
  // The test's display has no notification service.
  await app.electron.evaluate((electron) => {
    globalThis.toldNotifications = [];
    electron.Notification.prototype.show = function show(this: Notification): void {
      globalThis.toldNotifications.push(this);
    };
  });
});
afterAll(async () => {
  // Discards the changes of the test.
  await answerQuestions(app, 1);
  await app.electron.close();
  await installation.remove();
});

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${app.url}/app/v1/${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as Answer;
}

const told = (): Promise<string[]> =>
  app.electron.evaluate(() => globalThis.toldNotifications.map(({ title, body }) => `${title}: ${body}`));

const click = (): Promise<unknown> => app.electron.evaluate(() => globalThis.toldNotifications[0]?.emit('click'));

test('notifies once of an alarm; a click opens its device, after a question about unsaved changes', async () => {
  const { devices } = await ask<{ devices: { serial: string }[] }>('devices');
  const serial = devices[0]?.serial ?? '';
  const rule: Partial<AlarmRuleInput> = { family: 'usb', serial, channel: 'temperature', upper: -50 };
  await ask('alarms/rules', rule);
  await expect.poll(told).toHaveLength(1);
  expect((await told())[0]).toMatch(new RegExp(`^Alarm: .+ \\(${serial}\\): Temperature above −50 °C$`));

  const { page } = app;
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API' }).click();
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await click();
  await page.waitForURL(`${app.url}/#/devices/usb/${serial}`);
  const isVisible = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  expect(isVisible).toBe(true);

  await page.getByRole('link', { name: /^Alarms/ }).click();
  await page.getByRole('link', { name: 'Add rule' }).click();
  await page.getByRole('textbox', { name: 'Upper limit', exact: true }).fill('5');
  await click();
  const question = page.getByRole('alertdialog', { name: /^Save changes to / });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByRole('textbox', { name: 'Upper limit', exact: true }).inputValue()).toBe('5');
  expect(await told()).toHaveLength(1);
});

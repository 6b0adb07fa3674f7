/** From an instrument to a mailbox, all set up in the window of the desktop app. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alarms } from '../../service/contract/index.ts';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type EmulatedInstrument, emulate } from '../support/desktop/emulator.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { MailServer, type ReceivedMail } from '../support/mail-server.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { until } from '../support/until.ts';

/** From the reading that raises an alarm to the mailbox, in milliseconds. */
const LIMIT_MS = 5000;

let installation: Installation;
let app: DesktopApp;
let instrument: EmulatedInstrument;
let server: MailServer;

beforeAll(async () => {
  server = await MailServer.start({ certificate: createAuthority().server(), requiresSignIn: false });
  installation = await install();
  const path = join(await installation.makeFolder('ports'), 'ttyEMU');
  instrument = await emulate(path, 'E11111', ['102466', '21.5', '50']);
  app = await startDesktop(installation, {
    dataDir: await installation.makeFolder('data'),
    args: ['--serial-port', path],
  });
});
afterAll(async () => {
  await app.electron.close();
  await instrument.stop();
  await installation.remove();
});

function inbox(subject: RegExp): Promise<ReceivedMail> {
  return until(`a mail about ${subject}`, () =>
    server.mails().find(({ headers }) => subject.test(headers['subject'] ?? '')),
  );
}

test('a rule that an instrument breaks is a mail within 5 s', async () => {
  const { page } = app;
  const main = page.getByRole('main');
  const field = (name: string) => main.getByRole('textbox', { name, exact: true });
  await page.getByRole('option', { name: /E11111/ }).waitFor();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await main.getByRole('link', { name: 'Add destination' }).first().click();
  await field('Name').fill('Lab');
  await field('Mail server').fill('127.0.0.1');
  await main.getByRole('combobox', { name: 'Encryption' }).selectOption('None');
  await field('Port').fill(String(server.port));
  await field('From').fill('plant@example.com');
  await field('To').fill('lab@example.com');
  await main.getByRole('button', { name: 'Send test message' }).click();
  await inbox(/^Test message/);
  await page.locator('.save-bar').getByRole('button').last().click();
  await page.getByRole('option', { name: /Lab/ }).waitFor();
  await page.getByRole('link', { name: /^Alarms/ }).click();
  await page.getByRole('link', { name: 'Add rule' }).click();
  await main.getByRole('combobox', { name: 'Device' }).selectOption({ index: 1 });
  await main.getByRole('combobox', { name: 'Channel' }).selectOption('Temperature');
  await field('Upper limit').fill('20');
  await field('Delay').fill('0 s');
  await main.getByRole('combobox', { name: 'Severity' }).selectOption('Critical');
  await page.locator('.save-bar').getByRole('button').last().click();
  const mail = await inbox(/^Critical alarm: .*Temperature above 20 °C \(21\.50 °C\)$/);
  const { alarms } = (await (await fetch(`${app.url}/app/v1/alarms`)).json()) as Alarms;
  const arrived = Number(mail.headers['x-arrived']) * 1000;
  expect(arrived - Date.parse(alarms[0]?.since ?? '')).toBeLessThan(LIMIT_MS);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { answerQuestions, chooseFolder, questions } from '../support/desktop/questions.ts';
import { freePort } from '../support/free-port.ts';

let installation: Installation;
let app: DesktopApp;

beforeAll(async () => {
  installation = await install();
  const dataDir = await installation.makeFolder('data');
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ port: 0 }), { mode: 0o666 });
  app = await startDesktop(installation, { dataDir, isPortOfSettings: true, args: ['--simulate=1x0'] });
});
afterAll(async () => {
  await app.electron.close();
  await installation.remove();
});

const fetched = (link: string): Promise<string> =>
  app.electron.evaluate(
    ({ session }, url) => session.defaultSession.fetch(url).then(({ status }) => String(status), String),
    link,
  );

async function changePort(): Promise<string> {
  const port = await freePort();
  const answer = await fetch(`${app.url}/app/v1/settings`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ port }),
  });
  expect(answer.status).toBe(200);
  return `http://127.0.0.1:${port}`;
}

test('shows the same page at the new address, and trusts only that', async () => {
  await app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'History' }).click();
  const moved = await changePort();
  await app.page.waitForURL(`${moved}/#/history`);
  expect(await fetched(`${moved}/device-service-info`)).toBe('200');
  expect(await fetched(`${app.url}/device-service-info`)).toContain('ERR_BLOCKED_BY_CLIENT');

  // The bridge works at the new address.
  await chooseFolder(app, '/proc');
  await answerQuestions(app, 0);
  await app.page.evaluate('mensura.chooseCsvFolder()');
  expect((await questions(app)).map(({ message }) => message)).toEqual(['Cannot write CSV files to /proc']);
  await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('copy-address')?.click());
  await expect.poll(() => app.electron.evaluate(async ({ clipboard }) => clipboard.readText())).toBe(moved);
  app = { ...app, url: moved };
});

test('keeps a page with unsaved changes at its address until they are saved or discarded', async () => {
  await app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Gateways' }).click();
  await app.page.getByRole('link', { name: 'Add gateway' }).first().click();
  await app.page.getByLabel('Name', { exact: true }).click();
  await app.page.keyboard.type('Cold store');
  await answerQuestions(app, 0);
  const moved = await changePort();
  await expect
    .poll(async () => (await questions(app)).map(({ message }) => message))
    .toEqual(['Discard the changes on this page?']);
  expect(await app.page.evaluate(`fetch('/device-service-info').then(({ status }) => status)`)).toBe(200);
  await app.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'History' }).click();
  await app.page.getByRole('button', { name: 'Discard changes' }).click();
  await app.page.waitForURL(`${moved}/#/history`);
  expect(await fetched(`${app.url}/device-service-info`)).toContain('ERR_BLOCKED_BY_CLIENT');
  expect(await questions(app)).toHaveLength(1);
});

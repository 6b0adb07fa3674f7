/** The form of an MQTT client: WebSocket path, proxy, and a client certificate from a PKCS#12 file. */
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { createAuthority, pkcs12Of } from '../support/mqtt/certificates.ts';
import { clientView } from '../support/views/clients.ts';
import { violationsInThemes } from './support/axe.ts';
import type { OpenPageOptions } from './support/browser.ts';
import { type EntryPage, fileChooserOf, focused, overflows, sticksOut } from './support/entry-page.ts';
import { mqttRig } from './support/mqtt-page.ts';

const rig = mqttRig();

async function openAdvanced(route: string, options: OpenPageOptions = {}): Promise<EntryPage> {
  const opened = await rig.open(route, options);
  await opened.main.getByRole('button', { name: /^Advanced/ }).click();
  return opened;
}

/** The texts that a screen reader reads with a control. */
async function descriptions(page: Page, control: Locator): Promise<string[]> {
  const ids = (await control.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return texts.filter((text) => text !== '');
}

/** The form of a client with TLS, and its fields for a PKCS#12 file. */
async function openCertificates(options?: OpenPageOptions) {
  rig.service.mqtt.put(clientView({ identifier: 'lab', ssl: true, port: 8883 }));
  const opened = await openAdvanced('/lab', options);
  const group = opened.main.getByRole('group', { name: 'PKCS#12 file' });
  return {
    ...opened,
    group,
    picker: group.locator('input[type=file]'),
    password: opened.main.getByLabel('PKCS#12 password', { exact: true }),
  };
}

function named(buffer: Buffer, name = 'plant.p12') {
  return { name, mimeType: 'application/x-pkcs12', buffer };
}

describe('transport and proxy', () => {
  test('arrive as entered, and the proxy password is never shown again', async () => {
    const { page, main, field, save } = await openAdvanced('/+new');
    await field('Name (topic prefix)').fill('plant');
    await main.getByRole('combobox', { name: 'Transport' }).selectOption('WebSocket');
    await field('WebSocket path').fill(' /broker/ws ');
    await field('HTTP proxy').fill(' proxy.example:3128 ');
    await field('Proxy username').fill('me');
    const password = main.getByLabel('Proxy password', { exact: true });
    await password.fill('secret');
    await main.getByRole('button', { name: 'Show proxy password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('text');
    await save.click();
    await page.waitForURL(/#\/mqtt\/plant$/);
    expect(rig.service.mqtt.bodies('POST', 'clients')).toMatchObject([
      {
        advanced: {
          transport: 'websocket',
          path: '/broker/ws',
          proxy: 'proxy.example:3128',
          proxy_username: 'me',
          proxy_password: 'secret',
        },
      },
    ]);
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await expect.poll(() => password.getAttribute('placeholder')).toBe('Unchanged');
    expect(await password.inputValue()).toBe('');
    expect(await field('WebSocket path').inputValue()).toBe('/broker/ws');
  });

  test('report what is wrong at the field, and saving leads to the first of them', async () => {
    const { page, field, main, save } = await openAdvanced('/+new');
    await field('Name (topic prefix)').fill('plant');
    const wrong: readonly (readonly [label: string, text: string, error: string])[] = [
      ['WebSocket path', 'mqtt', 'WebSocket path: must start with a slash, such as /mqtt.'],
      ['HTTP proxy', 'http://proxy.example:3128', 'HTTP proxy: must be a host and a port, without http://.'],
      ['Proxy username', 'a:b', 'Proxy username: must not contain a colon.'],
    ];
    for (const [label, text, error] of wrong) {
      await field(label).fill(text);
      await page.keyboard.press('Tab');
      await main.getByText(error).waitFor();
      expect(await field(label).getAttribute('aria-invalid')).toBe('true');
      expect(await descriptions(page, field(label))).toEqual([error]);
    }
    await save.click();
    await expect.poll(() => focused(page)).toBe('advanced.path');
    expect(rig.service.mqtt.bodies('POST', 'clients')).toEqual([]);
  });

  test('ask for the proxy password again for another proxy', async () => {
    rig.service.mqtt.put(
      clientView({ identifier: 'lab', advanced: { proxy: 'proxy.example:3128', proxy_password_set: true } }),
    );
    const { page, main, field, save } = await openAdvanced('/lab');
    await field('HTTP proxy').fill('other.example:3128');
    const warning = /^The broker address, .* or the proxy changed\. Enter the proxy password again\.$/;
    await main.getByText(warning).waitFor();
    await save.click();
    await expect.poll(() => focused(page)).toBe('advanced.proxy_password');
    await main.getByLabel('Proxy password', { exact: true }).fill('again');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.mqtt.bodies('PUT', 'clients/lab')).toMatchObject([
      { advanced: { proxy: 'other.example:3128', proxy_password: 'again' } },
    ]);
  });
});

describe('a PKCS#12 file', () => {
  const file = pkcs12Of(createAuthority().client('plant'), 'secret');

  test('is stored as certificate and key, after a wrong password is reported at its field', async () => {
    const expected = /status of 400/;
    const { page, main, save, group, picker, password } = await openCertificates({ expected });
    await picker.setInputFiles(named(file));
    await group.getByText('plant.p12', { exact: true }).waitFor();
    await password.fill('wrong');
    await expect.poll(() => password.getAttribute('type')).toBe('password');
    await main.getByRole('button', { name: 'Show PKCS#12 password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('text');
    await main.getByRole('button', { name: 'Hide PKCS#12 password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('password');
    await save.click();
    const error = 'PKCS#12 password: is not the password of this file.';
    await main.getByText(error).waitFor();
    await expect.poll(() => focused(page)).toBe('advanced.pkcs12_passphrase');
    expect(await password.getAttribute('aria-invalid')).toBe('true');
    expect(await descriptions(page, password)).toEqual([error]);
    await password.fill('secret');
    await main.getByText(error).waitFor({ state: 'detached' });
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await password.waitFor({ state: 'detached' });
    await group.getByText(/^Client certificate and private key in one file/).waitFor();
    await main.getByText('Stored. The key is never shown.').waitFor();
    const pkcs12 = file.toString('base64');
    expect(rig.service.mqtt.bodies('PUT', 'clients/lab')).toMatchObject([
      { advanced: { pkcs12, pkcs12_passphrase: 'wrong' } },
      { advanced: { pkcs12, pkcs12_passphrase: 'secret' } },
    ]);
  });

  test('is refused at once if it is none, and a chosen one can be cancelled', async () => {
    const { main, group, picker, password } = await openCertificates();
    await picker.setInputFiles(named(Buffer.from('-----BEGIN CERTIFICATE-----'), 'client.pem'));
    await group.getByText('client.pem: Not a PKCS#12 file.').waitFor();
    expect(await password.count()).toBe(0);
    await picker.setInputFiles(named(file));
    await password.fill('secret');
    await group.getByRole('button', { name: 'Cancel' }).click();
    await password.waitFor({ state: 'detached' });
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
  });

  test('is chosen, entered and saved by keyboard alone', async () => {
    const { page, main } = await openCertificates();
    const tabTo = async (what: string): Promise<void> => {
      for (let presses = 0; presses < 60 && (await focused(page)) !== what; presses += 1) {
        await page.keyboard.press('Tab');
      }
      expect(await focused(page)).toBe(what);
    };
    await tabTo('advanced.pkcs12');
    const chooser = await fileChooserOf(page, () => page.keyboard.press('Enter'));
    await chooser.setFiles(named(file));
    await main.getByText('plant.p12', { exact: true }).waitFor();
    await tabTo('advanced.pkcs12_passphrase');
    await page.keyboard.type('secret');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await main.getByRole('button', { name: 'Hide PKCS#12 password' }).waitFor();
    await page.keyboard.press('Control+s');
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.mqtt.clients.get('lab')?.advanced).toMatchObject({ key_set: true });
  });

  test('has no fault that axe finds in either theme', async () => {
    const { page, main, save, picker, password } = await openCertificates({ expected: /status of 400/ });
    await picker.setInputFiles(named(file));
    await password.fill('wrong');
    expect(await violationsInThemes(page)).toEqual([]);
    await save.click();
    await main.getByText('PKCS#12 password: is not the password of this file.').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('fits into 320 px', async () => {
    const options = { viewport: { width: 320, height: 640 }, expected: /status of 400/ };
    const { page, main, save, picker, password } = await openCertificates(options);
    await picker.setInputFiles(named(file, 'client-certificate-of-the-measuring-station-in-hall-2-2027.p12'));
    await password.fill('wrong');
    expect(await overflows(page)).toBe(false);
    expect(await sticksOut(page)).toEqual([]);
    await save.click();
    await main.getByText('PKCS#12 password: is not the password of this file.').waitFor();
    expect(await sticksOut(page)).toEqual([]);
  });
});

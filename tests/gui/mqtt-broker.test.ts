/** Host, port and encryption of an MQTT client, which follow each other. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { EntryPage } from './support/entry-page.ts';
import { mqttRig } from './support/mqtt-page.ts';

const rig = mqttRig();

async function open(): Promise<EntryPage> {
  return rig.open('/+new');
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+v');
}

test('a usual port follows the switch of TLS, another one stays', async () => {
  const { main, field } = await open();
  const tls = main.getByRole('switch', { name: 'Use TLS' });
  await tls.click();
  expect(await field('Port').inputValue()).toBe('8883');
  await tls.focus();
  await tls.press('Space');
  expect(await field('Port').inputValue()).toBe('1883');
  await field('Port').fill('1884');
  await tls.click();
  expect(await field('Port').inputValue()).toBe('1884');
});

describe('a pasted address', () => {
  test('fills host, port, encryption, username and password', async () => {
    const { page, main, field, save } = await open();
    await field('Name (topic prefix)').fill('plant');
    await field('Host').focus();
    await paste(page, 'mqtts://plant:s%C3%A9cret@broker.example:8884');
    await main
      .getByRole('status')
      .filter({ hasText: 'Also filled from the pasted address: port and encryption, username, password.' })
      .waitFor();
    expect(await field('Host').inputValue()).toBe('broker.example');
    await save.click();
    await page.waitForURL(/#\/mqtt\/plant$/);
    expect(rig.service.mqtt.bodies('POST', 'clients')).toMatchObject([
      { host: 'broker.example', port: 8884, ssl: true, username: 'plant', password: 'sécret' },
    ]);
  });

  test('without a port sets the usual one', async () => {
    const { page, field } = await open();
    await field('Host').focus();
    await paste(page, 'mqtts://broker.example');
    await expect.poll(() => field('Port').inputValue()).toBe('8883');
  });

  test('without a scheme is only a text', async () => {
    const { page, main, field } = await open();
    await field('Host').fill('');
    await paste(page, 'broker.example');
    await expect.poll(() => field('Host').inputValue()).toBe('broker.example');
    expect(await field('Port').inputValue()).toBe('1883');
    expect(await main.getByText(/Also filled/).count()).toBe(0);
  });
});

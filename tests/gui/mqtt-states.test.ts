/** How MQTT clients fare, live; sizes, keyboard, accessibility of their page. */
import { describe, expect, test } from 'vitest';
import { clientError, clientView } from '../support/views/clients.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { clipboardText, type OpenPageOptions } from './support/browser.ts';
import { deleteButton, type EntryPage, focused, overflows, sticksOut } from './support/entry-page.ts';
import { mqttRig } from './support/mqtt-page.ts';

const rig = mqttRig();

async function open(route: string, options: OpenPageOptions = {}): Promise<EntryPage> {
  return rig.open(route, options);
}

const refused = clientError('port-refused', 'Nothing is listening on port 1883 of lab.example.', 'Start the broker.');
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

describe('how a client fares', () => {
  test('shows as it happens, in the list, above the form and in the status line', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab', status: { state: 'connecting' } }));
    rig.service.mqtt.put(clientView({ identifier: 'roof' }));
    const { page, main, row } = await open('/lab');
    const status = page.getByRole('contentinfo');
    await row(/lab/).getByText('Connecting').waitFor();
    await status.getByText('MQTT: 1 of 2 connected').waitFor();
    rig.service.mqtt.fare('lab', { state: 'online' });
    await row(/lab/).getByText('Connected', { exact: true }).waitFor();
    await main.getByText('Identifier lab, connected since').waitFor();
    await status.getByText('MQTT: 2 of 2 connected').waitFor();
    rig.service.mqtt.fare('lab', {
      state: 'waiting',
      error: refused,
      next_retry: inSeconds(40),
      queued: 412,
      dropped: 3,
    });
    await row(/lab/).getByText(refused.text).waitFor();
    await row(/lab/).getByText('412 in outbox').waitFor();
    await row(/lab/).getByText('3 discarded').waitFor();
    await main.getByText('Start the broker.').waitFor();
    await main.getByText('412 messages in the outbox (on disk).').waitFor();
    await status.getByText('MQTT: 1 of 2 connected').waitFor();
  });

  test('the seconds to the next attempt are counted down, and it can be tried now', async () => {
    rig.service.mqtt.put(
      clientView({ identifier: 'lab', status: { state: 'waiting', error: refused, next_retry: inSeconds(30) } }),
    );
    const { main, row } = await open('/lab');
    const badge = row(/lab/).locator('.badge');
    const seconds = async (): Promise<number> => Number(/Retrying in (\d+) s/.exec(await badge.innerText())?.[1]);
    await expect.poll(seconds).toBeGreaterThan(0);
    const before = await seconds();
    await expect.poll(seconds).toBeLessThan(before);
    await main.getByText(/^Retrying in \d+ s\.$/).waitFor();
    await main.getByRole('button', { name: 'Retry now' }).click();
    await expect.poll(() => rig.service.mqtt.bodies('POST', 'clients/lab/connect')).toHaveLength(1);
    // The button, and the keyboard with it, stay where they are.
    rig.service.mqtt.fare('lab', { state: 'connecting', error: refused, next_retry: null });
    await row(/lab/).getByText('Connecting').waitFor();
    await main.locator('button:focus').filter({ hasText: 'Retry now' }).waitFor();
    rig.service.mqtt.fare('lab', { state: 'online', error: null, next_retry: null });
    await main.getByText('Disconnected from the broker').waitFor({ state: 'detached' });
  });

  test('failed, stopped and off each say why, and what to do', async () => {
    const untrusted = clientError('certificate-untrusted', 'Its certificate is of nobody known.', 'Give its CA.');
    rig.service.mqtt.put(clientView({ identifier: 'a', status: { state: 'failed', error: untrusted } }));
    rig.service.mqtt.put(clientView({ identifier: 'b', advanced: { enabled: false }, status: { state: 'idle' } }));
    const once = { enable: false, min_delay: 1000, max_delay: 60_000 };
    rig.service.mqtt.put(clientView({ identifier: 'c', reconnect: once, status: { state: 'idle', error: refused } }));
    const { main, row } = await open('/a');
    await row(/^a/).getByText('Failed').waitFor();
    await main.getByText('Give its CA.').waitFor();
    await row(/^b/).click();
    await main.getByText('Its settings are stored, but it does not connect or publish.').waitFor();
    await row(/^b/).getByText('Disabled').waitFor();
    await row(/^c/).click();
    await main.getByText('“Reconnect automatically” is off.').waitFor();
    await row(/^c/).getByText('Disconnected').waitFor();
  });

  test('a screen reader is told of each change once', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab' }));
    const { page } = await open('/lab');
    const told = page.getByRole('status').filter({ hasText: /^lab: / });
    await expect.poll(() => told.innerText()).toBe('lab: Connected');
    rig.service.mqtt.fare('lab', { state: 'waiting', error: refused, next_retry: inSeconds(30) });
    await expect.poll(() => told.innerText()).toBe('lab: Waiting to retry');
  });

  test('the status line leads to the clients', async () => {
    rig.service.put(appDevice({ serial: 'E1' }));
    rig.service.mqtt.put(clientView({ identifier: 'lab', advanced: { enabled: false } }));
    const { page } = await open('');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('contentinfo').getByRole('link', { name: 'MQTT: disabled' }).click();
    await page.waitForURL(/#\/mqtt\/lab$/);
  });
});

describe('beside the form', () => {
  test('the topics follow the form, and the command can be copied', async () => {
    for (let number = 1; number <= 16; number += 1) rig.service.put(appDevice({ serial: `E${number}` }));
    rig.service.mqtt.put(clientView({ identifier: 'lab', name: 'lab' }));
    const { page, main, field, details } = await open('/lab');
    await details.getByText('lab/E1/measurement').waitFor();
    await details.getByText('E10, E11, E12 and 12 more.').waitFor();
    await field('Name (topic prefix)').fill("o'neil");
    await details.getByText("o'neil/E1/measurement").waitFor();
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await main.getByLabel('Message layout').selectOption('One message per channel');
    await details.getByText("o'neil/E1/channel/atmospheric_pressure").waitFor();
    await main.getByRole('switch', { name: 'Publish discovery messages' }).click();
    await details.getByText('homeassistant/sensor/…/config').waitFor();
    await details.getByRole('button', { name: 'Copy the command' }).click();
    await expect
      .poll(() => clipboardText(page))
      .toBe(String.raw`mosquitto_sub -h localhost -p 1883 -V mqttv311 -t 'o'\''neil/#' -v`);
    await field('Name (topic prefix)').fill('');
    await details.getByText('Enter a valid name to preview the topics.').waitFor();
  });

  test('what was published last, and how much', async () => {
    const timestamp = new Date(Date.now() - 3000).toISOString();
    const last_published = { topic: 'lab/E1/measurement', payload: '{"serial":"E1"}', timestamp };
    const status = { published: 1284, queued: 2, queued_bytes: 1500, dropped: 7, last_published };
    rig.service.mqtt.put(clientView({ identifier: 'lab', status }));
    const { details } = await open('/lab');
    await details.getByText('{"serial":"E1"}').waitFor();
    await details.getByText(/^Acknowledged \d+(?:\.\d)? s ago$/).waitFor();
    const text = (await details.innerText()).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Published since startup 1,284 Outbox 2 (1.5 KiB) Discarded messages 7');
  });

  test('where only simulated instruments are attached, that they are not published, and how they would be', async () => {
    rig.service.mqtt.simulatedPublished = false;
    rig.service.put(appDevice({ serial: 'SIM00001', simulated: true }));
    rig.service.mqtt.put(clientView({ identifier: 'lab' }));
    const { details } = await open('/lab');
    await details.getByText('Simulated readings are not published').waitFor();
    await details.getByText('turn on “Store and publish simulated readings”').waitFor();
    expect(await details.getByText('SIM00001').count()).toBe(0);
    rig.service.put(appDevice({ serial: 'E1' }));
    await details.getByText('lab/E1/measurement').waitFor();
    await details.getByText('Simulated readings are not published').waitFor({ state: 'detached' });
  });
});

test('while the service is away the form stays, and saving says so', async () => {
  rig.service.mqtt.put(clientView({ identifier: 'lab' }));
  const { page, main, field, save } = await open('/lab', { expected: /net::ERR|Failed to load resource/ });
  await field('Keep-alive interval').fill('30');
  const comeBack = await rig.leave();
  await page.getByText(/^No response from the service since/).waitFor();
  await save.click();
  await main
    .getByText('Cannot reach the service. The change may have been applied. See whether it was before you try again.')
    .waitFor();
  await comeBack((service) => service.mqtt.put(clientView({ identifier: 'lab' })));
  await page.getByText(/^No response from the service/).waitFor({ state: 'detached' });
  expect(await field('Keep-alive interval').inputValue()).toBe('30');
  await save.click();
  await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(rig.service.mqtt.clients.get('lab')?.keep_alive).toBe(30);
});

test('everything can be done by keyboard alone', async () => {
  for (const identifier of ['archive', 'lab', 'roof']) rig.service.mqtt.put(clientView({ identifier }));
  const { page, row } = await open('');
  await page.waitForURL(/archive$/);
  const { keyboard } = page;
  await row(/archive/).focus();
  await keyboard.press('ArrowDown');
  await page.waitForURL(/lab$/);
  await expect.poll(() => focused(page)).toBe('lab');
  await keyboard.press('End');
  await page.waitForURL(/roof$/);
  const tabTo = async (what: string): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      if ((await focused(page)) === what) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${what}.`);
  };
  await tabTo('ssl');
  await keyboard.press('Space');
  await tabTo('keep_alive');
  await keyboard.press('Control+a');
  await keyboard.type('30');
  await keyboard.press('Control+s');
  await expect.poll(() => rig.service.mqtt.clients.get('roof')).toMatchObject({ keep_alive: 30, ssl: true });
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await tabTo('Advanced: QoS, topics, Home Assistant, transport, TLS, client IDShow');
  await keyboard.press('Enter');
  await tabTo('advanced.qos');
  await keyboard.press('ArrowDown');
  await keyboard.press('Control+s');
  await expect.poll(() => rig.service.mqtt.clients.get('roof')?.advanced.qos).toBe(2);
  // The window has heard of it too: nothing can be deleted while it saves.
  await expect.poll(() => deleteButton(page).isEnabled()).toBe(true);
  await deleteButton(page).focus();
  await keyboard.press('Enter');
  await page.waitForURL(/lab$/);
  await page.getByRole('dialog').filter({ hasText: 'Deleted the client “roof”' }).waitFor();
  await keyboard.press('F6');
  await tabTo('Undo');
  await keyboard.press('Enter');
  await row(/roof/).waitFor();
});

const LONG = 'a name/with levels and so many words/that no pane on any screen has room for all of it';

function putLongOnes(): void {
  rig.service.put(appDevice({ serial: 'E24638-with-a-rather-long-serial-number' }));
  const host = 'a-very-long-host-name.with-a-very-long-domain.eu-central-1.iot.provider.example.com';
  const status = {
    state: 'waiting' as const,
    error: refused,
    next_retry: inSeconds(30),
    queued: 1_000_000,
    dropped: 99,
  };
  rig.service.mqtt.put(
    clientView({ identifier: LONG, name: LONG, host, ssl: true, protocol_version: 5, password_set: true, status }),
  );
}

test.each([
  [1440, 900],
  [1024, 700],
  // The same at 200 %.
  [720, 450],
  [420, 800],
])('at %i x %i nothing is out of reach', async (width, height) => {
  putLongOnes();
  const { page, main, field, save } = await open(`/${encodeURIComponent(LONG)}`, { viewport: { width, height } });
  await field('Keep-alive interval').waitFor();
  await main.getByRole('button', { name: /^Advanced/ }).click();
  await expect.poll(() => overflows(page)).toBe(false);
  expect(await sticksOut(page)).toEqual([]);
  // Saving is always in view, whatever is scrolled.
  const box = await save.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width).toBe(true);
  if (width < 1280) {
    await main.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog', { name: 'Client details' }).getByText('Subscribe from a terminal').waitFor();
    await page.keyboard.press('Escape');
  }
  if (width < 760) {
    await main.getByRole('link', { name: 'MQTT clients' }).click();
    await page.getByRole('listbox').waitFor();
    expect(await overflows(page)).toBe(false);
  }
});

describe('axe finds nothing in either theme', () => {
  test('where there is no client', async () => {
    const { page, main } = await open('');
    await main.getByRole('heading', { name: 'No MQTT clients' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('in the form with everything open and wrong, its menu, its dialogs and its message', async () => {
    putLongOnes();
    rig.service.mqtt.put(
      clientView({
        identifier: 'lab',
        advanced: {
          certificate: { subject: 'CN=a', issuer: 'CN=b', valid_from: inSeconds(-9e6), valid_to: inSeconds(-1e6) },
          key_set: true,
        },
      }),
    );
    const { page, main, field, save, row } = await open('/lab');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await field('Port').fill('0');
    await field('Host').fill('other.example');
    await field('Name (topic prefix)').fill('');
    await main.getByRole('group', { name: 'CA certificate' }).getByRole('button', { name: 'Paste text' }).click();
    await save.click();
    await main.getByText('Name (topic prefix): must not be empty.').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menu').waitFor();
    // A menu floats above the page and is in no part of it.
    expect(await violationsInThemes(page, 'region')).toEqual([]);
    await page.keyboard.press('Escape');
    await row(/a name/).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await main.getByText('Disconnected from the broker').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await row(/^lab/).click();
    await main.getByRole('button', { name: 'Test connection' }).click();
    await main.getByText('Connection successful').waitFor();
    await deleteButton(main).first().click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('in a small window, with the details open', async () => {
    putLongOnes();
    const { page, main } = await open('', { viewport: { width: 1024, height: 700 } });
    await main.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog', { name: 'Client details' }).getByText('Subscribe from a terminal').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

/** How gateways fare, live, and what is behind them; sizes, keyboard, accessibility of their page. */
import { describe, expect, test } from 'vitest';
import { clientView } from '../support/views/clients.ts';
import { appDevice } from '../support/views/devices.ts';
import { gatewayError, gatewayView, remoteConfig } from '../support/views/gateways.ts';
import { violationsInThemes } from './support/axe.ts';
import { deleteButton, focused, overflows, sticksOut } from './support/entry-page.ts';
import { gatewaysRig } from './support/gateways-page.ts';

const rig = gatewaysRig();
const { open } = rig;

const refused = gatewayError('port-refused', 'Nothing is listening on port 8080 of h.example.', 'Switch it on.');
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
const answer = { path: '/devices', status: 200, content_type: '', head: '<h1>Printer</h1>' };

describe('how a gateway fares', () => {
  test('shows as it happens, in the list, above the form and in the status line', async () => {
    rig.service.gateways.put(gatewayView({ id: 'hall', status: { state: 'connecting' } }));
    rig.service.gateways.put(gatewayView({ id: 'roof' }));
    const { page, main, row, details } = await open('/hall');
    const status = page.getByRole('contentinfo');
    await row(/hall/).getByText('Connecting').waitFor();
    await status.getByRole('link', { name: 'Gateways: 1 of 2 connected' }).waitFor();
    rig.service.gateways.fare('hall', {
      state: 'online',
      latency_ms: 12.3,
      received: 1284,
      refused: 3,
      instruments: 2,
    });
    await row(/hall/).getByText('Connected', { exact: true }).waitFor();
    await row(/hall/).getByText('2 devices').waitFor();
    await row(/hall/).getByText('12 ms').waitFor();
    await main.getByText('SensGate hall.example:8080, connected since').waitFor();
    await status.getByText('Gateways: 2 of 2 connected').waitFor();
    const text = (await details.innerText()).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/State Connected since [\d:]+ Latency 12 ms Responses since startup 1,284 Invalid 3/);
    rig.service.gateways.fare('hall', { state: 'waiting', error: refused, next_retry: inSeconds(40) });
    await row(/hall/).getByText(refused.text).waitFor();
    await main.getByText('Switch it on.').waitFor();
    await details.getByText(/^in \d+ s$/).waitFor();
    await status.getByText('Gateways: 1 of 2 connected').waitFor();
  });

  test('the seconds to the next try are counted down, and it can be tried now', async () => {
    rig.service.gateways.put(
      gatewayView({ id: 'hall', status: { state: 'waiting', error: refused, next_retry: inSeconds(30) } }),
    );
    const { main, row } = await open('/hall');
    const badge = row(/hall/).locator('.badge');
    const seconds = async (): Promise<number> => Number(/Retrying in (\d+) s/.exec(await badge.innerText())?.[1]);
    await expect.poll(seconds).toBeGreaterThan(0);
    const before = await seconds();
    await expect.poll(seconds).toBeLessThan(before);
    await main.getByText(/^Retrying in \d+ s\.$/).waitFor();
    await main.getByRole('button', { name: 'Retry now' }).click();
    await expect.poll(() => rig.service.gateways.bodies('POST', 'gateways/hall/connect')).toHaveLength(1);
    // The button, and the keyboard with it, stay where they are.
    rig.service.gateways.fare('hall', { state: 'connecting', error: refused, next_retry: null });
    await row(/hall/).getByText('Connecting').waitFor();
    await main.locator('button:focus').filter({ hasText: 'Retry now' }).waitFor();
    rig.service.gateways.fare('hall', { state: 'online', error: null, next_retry: null });
    await main.getByText('Gateway disconnected').waitFor({ state: 'detached' });
  });

  test('failed, stopped and off each say why; an answer that was not understood stands as it came', async () => {
    const alien = gatewayError('not-a-gateway', 'What answers there is not a gateway.', 'Check the address.');
    rig.service.gateways.put(
      gatewayView({ id: 'a', status: { state: 'failed', error: alien, unknown_answer: answer, refused: 1 } }),
    );
    rig.service.gateways.put(gatewayView({ id: 'b', config: { enabled: false }, status: { state: 'idle' } }));
    rig.service.gateways.put(gatewayView({ id: 'c', status: { unknown_answer: answer } }));
    const gone = gatewayError('client-missing', 'The MQTT client “plant” is not there.', 'Select another.');
    const config = remoteConfig('d', 'plant', 'fleet/+');
    rig.service.gateways.put(gatewayView({ id: 'd', config, status: { state: 'failed', error: gone } }));
    const { main, row, details } = await open('/a');
    await row(/^a/).getByText('Failed').waitFor();
    await main.getByText('Invalid response from the gateway').waitFor();
    await main.getByText('Check the address.').waitFor();
    await main.getByText('HTTP status 200, no content type, /devices. Start of the response:').waitFor();
    expect(await main.locator('pre').allInnerTexts()).toEqual(['<h1>Printer</h1>']);
    await row(/^b/).click();
    await main.getByText('Mensura does not read it and does not show its devices.').waitFor();
    await row(/^b/).getByText('Disabled').waitFor();
    await row(/^c/).click();
    await details.getByText('Latest invalid response').waitFor();
    expect(await details.locator('pre').innerText()).toBe('<h1>Printer</h1>');
    expect(await main.getByText('Invalid response from the gateway').count()).toBe(0);
    await row(/^d/).click();
    await main.getByText('Cannot connect').waitFor();
    await main.getByText('Select another.', { exact: true }).waitFor();
  });

  test('a screen reader is told of each change once', async () => {
    rig.service.gateways.put(gatewayView({ id: 'hall' }));
    const { page } = await open('/hall');
    const told = page.getByRole('status').filter({ hasText: /^hall: / });
    await expect.poll(() => told.innerText()).toBe('hall: Connected');
    rig.service.gateways.fare('hall', { state: 'waiting', error: refused, next_retry: inSeconds(30) });
    await expect.poll(() => told.innerText()).toBe('hall: Waiting to retry');
  });

  test('the status line leads to the gateways', async () => {
    rig.service.gateways.put(gatewayView({ id: 'hall', config: { enabled: false } }));
    const { page } = await open('');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Gateways: disabled' }).click();
    await page.waitForURL(/#\/gateways\/hall$/);
  });
});

describe('what is behind a gateway', () => {
  const node = (gateway_serial: string, instruments: number, online = true) => ({
    gateway_serial,
    online,
    instruments,
  });

  test('each Mensura with its state and its instruments, and the way to them', async () => {
    rig.service.put(appDevice({ serial: 'E1', alias: 'Roof', node: 1, gateway: 'MS0123456789' }));
    rig.service.put(appDevice({ serial: 'E2', node: 1, gateway: 'G9', alsoBehind: ['MS0123456789'] }));
    rig.service.put(appDevice({ serial: 'E3', node: 1, gateway: 'G9' }));
    const gateways = [node('MS0123456789', 2), node('MS0987654321', 0, false)];
    const status = { gateways, gateway_count: 2, instruments: 2 };
    rig.service.gateways.put(gatewayView({ id: 'f', config: remoteConfig('Fleet', 'plant', 'fleet/+'), status }));
    const { page, details } = await open('/f');
    await details.getByText('2 installations, 2 devices').waitFor();
    const there = details.getByRole('button', { name: /^Mensura MS0123456789/ });
    await there.getByText('Connected', { exact: true }).waitFor();
    await details
      .getByRole('button', { name: /^Mensura MS0987654321/ })
      .getByText('Disconnected')
      .waitFor();
    await details.getByText('No devices connected').waitFor();
    expect(await details.getByRole('link').allInnerTexts()).toEqual(['Roof\nE1', 'VCP-PTH450-CAL\nE2']);
    await there.click();
    await details.getByRole('link', { name: /Roof/ }).waitFor({ state: 'detached' });
    await there.click();
    await details.getByRole('link', { name: /Roof/ }).click();
    await page.waitForURL(/#\/devices\/gateway\/E1$/);
    await page.getByRole('group', { name: 'Mensura MS0123456789' }).waitFor();
  });

  test('hundreds of them stay a list that can be read', async () => {
    const gateways = Array.from({ length: 100 }, (_, index) => node(`MS${String(index).padStart(10, '0')}`, 10));
    const status = { gateways, gateway_count: 500, instruments: 5000 };
    rig.service.gateways.put(gatewayView({ id: 'f', config: remoteConfig('Fleet', 'plant', 'fleet/+'), status }));
    for (let number = 1; number <= 60; number += 1) {
      rig.service.put(appDevice({ serial: `E${number}`, node: number, gateway: 'MS0000000000' }));
    }
    const { details } = await open('/f');
    await details.getByText('500 installations, 5,000 devices').waitFor();
    await details.getByText('400 more').waitFor();
    expect(await details.getByRole('link').count()).toBe(0);
    await details.getByRole('button', { name: /^Mensura MS0000000000/ }).click();
    await details.getByText('10 more on the Devices page').waitFor();
    expect(await details.getByRole('link').count()).toBe(50);
  });
});

describe('an instrument in two places', () => {
  test('says so in its row and in its details, each leading to the other', async () => {
    rig.service.put(appDevice({ serial: 'E1' }));
    rig.service.put(appDevice({ serial: 'E2' }));
    const there = appDevice({ serial: 'E1', node: 4, alsoBehind: ['G00034'] });
    rig.service.put(there);
    const { page, main, row } = await open('');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    await row(/E1/).first().click();
    const details = page.getByRole('region', { name: 'Device details' });
    await details.getByRole('link', { name: 'Also connected through G00034' }).waitFor();
    expect(
      await row(/E1/).first().getByTitle('Also connected through G00033. Also connected through G00034.').innerText(),
    ).toBe('3 connections');
    expect(await row(/E2/).getByText('connections').count()).toBe(0);
    await details.getByRole('link', { name: 'Also connected through G00033' }).click();
    await page.waitForURL(/#\/devices\/gateway\/E1$/);
    await details.getByText('Also connected through G00034').waitFor();
    expect(await details.getByRole('link', { name: 'Also connected through G00034' }).count()).toBe(0);
    await details.getByRole('link', { name: 'Also connected by USB' }).click();
    await page.waitForURL(/#\/devices\/usb\/E1$/);
    rig.service.remove(there);
    await details.getByText('Also connected through').first().waitFor({ state: 'detached' });
    await main.getByText('3 connections').first().waitFor({ state: 'detached' });
  });
});

test('everything can be done by keyboard alone', async () => {
  for (const id of ['archive', 'hall', 'roof']) rig.service.gateways.put(gatewayView({ id }));
  const { page, row, main } = await open('');
  await page.waitForURL(/archive$/);
  const { keyboard } = page;
  await row(/archive/).focus();
  await keyboard.press('ArrowDown');
  await page.waitForURL(/hall$/);
  await expect.poll(() => focused(page)).toBe('hall');
  await keyboard.press('End');
  await page.waitForURL(/roof$/);
  const tabTo = async (what: string): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      if ((await focused(page)) === what) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${what}.`);
  };
  await tabTo('port');
  await keyboard.press('Control+a');
  await keyboard.type('81');
  await keyboard.press('Control+s');
  await expect.poll(() => rig.service.gateways.gateways.get('roof')?.config).toMatchObject({ port: 81 });
  await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Add gateway' }).focus();
  await keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('kind');
  await keyboard.press('ArrowDown');
  await tabTo('prefix');
  await keyboard.type('fleet/+');
  await main.getByText('fleet/hall-1', { exact: true }).waitFor();
});

const LONG = 'a name with so many words that no pane on any screen has room for all of it, however wide it is drawn';

function putLongOnes(): void {
  const host = 'a-very-long-host-name.with-a-very-long-domain.eu-central-1.iot.provider.example.com';
  const alien = gatewayError('answer-unknown', `What answers at ${host}:8080 is not understood.`, 'Check the address.');
  const head = `{"devices":"${'x'.repeat(200)}"}\n<p>${'word '.repeat(8)}`;
  const gateways = [
    { gateway_serial: 'a-rather-long-serial-of-a-gateway-of-some-kind', online: false, instruments: 0 },
  ];
  rig.service.put(appDevice({ serial: 'E24638-with-a-rather-long-serial-number', node: 1, gateway: 'G1' }));
  rig.service.mqtt.put(clientView({ identifier: 'plant', name: LONG.slice(0, 90) }));
  rig.service.gateways.put(
    gatewayView({
      id: 'long',
      config: { name: LONG.slice(0, 100), host },
      status: {
        state: 'waiting',
        error: alien,
        next_retry: inSeconds(30),
        unknown_answer: { path: '/devices', status: 200, content_type: 'application/json', head },
        gateways,
        gateway_count: 1,
      },
    }),
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
  const { page, main, field, save } = await open('/long', { viewport: { width, height } });
  await field('Port').waitFor();
  await main.locator('pre').waitFor();
  expect(await overflows(page)).toBe(false);
  expect(await sticksOut(page)).toEqual([]);
  // Saving is always in view, whatever is scrolled.
  const box = await save.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width).toBe(true);
  if (width < 1280) {
    await main.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog', { name: 'Gateway details' }).getByRole('heading', { name: 'Devices' }).waitFor();
    await page.keyboard.press('Escape');
  }
  if (width < 760) {
    await main.getByRole('link', { name: 'Gateways' }).click();
    await page.getByRole('listbox').waitFor();
    expect(await overflows(page)).toBe(false);
    const summary = await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /^Gateways/ })
      .boundingBox();
    expect(summary && summary.x + summary.width <= width).toBe(true);
  }
  await page.getByRole('link', { name: 'Add gateway' }).click();
  await main.getByRole('radio', { name: /^Remote Mensura/ }).check();
  await field('Topic prefix').fill('fleet/+');
  await expect.poll(() => overflows(page)).toBe(false);
  expect(await sticksOut(page)).toEqual([]);
});

describe('axe finds nothing in either theme', () => {
  test('where there is no gateway', async () => {
    const { page, main } = await open('');
    await main.getByRole('heading', { name: 'No gateways' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('in the form with something wrong, its verdict, its question and its message', async () => {
    putLongOnes();
    const node = { gateway_serial: 'G1', online: true, instruments: 1 };
    rig.service.gateways.put(gatewayView({ id: 'hall', status: { gateways: [node], gateway_count: 1 } }));
    const { page, main, field, save, row } = await open('/hall');
    await field('Port').fill('0');
    await field('Name').fill('');
    await save.click();
    await main.getByText('Name: must not be empty.').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await row(/a name/).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await main.locator('pre').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await row(/^hall/).click();
    await main.getByRole('button', { name: 'Test connection' }).click();
    await main.getByText('Connection successful').waitFor();
    await deleteButton(main).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('in a new one of each kind', async () => {
    const { page, main } = await open('/+new');
    await main.getByText('Not tested with hardware', { exact: true }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await main.getByRole('radio', { name: /^Remote Mensura/ }).check();
    await main.getByText('No MQTT clients').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('in a small window, with the details open; and at an instrument in two places', async () => {
    putLongOnes();
    rig.service.put(appDevice({ serial: 'E1', alsoBehind: ['G00034'], node: 2 }));
    rig.service.put(appDevice({ serial: 'E1' }));
    const { page, main } = await open('/long', { viewport: { width: 1024, height: 700 } });
    await main.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog', { name: 'Gateway details' }).getByRole('heading', { name: 'Devices' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    await main.getByText('3 connections').first().waitFor();
    await main.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('link', { name: 'Also connected through G00034' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

/** The form of a gateway: adding, checking, testing, changing. */
import { describe, expect, test } from 'vitest';
import { clientView } from '../support/views/clients.ts';
import { gatewayError, gatewayView, remoteConfig } from '../support/views/gateways.ts';
import { type EntryPage, focused } from './support/entry-page.ts';
import { gatewaysRig } from './support/gateways-page.ts';

const ASSUMED =
  'Only the SensGate’s device list is documented. The rest of its interface is assumed and has not been tested with hardware.';

const rig = gatewaysRig();

function open(route: string, expected?: RegExp): Promise<EntryPage> {
  return rig.open(route, { ...(expected && { expected }) });
}

describe('adding a gateway', () => {
  test('from nothing: what one is, a SensGate by its address, and it is in the list', async () => {
    const { page, main, field, save, row } = await open('');
    await main.getByRole('heading', { name: 'No gateways' }).waitFor();
    await main.getByText('fleet/hall-1', { exact: true }).waitFor();
    await main.getByText(ASSUMED).waitFor();
    await main.getByRole('link', { name: 'Add SensGate' }).click();
    await expect.poll(() => focused(page)).toBe('kind');
    expect(await main.getByRole('radio', { name: /^SensGate/ }).isChecked()).toBe(true);
    await main.getByText(ASSUMED).waitFor();
    await field('Name').fill('Hall 3');
    await field('Host').fill('192.168.40.1');
    await field('Polling interval').fill('2.5');
    await save.click();
    await row(/Hall 3/).waitFor();
    await page.waitForURL(/#\/gateways\/g01a2b3c4$/);
    await main.getByText('SensGate 192.168.40.1:8080, connected since').waitFor();
    expect(rig.service.gateways.bodies('POST', 'gateways')).toEqual([
      { kind: 'sensgate', name: 'Hall 3', enabled: true, host: '192.168.40.1', port: 8080, period_ms: 2500 },
    ]);
  });

  test('other Mensuras by the broker of an MQTT client, with the prefix explained as it is typed', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'plant', name: 'plant-north', host: 'broker.example' }));
    rig.service.mqtt.put(clientView({ identifier: 'roof' }));
    const { page, main, field, save, row } = await open('');
    await main.getByRole('link', { name: 'Add remote Mensura' }).click();
    await expect.poll(() => main.getByRole('radio', { name: /^Remote Mensura/ }).isChecked()).toBe(true);
    expect(await main.getByText(ASSUMED).count()).toBe(0);
    await field('Name').fill('Fleet');
    await main.getByText('matches one level: fleet/+ reads fleet/hall-1, fleet/hall-2').waitFor();
    await field('Topic prefix').fill('plants/+/halls/+');
    await main.getByText('plants/hall-1/halls/hall-1', { exact: true }).waitFor();
    await save.click();
    await main.getByText('Select an MQTT client.').waitFor();
    await expect.poll(() => focused(page)).toBe('client');
    await main.getByLabel('Broker (from MQTT client)').selectOption('plant-north (broker.example:1883)');
    await main.getByText('Select an MQTT client.').waitFor({ state: 'hidden' });
    await save.click();
    await row(/Fleet/).getByText('Remote Mensura').waitFor();
    expect(rig.service.gateways.bodies('POST', 'gateways')).toEqual([
      { ...remoteConfig('Fleet', 'plant', 'plants/+/halls/+'), enabled: true },
    ]);
  });

  test('the only MQTT client there is is chosen; where there is none, the way to one is shown', async () => {
    const { page, main } = await open('/+new/mqtt');
    await main.getByText('No MQTT clients').waitFor();
    await main.getByRole('link', { name: 'Add an MQTT client' }).click();
    await page.waitForURL(/#\/mqtt\/\+new$/);
    rig.service.mqtt.put(clientView({ identifier: 'plant' }));
    await page.getByRole('option', { name: /plant/ }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Gateways' }).click();
    await main.getByRole('link', { name: 'Add remote Mensura' }).click();
    await expect.poll(() => main.getByLabel('Broker (from MQTT client)').inputValue()).toBe('plant');
    await main.getByText('For another broker:').waitFor();
  });

  test('changing the kind shows the other fields, and loses nothing', async () => {
    const { main, field } = await open('/+new');
    await field('Host').fill('h.example');
    await main.getByRole('radio', { name: /^Remote Mensura/ }).check();
    await expect.poll(() => field('Host').count()).toBe(0);
    await field('Topic prefix').fill('fleet/+');
    await main.getByRole('radio', { name: /^SensGate/ }).check();
    await expect.poll(() => field('Host').inputValue()).toBe('h.example');
    await main.getByRole('radio', { name: /^Remote Mensura/ }).check();
    await expect.poll(() => field('Topic prefix').inputValue()).toBe('fleet/+');
  });

  test('cancelling leads back', async () => {
    rig.service.gateways.put(gatewayView({ id: 'hall' }));
    const { page, main, field } = await open('/+new');
    await field('Name').fill('x');
    await main.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/#\/gateways\/hall$/);
    expect(rig.service.gateways.gateways.size).toBe(1);
  });
});

describe('what is wrong is said at its field', () => {
  test('when it is left, in a sentence; and saving leads to the first', async () => {
    const { page, main, field, save } = await open('/+new');
    await field('Port').fill('808080');
    await page.keyboard.press('Tab');
    await main.getByText('Port: must be a whole number from 1 to 65535, got 808080.').waitFor();
    expect(await field('Port').getAttribute('aria-invalid')).toBe('true');
    await field('Host').fill('http://h.example');
    await save.click();
    await expect.poll(() => focused(page)).toBe('name');
    await main.getByText('Name: must not be empty.').waitFor();
    await main.getByText('Host: must be a name or an address, without http://.').waitFor();
    await field('Host').fill('h.example');
    await expect.poll(() => field('Host').getAttribute('aria-invalid')).toBe('false');
    expect(rig.service.gateways.bodies('POST', 'gateways')).toEqual([]);
  });

  test('refusals of the service stand at their fields, others as a notice', async () => {
    rig.service.gateways.put(gatewayView({ id: 'hall' }));
    rig.service.gateways.put(gatewayView({ id: 'roof' }));
    const { page, main, field, save } = await open('/hall', /status of (?:409|500)/);
    await field('Name').fill('roof');
    await save.click();
    await main.getByText('A gateway named "roof" already exists.').waitFor();
    await expect.poll(() => focused(page)).toBe('name');
    rig.service.gateways.onAsked = ({ method }) =>
      method === 'PUT' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
    await save.click();
    await main.getByText('Cannot save changes').waitFor();
    await main.getByText('The disk is full.').waitFor();
    await main.getByText('Unsaved changes').waitFor();
  });

  test('a client that was removed is named, and another can be chosen', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'roof' }));
    rig.service.gateways.put(gatewayView({ id: 'fleet', config: remoteConfig('Fleet', 'plant', 'fleet/+') }));
    const { main, save } = await open('/fleet');
    await main.getByText('This client was deleted. Select another.').waitFor();
    const client = main.getByLabel('Broker (from MQTT client)');
    expect(await client.inputValue()).toBe('plant');
    await client.selectOption('roof (localhost:1883)');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.gateways.gateways.get('fleet')?.config).toMatchObject({ client: 'roof' });
  });
});

describe('a test', () => {
  test('before saving: what was seen, and that it was before the latest changes', async () => {
    const { main, field } = await open('/+new');
    const start = main.getByRole('button', { name: 'Test connection' });
    await start.click();
    await main.getByText('Host: must not be empty.').waitFor();
    expect(rig.service.gateways.bodies('POST', 'gateways/test')).toEqual([]);
    await field('Name').fill('Hall');
    await field('Host').fill('h.example');
    await start.click();
    await main.getByText('Connection successful').waitFor();
    await main.getByText('Found 2 devices: E24638, E18890.').waitFor();
    await main.getByText('Duration: 12 ms.').waitFor();
    expect(rig.service.gateways.bodies('POST', 'gateways/test')).toMatchObject([{ host: 'h.example', port: 8080 }]);
    expect(rig.service.gateways.gateways.size).toBe(0);
    await field('Host').fill('other.example');
    await main.getByText('Tested before your latest changes.').waitFor();
    await main.getByRole('button', { name: 'Dismiss' }).click();
    await main.getByText('Connection successful').waitFor({ state: 'detached' });
  });

  test('shows an answer that was not understood as it came', async () => {
    rig.service.gateways.put(gatewayView({ id: 'hall' }));
    rig.service.gateways.verdict = {
      ok: false,
      text: 'It answers, but not as a gateway does.',
      error: gatewayError('not-a-gateway', 'It answers, but not as a gateway does.', 'Check the address.'),
      duration_ms: 5,
      notes: [],
      unknown_answer: { path: '/devices', status: 404, content_type: 'text/html', head: '<h1>Printer</h1>\n<b>404' },
      instruments: [],
    };
    const { main } = await open('/hall');
    await main.getByRole('button', { name: 'Test connection' }).click();
    await main.getByText('Connection failed').waitFor();
    await main.getByText('Check the address.').waitFor();
    await main.getByText('HTTP status 404, text/html, /devices. Start of the response:').waitFor();
    expect(await main.locator('pre').innerText()).toBe('<h1>Printer</h1>\n<b>404');
    // The same sentence is not said twice.
    expect(await main.getByText('It answers, but not as a gateway does.').count()).toBe(1);
  });

  test('can be ended; one that could not be made says so', async () => {
    rig.service.gateways.put(gatewayView({ id: 'hall' }));
    const { main } = await open('/hall', /net::ERR|status of 500/);
    const held = Promise.withResolvers<undefined>();
    rig.service.gateways.onAsked = ({ path }) => (path === 'gateways/test' ? held.promise : undefined);
    const start = main.getByRole('button', { name: 'Test connection' });
    await start.click();
    await main.getByText('Testing the connection').waitFor();
    await main.getByRole('button', { name: 'Cancel' }).click();
    await main.getByText('Testing the connection').waitFor({ state: 'detached' });
    held.resolve(undefined);
    rig.service.gateways.onAsked = () => ({ status: 500, body: { message: 'Too many tests run.' } });
    await start.click();
    await main.getByText('Cannot test the connection').waitFor();
    await main.getByText('Too many tests run.').waitFor();
  });
});

describe('changing a gateway', () => {
  test('saves by button and by keyboard, and discards', async () => {
    rig.service.gateways.put(gatewayView({ id: 'hall' }));
    const { page, main, field, save } = await open('/hall');
    await field('Port').waitFor();
    expect(await save.isDisabled()).toBe(true);
    // What is stored stays of its kind.
    expect(await main.getByRole('radio').count()).toBe(0);
    await field('Port').fill('8081');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await field('Port').fill('8082');
    await page.keyboard.press('Control+s');
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.gateways.bodies('PUT', 'gateways/hall')).toMatchObject([{ port: 8081 }, { port: 8082 }]);
    await field('Port').fill('1');
    await main.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => field('Port').inputValue()).toBe('8082');
  });

  test('is switched on and off at once, and the form leaves that as it is', async () => {
    rig.service.gateways.put(gatewayView({ id: 'hall' }));
    const { main, field, save, row } = await open('/hall');
    await field('Port').fill('8081');
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await main.getByText('This gateway is disabled').waitFor();
    await row(/hall/).getByText('Disabled').waitFor();
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.gateways.gateways.get('hall')?.config).toMatchObject({ port: 8081, enabled: false });
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await row(/hall/).getByText('Connected', { exact: true }).waitFor();
  });
});

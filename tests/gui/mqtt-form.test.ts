/** The form of an MQTT client: adding, checking, changing. */
import { describe, expect, test } from 'vitest';
import { READING_CHOICE_DEFAULTS } from '../../service/contract/index.ts';
import { clientView } from '../support/views/clients.ts';
import { appDevice } from '../support/views/devices.ts';
import { type EntryPage, focused } from './support/entry-page.ts';
import { mqttRig } from './support/mqtt-page.ts';

const rig = mqttRig();

async function open(route: string, expected?: RegExp): Promise<EntryPage> {
  return rig.open(route, { expected });
}

describe('adding a client', () => {
  test('from nothing: what a broker is, the form, and the client in the list', async () => {
    rig.service.put(appDevice({ serial: 'E24638' }));
    const { page, main, field, save, details, row } = await open('');
    await main.getByRole('heading', { name: 'No MQTT clients' }).waitFor();
    expect(await main.innerText()).toContain('sudo apt install mosquitto');
    await main.getByRole('link', { name: 'Add client' }).last().click();
    await expect.poll(() => focused(page)).toBe('name');
    await field('Name (topic prefix)').fill('Hall 2');
    await details.getByText('Hall 2/E24638/measurement').waitFor();
    await details.getByText("mosquitto_sub -h localhost -p 1883 -V mqttv311 -t 'Hall 2/#' -v").waitFor();
    await field('Host').fill('broker.example');
    await save.click();
    await row(/Hall 2/).waitFor();
    await page.waitForURL(/#\/mqtt\/hall-2$/);
    expect(rig.service.mqtt.bodies('POST', 'clients')).toEqual([
      {
        identifier: 'hall-2',
        name: 'Hall 2',
        host: 'broker.example',
        port: 1883,
        protocol_version: 4,
        username: '',
        keep_alive: 60,
        clean_session: true,
        ssl: false,
        reconnect: { enable: true, min_delay: 1000, max_delay: 60_000 },
        advanced: {
          enabled: true,
          qos: 1,
          layout: 'device',
          discovery: false,
          discovery_prefix: 'homeassistant',
          check_server_name: true,
          client_id: '',
          store_and_forward: true,
          alpn: [],
          readings: READING_CHOICE_DEFAULTS,
          transport: 'tcp',
          path: '/mqtt',
          proxy: '',
          proxy_username: '',
        },
      },
    ]);
    await main.getByText('Identifier hall-2, connected since').waitFor();
  });

  test('every field arrives as it was entered', async () => {
    const { page, main, field, save } = await open('/+new');
    await field('Name (topic prefix)').fill('plant');
    await main.getByLabel('Protocol version').selectOption('MQTT 5.0');
    await main.getByRole('switch', { name: 'Use TLS' }).click();
    await field('Username').fill('me');
    await main.getByLabel('Password', { exact: true }).fill('secret');
    await field('Keep-alive interval').fill('30 s');
    await main.getByRole('switch', { name: 'Clean session' }).click();
    await main.getByRole('switch', { name: 'Reconnect automatically' }).click();
    await field('Initial delay in seconds').fill('0.25');
    await field('Maximum delay in seconds').fill('2 min');
    await main.getByRole('switch', { name: /^Store messages on disk/ }).click();
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await field('Identifier').fill('my id');
    await field('Client ID').fill('me-1');
    await main.getByLabel('Quality of service').selectOption('2: exactly once');
    await main.getByLabel('Message layout').selectOption('Both');
    await main.getByRole('switch', { name: 'Publish discovery messages' }).click();
    await field('Discovery prefix').fill('ha');
    await main.getByRole('switch', { name: 'Connect after adding' }).click();
    await main.getByRole('switch', { name: 'Verify broker host name' }).click();
    await field('ALPN protocols').fill('x-amzn-mqtt-ca, mqtt');
    const authority = main.getByRole('group', { name: 'CA certificate' });
    await authority.getByRole('button', { name: 'Paste text' }).click();
    const pem = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
    await authority.getByRole('textbox').fill(pem);
    await authority.getByText('1 certificate').waitFor();
    await save.click();
    await page.waitForURL(/#\/mqtt\/my%20id$/);
    expect(rig.service.mqtt.bodies('POST', 'clients')).toEqual([
      {
        identifier: 'my id',
        name: 'plant',
        host: 'localhost',
        port: 8883,
        protocol_version: 5,
        username: 'me',
        password: 'secret',
        keep_alive: 30,
        clean_session: false,
        ssl: true,
        reconnect: { enable: false, min_delay: 250, max_delay: 120_000 },
        advanced: {
          enabled: false,
          qos: 2,
          layout: 'both',
          discovery: true,
          discovery_prefix: 'ha',
          check_server_name: false,
          client_id: 'me-1',
          store_and_forward: false,
          alpn: ['x-amzn-mqtt-ca', 'mqtt'],
          readings: READING_CHOICE_DEFAULTS,
          transport: 'tcp',
          path: '/mqtt',
          proxy: '',
          proxy_username: '',
          ca: pem,
        },
      },
    ]);
  });

  test('an identifier that was taken meanwhile is shown where it can be changed', async () => {
    const { page, main, field, save } = await open('/+new', /status of 409/);
    await field('Name (topic prefix)').fill('lab');
    rig.service.mqtt.onAsked = ({ method }) =>
      method === 'POST' ? { status: 409, body: { message: 'There is a client lab already.' } } : undefined;
    await save.click();
    await main.getByText('There is a client lab already.').waitFor();
    await expect.poll(() => focused(page)).toBe('identifier');
    rig.service.mqtt.onAsked = undefined;
    await field('Identifier').fill('lab-b');
    await save.click();
    await page.waitForURL(/#\/mqtt\/lab-b$/);
  });

  test('cancelling leads back', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab' }));
    const { page, main, field } = await open('/+new');
    await field('Name (topic prefix)').fill('x');
    await main.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/#\/mqtt\/lab$/);
    expect(rig.service.mqtt.clients.size).toBe(1);
  });
});

describe('what is wrong is said at its field', () => {
  test('when it is left, in a sentence; and saving leads to the first', async () => {
    const { page, main, field, save } = await open('/+new');
    // It comes after the form is there, and would take the focus from what is filled in meanwhile.
    await expect.poll(() => focused(page)).toBe('name');
    await field('Port').fill('188300');
    await expect.poll(() => field('Port').getAttribute('aria-invalid')).toBe('false');
    await page.keyboard.press('Tab');
    await main.getByText('Port: must be a whole number from 1 to 65535, got 188300.').waitFor();
    expect(await field('Port').getAttribute('aria-invalid')).toBe('true');
    const described = (await field('Port').getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).innerText()));
    expect(texts).toContain('Port: must be a whole number from 1 to 65535, got 188300.');
    await save.click();
    await expect.poll(() => focused(page)).toBe('name');
    await main.getByText('Name (topic prefix): must not be empty.').waitFor();
    await field('Name (topic prefix)').fill('a/#');
    await main.getByText('Name (topic prefix): must not contain +, # or control characters.').waitFor();
    await field('Port').fill('1883');
    await expect.poll(() => field('Port').getAttribute('aria-invalid')).toBe('false');
    expect(rig.service.mqtt.bodies('POST', 'clients')).toEqual([]);
  });

  test('what is wrong in the folded part opens it', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab' }));
    const { page, main, field, save } = await open('/lab');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await field('Client ID').fill('ä');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await expect.poll(() => field('Client ID').isVisible()).toBe(false);
    await save.click();
    await expect.poll(() => focused(page)).toBe('advanced.client_id');
    await main
      .getByText('Client ID: must contain only letters, digits, hyphens, underscores, periods and colons.')
      .waitFor();
  });

  test('a click is not lost although a message of several lines appears above what is clicked', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab', ssl: true }));
    const { page, main, field } = await rig.open('/lab', { viewport: { width: 1024, height: 700 } });
    await field('Name (topic prefix)').fill('$SYS');
    await main.getByRole('button', { name: 'Use 8883' }).hover();
    await page.mouse.down();
    // As long as a finger takes: several frames are drawn meanwhile.
    await page.evaluate('new Promise((done) => setTimeout(done, 120))');
    await page.mouse.up();
    await main.getByText('Name (topic prefix): must not start with $, which is reserved for the broker.').waitFor();
    expect(await field('Port').inputValue()).toBe('8883');
  });

  test('one delay’s mistake is mended at the other', async () => {
    const { page, main, field } = await open('/+new');
    await field('Maximum delay in seconds').fill('0.5');
    await page.keyboard.press('Tab');
    await main.getByText('The initial delay (1 s) exceeds the maximum delay (0.5 s).').waitFor();
    expect(await field('Initial delay in seconds').getAttribute('aria-invalid')).toBe('true');
    await field('Maximum delay in seconds').fill('5');
    await expect.poll(() => field('Initial delay in seconds').getAttribute('aria-invalid')).toBe('false');
  });

  test('refusals of the service stand at their fields, others as a notice', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab' }));
    const { page, main, field, save } = await open('/lab', /status of (?:400|500)/);
    await field('Keep-alive interval').fill('30');
    rig.service.mqtt.onAsked = ({ method }) =>
      method === 'PUT'
        ? {
            status: 400,
            body: {
              message: 'x',
              errors: [
                { path: 'host', message: 'is the address of this computer' },
                { path: 'advanced.key', message: 'does not match the certificate' },
                { path: 'weather', message: 'is bad' },
              ],
            },
          }
        : undefined;
    await save.click();
    await main.getByText('Host: is the address of this computer.').waitFor();
    await main.getByText('weather: is bad.').waitFor();
    await expect.poll(() => focused(page)).toBe('host');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await main.getByText('Client private key: does not match the certificate.').waitFor();
    rig.service.mqtt.onAsked = ({ method }) =>
      method === 'PUT' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
    await save.click();
    await main.getByText('The disk is full.').waitFor();
    await main.getByText('Unsaved changes').waitFor();
  });
});

describe('changing a client', () => {
  test('saves by button and by keyboard, and says what is not saved', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab', password_set: true, username: 'u' }));
    const { page, main, field, save } = await open('/lab');
    await field('Keep-alive interval').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await field('Keep-alive interval').fill('30');
    await main.getByText('Unsaved changes').waitFor();
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await field('Keep-alive interval').fill('31');
    await page.keyboard.press('Control+s');
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const bodies = rig.service.mqtt.bodies('PUT', 'clients/lab') as { keep_alive: number; password?: string }[];
    expect(bodies.map(({ keep_alive }) => keep_alive)).toEqual([30, 31]);
    // What is left out stays.
    expect(bodies.every((body) => !('password' in body))).toBe(true);
    await field('Keep-alive interval').fill('99');
    await main.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => field('Keep-alive interval').inputValue()).toBe('31');
  });

  test('is switched on and off at once, and the form leaves that as it is', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab' }));
    const { main, field, save, row } = await open('/lab');
    await field('Keep-alive interval').fill('30');
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await main.getByText('This client is disabled').waitFor();
    await row(/lab/).getByText('Disabled').waitFor();
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.mqtt.clients.get('lab')).toMatchObject({ keep_alive: 30, advanced: { enabled: false } });
  });

  test('what is typed while it is being saved stays', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab' }));
    const answered = Promise.withResolvers<void>();
    rig.service.mqtt.onAsked = async ({ method }) => {
      if (method === 'PUT') await answered.promise;
      return undefined;
    };
    const { main, field, save } = await open('/lab');
    await field('Keep-alive interval').fill('30');
    await save.click();
    await main.getByRole('button', { name: 'Saving…' }).waitFor();
    await field('Username').fill('typed meanwhile');
    answered.resolve();
    await main.getByRole('button', { name: 'Save changes', exact: true }).waitFor();
    expect(await field('Username').inputValue()).toBe('typed meanwhile');
    expect(await field('Keep-alive interval').inputValue()).toBe('30');
    await main.getByText('Unsaved changes').waitFor();
  });
});

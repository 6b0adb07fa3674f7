/** The form of an MQTT client: passwords, certificates, testing the connection, duplicating. */
import { describe, expect, test } from 'vitest';
import { clientError, clientView } from '../support/views/clients.ts';
import { type EntryPage, focused } from './support/entry-page.ts';
import { mqttRig } from './support/mqtt-page.ts';

const rig = mqttRig();

async function open(route: string, expected?: RegExp): Promise<EntryPage> {
  return rig.open(route, { expected });
}

describe('the password', () => {
  test('is never shown, says where it is kept, and can be replaced or removed', async () => {
    rig.service.mqtt.secretStorage = 'key-store';
    rig.service.mqtt.put(clientView({ identifier: 'lab', password_set: true, username: 'u' }));
    const { main, save } = await open('/lab');
    const password = main.getByLabel('Password', { exact: true });
    await main.getByText('Stored in this computer’s key store.').waitFor();
    expect(await password.getAttribute('placeholder')).toBe('Unchanged');
    expect(await password.inputValue()).toBe('');
    await password.fill('new');
    await expect.poll(() => password.getAttribute('type')).toBe('password');
    await main.getByRole('button', { name: 'Show password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('text');
    await password.fill('');
    // Emptied again: unchanged, not removed.
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await main.getByRole('button', { name: 'Delete password' }).click();
    await main.getByText('The stored password is deleted when you save.').waitFor();
    await save.click();
    await expect.poll(() => rig.service.mqtt.clients.get('lab')?.password_set).toBe(false);
    expect(rig.service.mqtt.bodies('PUT', 'clients/lab')).toMatchObject([{ password: '' }]);
  });

  test('must be entered again for another address, which is said at once', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab', password_set: true, username: 'u' }));
    const { page, main, field, save } = await open('/lab');
    await field('Host').fill('other.example');
    await main.getByText(/^The broker address, the certificate verification or the proxy changed/).waitFor();
    await save.click();
    await expect.poll(() => focused(page)).toBe('password');
    expect(rig.service.mqtt.bodies('PUT', 'clients/lab')).toEqual([]);
    await main.getByLabel('Password', { exact: true }).fill('again');
    await save.click();
    await expect.poll(() => rig.service.mqtt.clients.get('lab')?.host).toBe('other.example');
    // Going back to the address it was given for would have been fine too.
    await expect.poll(() => main.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  });

  test('without a username it cannot be sent before MQTT 5, which is said', async () => {
    const { main, field } = await open('/+new');
    await main.getByLabel('Password', { exact: true }).fill('x');
    await main.getByText('MQTT 3.1.1 requires a username with a password.').waitFor();
    await main.getByLabel('Protocol version').selectOption('MQTT 5.0');
    await main.getByText(/requires a username/).waitFor({ state: 'detached' });
    await main.getByLabel('Protocol version').selectOption('MQTT 3.1');
    await main.getByText('MQTT 3.1 requires a username').waitFor();
    await field('Username').fill('me');
    await main.getByText(/requires a username/).waitFor({ state: 'detached' });
  });

  test('one that cannot be read here is asked for', async () => {
    rig.service.mqtt.put(
      clientView({
        identifier: 'lab',
        password_set: true,
        status: { state: 'failed', error: clientError('password-needed', 'The stored password cannot be read here.') },
      }),
    );
    const { page, main, row } = await open('/lab');
    await row(/lab/).getByText('Password required').waitFor();
    await main.getByRole('button', { name: 'Enter password' }).click();
    await expect.poll(() => focused(page)).toBe('password');
  });
});

describe('certificates', () => {
  test('come from a file that is read in the page; what is no certificate is refused at once', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab', ssl: true, port: 8883 }));
    const { main, save } = await open('/lab');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    const authority = main.getByRole('group', { name: 'CA certificate' });
    const file = (text: string) => ({ name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await authority.getByLabel('CA certificate file').setInputFiles(file('-----BEGIN PRIVATE KEY-----'));
    await authority.getByText('ca.pem: This is a private key. Enter a certificate.').waitFor();
    await authority.getByLabel('CA certificate file').setInputFiles(file('-----BEGIN CERTIFICATE-----'));
    await authority.getByText('1 certificate').waitFor();
    await save.click();
    await authority.getByText('CN=Plant CA').waitFor();
    await authority.getByText('Valid until 31 Dec 2099.').waitFor();
    await authority.getByRole('button', { name: 'Delete' }).click();
    await authority.getByText('Deleted when you save.').waitFor();
    await authority.getByRole('button', { name: 'Undo' }).click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.mqtt.bodies('PUT', 'clients/lab')).toMatchObject([
      { advanced: { ca: '-----BEGIN CERTIFICATE-----' } },
    ]);
  });

  test('a file that cannot be read is said to be so, and can be chosen again', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab', ssl: true, port: 8883 }));
    const { page, main } = await open('/lab');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    const authority = main.getByRole('group', { name: 'CA certificate' });
    // A file that went between the choice and the reading.
    await page.evaluate(`(() => {
      const read = File.prototype.text;
      File.prototype.text = function () {
        File.prototype.text = read;
        return Promise.reject(new DOMException('Gone.', 'NotFoundError'));
      };
      Object.defineProperty(File.prototype, 'text', { writable: true, configurable: true });
    })()`);
    const file = { name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.from('-----BEGIN CERTIFICATE-----') };
    const picker = authority.getByLabel('CA certificate file');
    await picker.setInputFiles(file);
    await authority.getByText('Cannot read ca.pem: moved, or access denied. Choose it again.').waitFor();
    // Empty again: a browser tells of another choice alone.
    expect(await picker.inputValue()).toBe('');
    await picker.setInputFiles(file);
    await authority.getByText('1 certificate').waitFor();
  });

  test('a client certificate needs its key', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab', ssl: true, port: 8883 }));
    const { page, main, save } = await open('/lab');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    const own = main.getByRole('group', { name: 'Client certificate', exact: true });
    await own.getByRole('button', { name: 'Paste text' }).click();
    await own.getByRole('textbox').fill('-----BEGIN CERTIFICATE-----');
    await save.click();
    await main.getByText('Enter the private key for this client certificate.').waitFor();
    await expect.poll(() => focused(page)).toBe('advanced.key');
  });
});

describe('testing the connection', () => {
  test('tells that it works, with what is worth knowing', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab', password_set: true }));
    rig.service.mqtt.verdict = { ...rig.service.mqtt.verdict, notes: ['The broker keeps nothing.'] };
    const { main, field } = await open('/lab');
    await field('Keep-alive interval').fill('30');
    await main.getByRole('button', { name: 'Test connection' }).click();
    await main.getByText('Connection successful').waitFor();
    await main.getByText('The broker takes the client.').waitFor();
    await main.getByText('The broker keeps nothing.').waitFor();
    await main.getByText('Duration: 35 ms.').waitFor();
    // What the form says is tested, without saving it.
    expect(rig.service.mqtt.bodies('POST', 'clients/lab/test')).toMatchObject([{ keep_alive: 30 }]);
    expect(rig.service.mqtt.clients.get('lab')?.keep_alive).toBe(60);
    await field('Keep-alive interval').fill('31');
    await main.getByText('Tested before your latest changes.').waitFor();
    await main.getByRole('button', { name: 'Dismiss' }).click();
    await main.getByText('Connection successful').waitFor({ state: 'detached' });
  });

  test('tells why it does not, and what to do', async () => {
    const text = 'The broker rejected the username or password.';
    const error = { ...clientError('credentials-refused', text, 'Correct them.'), reason_code: 134 };
    rig.service.mqtt.verdict = { ok: false, text, error, duration_ms: 12, notes: [] };
    const { main, field } = await open('/+new');
    await field('Name (topic prefix)').fill('x');
    await main.getByRole('button', { name: 'Test connection' }).click();
    await main.getByText('Connection failed').waitFor();
    await main.getByText(text).waitFor();
    await main.getByText('Correct them.').waitFor();
    expect(rig.service.mqtt.bodies('POST', 'test')).toHaveLength(1);
  });

  test('can be cancelled, and what is wrong is said before it is tried', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'lab' }));
    rig.service.mqtt.onAsked = ({ path }) => (path.endsWith('test') ? new Promise(() => undefined) : undefined);
    const { page, main, field } = await open('/lab', /ERR_ABORTED|Failed to load/);
    await field('Port').fill('0');
    await main.getByRole('button', { name: 'Test connection' }).click();
    await expect.poll(() => focused(page)).toBe('port');
    expect(rig.service.mqtt.bodies('POST', 'clients/lab/test')).toEqual([]);
    await field('Port').fill('1883');
    await main.getByRole('button', { name: 'Test connection' }).click();
    await main.getByText('Testing the connection').waitFor();
    expect(await main.getByRole('button', { name: 'Test connection' }).isDisabled()).toBe(true);
    await main.getByRole('button', { name: 'Cancel' }).click();
    await main.getByText('Testing the connection').waitFor({ state: 'detached' });
    expect(await main.getByRole('button', { name: 'Test connection' }).isEnabled()).toBe(true);
  });
});

test('a copy has names of its own and no secrets, which is said', async () => {
  rig.service.mqtt.put(clientView({ identifier: 'lab', password_set: true, username: 'u', keep_alive: 5 }));
  const { page, main, field, save, row } = await open('/lab');
  await main.getByRole('link', { name: 'Duplicate' }).click();
  await main.getByText('Passwords, certificates and keys are not copied').waitFor();
  expect(await field('Name (topic prefix)').inputValue()).toBe('lab-copy');
  await save.click();
  await page.waitForURL(/#\/mqtt\/lab-copy$/);
  await row(/lab-copy/).waitFor();
  expect(rig.service.mqtt.bodies('POST', 'clients')).toMatchObject([
    { identifier: 'lab-copy', name: 'lab-copy', username: 'u', keep_alive: 5 },
  ]);
  expect(rig.service.mqtt.clients.get('lab-copy')?.password_set).toBe(false);
});

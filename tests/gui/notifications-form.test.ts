/** The form of a destination: its types, errors, choices, test and secrets. */
import { describe, expect, test } from 'vitest';
import { ruleOf } from '../support/views/alarms.ts';
import { destinationError, destinationView } from '../support/views/destinations.ts';
import { appDevice } from '../support/views/devices.ts';
import { focused } from './support/entry-page.ts';
import { notificationsRig } from './support/notifications-page.ts';

const rig = notificationsRig();
const { open } = rig;

const refused = destinationError('credentials-refused', 'The server refused the password.', 'Check the password.');
const posted = (): unknown[] => rig.service.destinations.bodies('POST', 'destinations');

describe('a new destination', () => {
  test('by e-mail: what is wrong is shown beside its field, and it is added when right', async () => {
    const { page, main, field, save, row } = await open('');
    await main.getByRole('heading', { name: 'No destinations' }).waitFor();
    await main.getByRole('link', { name: 'Add destination' }).first().click();
    await expect.poll(() => focused(page)).toBe('kind');
    expect(await field('URL').count()).toBe(0);
    await field('Name').fill('Lab');
    await field('To').fill('lab@plant.example, night shift');
    await save.click();
    await main.getByText('Mail server: must not be empty.').waitFor();
    await main.getByText('To: must be an e-mail address such as lab@example.com.').waitFor();
    await expect.poll(() => focused(page)).toBe('host');
    expect(posted()).toEqual([]);
    await field('Mail server').fill('mail.example');
    await main.getByLabel('Encryption').selectOption('TLS');
    // A usual port follows, another one stays.
    await expect.poll(() => field('Port').inputValue()).toBe('465');
    await field('Port').fill('2465');
    await main.getByLabel('Encryption').selectOption('None');
    await main.getByLabel('Encryption').selectOption('TLS');
    expect(await field('Port').inputValue()).toBe('2465');
    await field('Username').fill('mensura');
    await main.getByLabel('Password', { exact: true }).fill('the password');
    await field('From').fill('mensura@plant.example');
    await field('To').fill('lab@plant.example, night@plant.example');
    await save.click();
    await row(/Lab/).waitFor();
    await page.waitForURL(/#\/notifications\/n01a2b3c4$/);
    expect(posted()).toMatchObject([
      {
        kind: 'email',
        name: 'Lab',
        host: 'mail.example',
        port: 2465,
        encryption: 'tls',
        username: 'mensura',
        password: 'the password',
        from: 'mensura@plant.example',
        to: ['lab@plant.example', 'night@plant.example'],
        alarms: 'all',
        enabled: true,
      },
    ]);
    // Of another type.
    expect(posted()[0]).not.toHaveProperty('url');
  });

  test('by a webhook: the body is JSON with variables', async () => {
    const { page, main, field, save, row } = await open('/+new');
    await main.getByLabel('Type').selectOption('Webhook');
    await field('Mail server').waitFor({ state: 'detached' });
    await field('Name').fill('Chat');
    await field('URL').fill('https://hooks.example/alarms');
    await main.getByLabel('Method').selectOption('PUT');
    await main.getByLabel('Signing key', { exact: true }).fill('the key');
    await field('Body template').fill('{"text": {{text}}}');
    await main.getByText('Variables', { exact: true }).click();
    await main.getByText('The whole message, with line breaks.').waitFor();
    await save.click();
    await main
      .getByText('Body template: must be valid JSON, with variables such as {{text}} inside strings.')
      .waitFor();
    await expect.poll(() => focused(page)).toBe('template');
    await field('Body template').fill('{\n  "text": "{{text}}"\n}');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await field('Extra headers').fill('X-Site:%20Hall%202');
    await save.click();
    await row(/Chat/).waitFor();
    expect(posted()).toMatchObject([
      {
        kind: 'webhook',
        url: 'https://hooks.example/alarms',
        method: 'PUT',
        signing_key: 'the key',
        template: '{\n  "text": "{{text}}"\n}',
        headers: ['X-Site: Hall 2'],
      },
    ]);
  });

  test('by ntfy: of selected devices or rules, with quiet hours', async () => {
    rig.service.put(appDevice({ serial: 'E24638', alias: 'Cold room' }));
    rig.service.put(appDevice({ serial: 'E24639', alias: 'Roof' }));
    rig.service.alarms.putRule(ruleOf('a1', { serial: 'E24638', channel: 'temperature', upper: 30 }));
    const { page, main, field, save, row } = await open('/+new');
    await main.getByLabel('Type').selectOption('ntfy');
    await field('Name').fill('Phone');
    await field('URL').fill('https://ntfy.example');
    await field('Topic').fill('plant');
    await main.getByRole('button', { name: /^Alarms/ }).click();
    await main.getByLabel('Alarms', { exact: true }).selectOption('Alarms of selected rules');
    await main.getByRole('checkbox', { name: /^Cold room: Temperature above 30 °C\s*E24638$/ }).waitFor();
    await main.getByLabel('Alarms', { exact: true }).selectOption('Alarms of selected devices');
    await save.click();
    await main.getByText('Selected devices: must name a device.').waitFor();
    await expect.poll(() => focused(page)).toBe('device_list');
    await main.getByRole('checkbox', { name: /^Cold room/ }).check();
    await field('Escalation delay').fill('15');
    await main.getByRole('switch', { name: 'When an alarm is acknowledged' }).click();
    await main.getByRole('button', { name: /^Schedule/ }).click();
    await main.getByRole('checkbox', { name: 'Sunday' }).check();
    await main.getByRole('checkbox', { name: 'Monday' }).check();
    await field('Quiet hours from').fill('6');
    await save.click();
    await main.getByText('Quiet hours from: must be a time such as 22:00.').waitFor();
    await field('Quiet hours from').fill('18:30');
    await field('Daily message at').fill('07:00');
    await save.click();
    await row(/Phone/).waitFor();
    expect(posted()).toMatchObject([
      {
        kind: 'ntfy',
        topic: 'plant',
        alarms: 'devices',
        device_list: ['usb/E24638'],
        acknowledged: true,
        delay_min: 15,
        quiet_days: ['mon', 'sun'],
        quiet_from: '18:30',
        daily_at: '07:00',
      },
    ]);
  });

  test('as a heartbeat: it has no alarms and no schedule', async () => {
    const { main, field, save, row } = await open('/+new');
    await main.getByRole('button', { name: /^Schedule/ }).waitFor();
    await main.getByLabel('Type').selectOption('Heartbeat');
    await main.getByRole('button', { name: /^Schedule/ }).waitFor({ state: 'detached' });
    expect(await main.getByRole('button', { name: /^Alarms/ }).count()).toBe(0);
    await main.getByRole('button', { name: /^Advanced/ }).click();
    expect(await field('Maximum messages per minute').count()).toBe(0);
    await field('Name').fill('Watchdog');
    await field('URL').fill('https://beats.example/plant');
    await field('Interval').fill('10');
    await save.click();
    await row(/Watchdog/).waitFor();
    expect(posted()).toMatchObject([{ kind: 'heartbeat', url: 'https://beats.example/plant', interval_min: 10 }]);
    expect(posted()[0]).not.toHaveProperty('alarms');
  });

  test('an error in a fold opens it', async () => {
    rig.service.destinations.put(destinationView({ id: 'phone' }));
    const { page, main, field, save } = await open('/phone');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await field('Maximum messages per hour').fill('x');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await field('Maximum messages per hour').waitFor({ state: 'hidden' });
    await save.click();
    await main
      .getByText('Maximum messages per hour: must be a whole number from 1 to 1000.')
      .waitFor({ state: 'visible' });
    await expect.poll(() => focused(page)).toBe('max_per_hour');
  });

  test('needs a name of its own; an error of the service is shown at its field', async () => {
    rig.service.destinations.put(destinationView({ id: 'phone' }));
    const { main, field, save, row } = await open('/+new', { expected: /status of 400/ });
    // A name that is not known yet is no duplicate.
    await row(/phone/).waitFor();
    await field('Name').fill('phone');
    await field('Mail server').fill('mail.example');
    await field('From').fill('m@plant.example');
    await field('To').fill('lab@plant.example');
    await save.click();
    await main.getByText('Another destination has this name.').waitFor();
    rig.service.destinations.onAsked = ({ method }) =>
      method === 'POST'
        ? { status: 400, body: { message: 'to.0: is refused.', errors: [{ path: 'to.0', message: 'is refused' }] } }
        : undefined;
    await field('Name').fill('roof');
    await save.click();
    await main.getByRole('alert').getByText('To: is refused.').waitFor();
  });

  test('a duplicate has another name, and no secrets', async () => {
    const config = { kind: 'email', username: 'me' } as const;
    rig.service.destinations.put(destinationView({ id: 'lab', config, password_set: true }));
    const { page, main, field, save, row } = await open('/lab');
    await main.getByRole('link', { name: 'Duplicate' }).click();
    await main.getByText('Passwords, tokens, keys and certificates are not copied. Enter them again.').waitFor();
    expect(await field('Name').inputValue()).toBe('lab (copy)');
    expect(await field('Username').inputValue()).toBe('me');
    await save.click();
    await row(/lab \(copy\)/).waitFor();
    await page.waitForURL(/#\/notifications\/n01a2b3c4$/);
    expect(rig.service.destinations.destinations.get('n01a2b3c4')).toMatchObject({ password_set: false });
  });
});

describe('the test', () => {
  test('says what it found step by step, with the remedy, and which changes it does not know', async () => {
    rig.service.destinations.verdict = {
      ok: false,
      text: refused.text,
      error: refused,
      duration_ms: 12,
      steps: [
        { name: 'connect', outcome: 'passed', text: 'The server responds: mail.example ESMTP.' },
        { name: 'sign-in', outcome: 'failed', text: refused.text },
        { name: 'send', outcome: 'skipped', text: 'Not tried.' },
      ],
      notes: [],
    };
    rig.service.destinations.put(destinationView({ id: 'lab', config: { kind: 'email' } }));
    const { main, field } = await open('/lab');
    await field('Mail server').fill('other.example');
    await main.getByRole('button', { name: 'Send test message' }).click();
    await main.getByText('Test failed').waitFor();
    await main.getByText('Check the password.').waitFor();
    expect(await main.locator('.test-steps li').allInnerTexts()).toEqual([
      'Connection: The server responds: mail.example ESMTP.',
      'Sign-in: Failed.',
      'Message: Not tried.',
    ]);
    expect(rig.service.destinations.bodies('POST', 'destinations/lab/test')).toMatchObject([{ host: 'other.example' }]);
    await field('Mail server').fill('third.example');
    await main.getByText('Tested before your latest changes.').waitFor();
  });

  test('can be canceled; that of a heartbeat is a request', async () => {
    rig.service.destinations.isSlow = true;
    rig.service.destinations.put(destinationView({ id: 'beat', config: { kind: 'heartbeat' } }));
    const { main } = await open('/beat');
    await main.getByRole('button', { name: 'Send test request' }).click();
    await main.getByText('Sending a test request…').waitFor();
    await expect.poll(() => rig.service.destinations.waiting).toHaveLength(1);
    await main.getByRole('button', { name: 'Cancel' }).first().click();
    await expect.poll(() => rig.service.destinations.waiting[0]?.aborted).toBe(true);
    rig.service.destinations.isSlow = false;
    await main.getByRole('button', { name: 'Send test request' }).click();
    await main.locator('.test-steps li', { hasText: /^Request: / }).waitFor();
  });
});

describe('secrets', () => {
  test('are never shown, and must be entered again for another server', async () => {
    const config = { kind: 'email', username: 'me', host: 'a.example' } as const;
    rig.service.destinations.put(destinationView({ id: 'lab', config, password_set: true }));
    const { page, main, field, save } = await open('/lab');
    const password = main.getByLabel('Password', { exact: true });
    await main.getByText('Stored in a file that only your account can read.').waitFor();
    expect(await password.getAttribute('placeholder')).toBe('Unchanged');
    await field('Mail server').fill('b.example');
    await save.click();
    await expect.poll(() => focused(page)).toBe('password');
    await main.getByText(/^The server or the certificate verification changed\. Enter the password again/).waitFor();
    expect(rig.service.destinations.bodies('PUT', 'destinations/lab')).toEqual([]);
    // Another recipient is no other server.
    await field('Mail server').fill('a.example');
    await field('To').fill('other@plant.example');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.destinations.bodies('PUT', 'destinations/lab')[0]).not.toHaveProperty('password');
    await main.getByRole('button', { name: 'Delete password' }).click();
    await save.click();
    await expect.poll(() => rig.service.destinations.destinations.get('lab')?.password_set).toBe(false);
  });

  test('one that cannot be read here is asked for', async () => {
    const error = destinationError('secret-needed', 'The stored key cannot be read on this computer.');
    const view = { config: { kind: 'webhook' }, signing_key_set: true, status: { state: 'failed', error } } as const;
    rig.service.destinations.put(destinationView({ id: 'chat', ...view }));
    const { page, main, row } = await open('/chat');
    await row(/chat/).getByText('Signing key required').waitFor();
    await main.getByRole('button', { name: 'Enter signing key' }).click();
    await expect.poll(() => focused(page)).toBe('signing_key');
  });
});

/** The form of a database: its types, errors, connection test and secrets. */
import { describe, expect, test } from 'vitest';
import { databaseError, databaseView } from '../support/views/databases.ts';
import { appDevice } from '../support/views/devices.ts';
import { databasesRig } from './support/databases-page.ts';
import { focused } from './support/entry-page.ts';

const rig = databasesRig();
const { open } = rig;

const refused = databaseError('not-found', 'The database "plant" does not exist.', 'Create it on the server.', 404);

describe('a new database', () => {
  test('has the fields of its type; what is wrong is shown beside its field, and it is added when right', async () => {
    const { page, main, field, save, row } = await open('');
    await main.getByRole('heading', { name: 'No databases' }).waitFor();
    await main.getByRole('link', { name: 'Add database' }).first().click();
    await expect.poll(() => focused(page)).toBe('kind');
    await field('Retention policy').waitFor();
    expect(await field('Bucket').count()).toBe(0);
    await main.getByLabel('Type').selectOption('InfluxDB 2 or 3');
    await field('Retention policy').waitFor({ state: 'detached' });
    await field('Name').fill('Plant');
    await field('URL').fill('influx.example');
    await save.click();
    await main.getByText('URL: must start with http:// or https://.').waitFor();
    await main.getByText('Bucket: must not be empty.').waitFor();
    await expect.poll(() => focused(page)).toBe('url');
    expect(rig.service.databases.bodies('POST', 'databases')).toEqual([]);
    await field('URL').fill('https://influx.example:8086');
    await field('Bucket').fill('readings');
    await main.getByLabel('Token', { exact: true }).fill('the token');
    await main.getByRole('button', { name: /^What is written/ }).click();
    await field('Interval').fill('60');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await field('Extra tags').fill('site=Hall%202, line=4');
    await save.click();
    await row(/Plant/).waitFor();
    await page.waitForURL(/#\/databases\/b01a2b3c4$/);
    expect(rig.service.databases.bodies('POST', 'databases')).toMatchObject([
      {
        kind: 'influxdb2',
        name: 'Plant',
        url: 'https://influx.example:8086',
        bucket: 'readings',
        token: 'the token',
        tags: ['site=Hall 2', 'line=4'],
        readings: { interval_s: 60 },
        gzip: true,
      },
    ]);
    // Of another type.
    expect(rig.service.databases.bodies('POST', 'databases')[0]).not.toHaveProperty('database');
  });

  test('what was entered stays while the window is resized', async () => {
    const { page, field } = await open('/+new');
    const divider = page.getByRole('separator', { name: 'List width' });
    await field('Name').fill('Plant');
    await page.setViewportSize({ width: 600, height: 800 });
    await divider.waitFor({ state: 'detached' });
    expect(await field('Name').inputValue()).toBe('Plant');
    await page.setViewportSize({ width: 1440, height: 900 });
    await divider.waitFor();
    expect(await field('Name').inputValue()).toBe('Plant');
  });

  test('an error in a fold opens it', async () => {
    const { page, main, field, save } = await open('/+new');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await field('Name').fill('Plant');
    await field('URL').fill('http://localhost:8086');
    await field('Database').fill('plant');
    await field('Measurement').fill('_own');
    await main.getByRole('button', { name: /^Advanced/ }).click();
    await field('Measurement').waitFor({ state: 'hidden' });
    await save.click();
    await main
      .getByText('Measurement: must not start with an underscore, which InfluxDB reserves.')
      .waitFor({ state: 'visible' });
    await expect.poll(() => focused(page)).toBe('measurement');
  });

  test('needs a name of its own, also where the service alone knows', async () => {
    rig.service.databases.put(databaseView({ id: 'hall' }));
    const { main, field, save, row } = await open('/+new', { expected: /status of 409/ });
    // A name that is not known yet is no duplicate.
    await row(/hall/).waitFor();
    await field('Name').fill('hall');
    await field('URL').fill('http://localhost:8086');
    await field('Database').fill('plant');
    await save.click();
    await main.getByText('Another database has this name.').waitFor();
    rig.service.databases.onAsked = ({ method }) =>
      method === 'POST' ? { status: 409, body: { message: 'A database named "roof" already exists.' } } : undefined;
    await field('Name').fill('roof');
    await save.click();
    await main.getByRole('alert').getByText('A database named "roof" already exists.').waitFor();
    await expect.poll(() => field('Name').getAttribute('aria-invalid')).toBe('true');
  });

  test('a duplicate has another name, and no secrets', async () => {
    rig.service.databases.put(databaseView({ id: 'hall', config: { username: 'me' }, password_set: true }));
    const { page, main, field, save, row } = await open('/hall');
    await main.getByRole('link', { name: 'Duplicate' }).click();
    await main.getByText('Passwords, tokens, certificates and keys are not copied. Enter them again.').waitFor();
    expect(await field('Name').inputValue()).toBe('hall (copy)');
    expect(await field('Username').inputValue()).toBe('me');
    await save.click();
    await row(/hall \(copy\)/).waitFor();
    await page.waitForURL(/#\/databases\/b01a2b3c4$/);
    expect(rig.service.databases.databases.get('b01a2b3c4')).toMatchObject({ password_set: false });
  });
});

test('the expected lines follow the form', async () => {
  rig.service.put(appDevice({ serial: 'E24638' }));
  rig.service.put(appDevice({ serial: 'E24638', node: 3 }));
  rig.service.put(appDevice({ serial: 'SIM1', simulated: true }));
  const { main, field } = await open('/+new');
  await main.getByRole('button', { name: /^What is written/ }).click();
  const expected = main.getByRole('status').filter({ hasText: /per hour|Writes nothing|Correct/ });
  // Both connections of a device are written, simulated devices are not.
  await expected.getByText(/^Expected, from 2 connected devices: 14,400 lines per hour, /).waitFor();
  await field('Interval').fill('60');
  await field('Decimals').fill('4');
  await main.getByRole('checkbox', { name: 'Gateways' }).uncheck();
  // 1,440 lines of 206 bytes, and of 213 with ,line=4.
  await expect
    .poll(() => expected.innerText())
    .toBe('Expected, from 1 connected device: 60 lines per hour, 290 KiB per day before compression.');
  await main.getByRole('button', { name: /^Advanced/ }).click();
  await main.getByRole('switch', { name: 'Compress with gzip' }).click();
  await field('Extra tags').fill('line=4');
  await expect
    .poll(() => expected.innerText())
    .toBe('Expected, from 1 connected device: 60 lines per hour, 300 KiB per day.');
  await main.getByRole('checkbox', { name: 'USB and serial port' }).uncheck();
  await expect.poll(() => expected.innerText()).toBe('Writes nothing now: no connected device has selected channels.');
  await field('Decimals').fill('x');
  await expected.getByText('Correct the fields to see what is written.').waitFor();
});

describe('the connection test', () => {
  test('says what it found step by step, with the remedy, and which changes it does not know', async () => {
    rig.service.databases.verdict = {
      ok: false,
      text: refused.text,
      error: refused,
      duration_ms: 12,
      steps: [
        { name: 'connect', outcome: 'passed', text: 'The server responds: InfluxDB 1.6.7.' },
        { name: 'access', outcome: 'failed', text: refused.text },
        { name: 'write', outcome: 'skipped', text: 'Not tried.' },
      ],
      notes: [],
    };
    rig.service.databases.put(databaseView({ id: 'hall' }));
    const { main, field } = await open('/hall');
    await field('Database').fill('other');
    await main.getByRole('button', { name: 'Test connection' }).click();
    await main.getByText('Connection failed').waitFor();
    await main.getByText('Create it on the server.').waitFor();
    expect(await main.locator('.test-steps li').allInnerTexts()).toEqual([
      'Connection: The server responds: InfluxDB 1.6.7.',
      'Access: Failed.',
      'Write: Not tried.',
    ]);
    expect(rig.service.databases.bodies('POST', 'databases/hall/test')).toMatchObject([{ database: 'other' }]);
    await field('Database').fill('third');
    await main.getByText('Tested before your latest changes.').waitFor();
  });

  test('can be canceled', async () => {
    rig.service.databases.isSlow = true;
    rig.service.databases.put(databaseView({ id: 'hall' }));
    const { main } = await open('/hall');
    await main.getByRole('button', { name: 'Test connection' }).click();
    await main.getByText('Testing the connection…').waitFor();
    await expect.poll(() => rig.service.databases.waiting).toHaveLength(1);
    await main.getByRole('button', { name: 'Cancel' }).first().click();
    await expect.poll(() => rig.service.databases.waiting[0]?.aborted).toBe(true);
  });
});

describe('secrets', () => {
  test('are never shown, and must be entered again for another server', async () => {
    const config = { kind: 'influxdb2', url: 'http://a.example:8086', database: '', bucket: 'readings' } as const;
    rig.service.databases.put(databaseView({ id: 'hall', config, token_set: true }));
    const { page, main, field, save } = await open('/hall');
    const token = main.getByLabel('Token', { exact: true });
    await main.getByText('Stored in a file that only your account can read.').waitFor();
    expect(await token.getAttribute('placeholder')).toBe('Unchanged');
    await field('URL').fill('http://b.example:8086');
    await save.click();
    await expect.poll(() => focused(page)).toBe('token');
    await main.getByText(/^The server of the URL or the certificate verification changed\. Enter the token/).waitFor();
    expect(rig.service.databases.bodies('PUT', 'databases/hall')).toEqual([]);
    // Another path of the same server is no other server.
    await field('URL').fill('http://a.example:8086/influx');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.databases.bodies('PUT', 'databases/hall')[0]).not.toHaveProperty('token');
    await main.getByRole('button', { name: 'Delete token' }).click();
    await save.click();
    await expect.poll(() => rig.service.databases.databases.get('hall')?.token_set).toBe(false);
  });

  test('one that cannot be read here is asked for', async () => {
    const error = databaseError('secret-needed', 'The stored password cannot be read on this computer.');
    const status = { state: 'failed', error } as const;
    rig.service.databases.put(databaseView({ id: 'hall', config: { username: 'me' }, password_set: true, status }));
    const { page, main, row } = await open('/hall');
    await row(/hall/).getByText('Password required').waitFor();
    await main.getByRole('button', { name: 'Enter password' }).click();
    await expect.poll(() => focused(page)).toBe('password');
  });
});

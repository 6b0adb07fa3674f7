import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type EmulatedInstrument, emulate } from '../support/desktop/emulator.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';

let installation: Installation;
let instrument: EmulatedInstrument;
let app: DesktopApp;
let dataDir: string;

beforeAll(async () => {
  installation = await install();
  const folder = await installation.makeFolder('mqtt-ports');
  instrument = await emulate(join(folder, 'ttyEMU'), 'E24638', ['102466', '24.87', '66.81']);
  dataDir = await installation.makeFolder('mqtt');
  app = await startDesktop(installation, { dataDir, args: ['--serial-port', instrument.path] });
});
afterAll(async () => {
  await app.electron.close();
  await instrument.stop();
  await installation.remove();
});

test('publishes readings of a serial device after adding a client', async () => {
  const broker = await startMosquitto({ users: { lab: 'of-the-lab' } });
  const witness = await subscribe(broker.port, { user: 'lab', password: 'of-the-lab' });
  const { page } = app;
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'MQTT' }).click();
  await page.getByRole('link', { name: 'Add client' }).first().click();
  await page.getByLabel('Name (topic prefix)').fill('local');
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill(String(broker.port));
  await page.getByLabel('Username', { exact: true }).fill('lab');
  await page.getByLabel('Password', { exact: true }).fill('of-the-lab');
  await page.getByRole('button', { name: 'Add client' }).click();

  await page.getByText('Connected', { exact: true }).first().waitFor();
  const { payload } = await witness.wait('a reading', ({ topic }) => topic === 'local/E24638/measurement');
  expect(JSON.parse(payload)).toMatchObject({
    serial: 'E24638',
    values: { temperature: { magnitude: 24.87, unit: '°C' } },
  });
  await page.getByText('MQTT: 1 of 1 connected').waitFor();

  // Without a key store, the password is in a private file, not in that of the clients.
  expect(await readFile(join(dataDir, 'mqtt-clients.json'), 'utf8')).not.toContain('of-the-lab');
  await page.getByText('Stored in a file that only your account can read').first().waitFor();
});

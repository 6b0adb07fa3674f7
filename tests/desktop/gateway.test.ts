import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceCollection } from '../../service/contract/index.ts';
import { createGateway, type EmulatedGateway } from '../emulator/gateway/gateway.ts';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';

let installation: Installation;
let gateway: EmulatedGateway;
let app: DesktopApp;

beforeAll(async () => {
  installation = await install();
  gateway = createGateway({ instruments: [{ serial: 'E24638', product: 'VCP-PTH450-CAL' }] });
  await gateway.start();
  app = await startDesktop(installation, { dataDir: await installation.makeFolder('gateway') });
});
afterAll(async () => {
  await app.electron.close();
  await gateway.stop();
  await installation.remove();
});

test('shows the devices of a SensGate after adding it, and reports errors', async () => {
  gateway.show('E24638', ['102466', '24.87', '66.81']);
  const { page, url } = app;
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Gateways' }).click();
  await page.getByRole('link', { name: 'Add gateway' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Cold store');
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill(String(gateway.port));
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('E24638').first().waitFor();
  await page.getByRole('button', { name: 'Add gateway' }).click();
  await page.getByText('Gateways: 1 of 1 connected').waitFor();

  const answer = await fetch(`${url}/3.7.0/devices/gateway`);
  const { devices } = (await answer.json()) as DeviceCollection;
  expect(devices['E24638']).toMatchObject({
    channels: { temperature: { value: { magnitude: 24.87, unit: '°C' } } },
    connections: { gateway: { gateway_serial: `127.0.0.1:${gateway.port}` }, usb: null, vcp: null },
  });

  gateway.fault('not-a-gateway');
  await page
    .getByText(/returned a web page/)
    .first()
    .waitFor();
  gateway.fault('well');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
  await page
    .getByRole('option', { name: /E24638/ })
    .first()
    .click();
  await page.getByText('24.87').first().waitFor();
});

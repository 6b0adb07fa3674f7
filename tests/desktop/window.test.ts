import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type EmulatedInstrument, emulate } from '../support/desktop/emulator.ts';
import { type Installation, install } from '../support/desktop/installation.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});
afterAll(() => installation.remove());

describe('the window with simulated devices', () => {
  let app: DesktopApp;

  beforeAll(async () => {
    const dataDir = await installation.makeFolder('simulated');
    app = await startDesktop(installation, { dataDir, args: ['--simulate=3x1', '--simulate-period', '200'] });
  });
  afterAll(() => app.electron.close());

  test('has the origin of the service', () => {
    expect(new URL(app.page.url()).origin).toBe(app.url);
  });

  test('is visible, with a title and a usable size', async () => {
    await expect
      .poll(() => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible())))
      .toEqual([true]);
    const window = await app.electron.evaluate(({ BrowserWindow }) => {
      const [first] = BrowserWindow.getAllWindows();
      return { title: first?.getTitle(), bounds: first?.getBounds(), least: first?.getMinimumSize() };
    });
    expect(window).toMatchObject({ title: 'Mensura', bounds: { width: 1440, height: 900 }, least: [800, 600] });
  });

  test('shows live readings', async () => {
    for (const serial of ['SIM00001', 'SIM00002', 'SIM00003']) {
      await app.page.getByText(serial).first().waitFor();
    }
    const text = (): Promise<string> => app.page.locator('body').innerText();
    const before = await text();
    await expect.poll(text, { timeout: 30_000 }).not.toBe(before);
  });
});

describe('the window with a serial device', () => {
  let app: DesktopApp;
  let instrument: EmulatedInstrument;

  beforeAll(async () => {
    const folder = await installation.makeFolder('ports');
    instrument = await emulate(join(folder, 'ttyEMU'), 'E24638', ['102466', '24.87', '66.81']);
    const dataDir = await installation.makeFolder('serial');
    app = await startDesktop(installation, { dataDir, args: ['--serial-port', instrument.path] });
  });
  afterAll(async () => {
    await app.electron.close();
    await instrument.stop();
  });

  test('shows the readings of the API', async () => {
    await app.page.getByText('E24638').first().waitFor({ timeout: 60_000 });
    await app.page.getByText('24.87').first().waitFor({ timeout: 60_000 });
    const answer = await fetch(`${app.url}/3.7.0/devices/usb/E24638/measurement`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      serial: 'E24638',
      values: {
        atmospheric_pressure: { magnitude: 102.466, unit: 'kPa' },
        relative_humidity: { magnitude: 66.81, unit: '%rh' },
        temperature: { magnitude: 24.87, unit: '°C' },
      },
    });
  });
});

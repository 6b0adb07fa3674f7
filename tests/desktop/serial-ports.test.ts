import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type EmulatedInstrument, emulate } from '../support/desktop/emulator.ts';
import { type Installation, install } from '../support/desktop/installation.ts';

describe('a serial port added by hand', () => {
  let installation: Installation;
  let app: DesktopApp;
  let dataDir: string;
  let instrument: EmulatedInstrument;

  const savedPorts = async (): Promise<unknown> =>
    (JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8').catch(() => '{}')) as { serial_ports?: unknown })
      .serial_ports;

  /** Selects "Choose other port…" in the next native menu, then this path in the file dialog. */
  const choose = (path: string): Promise<void> =>
    app.electron.evaluate(({ dialog, Menu }, file) => {
      const asked: unknown[] = ((globalThis as { asked?: unknown[] }).asked = []);
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
      dialog.showMessageBox = (...given: unknown[]) => {
        asked.push(given.at(-1));
        return Promise.resolve({ response: 0, checkboxChecked: false });
      };
      Menu.prototype.popup = function popup(options) {
        this.items.find(({ label }) => label === 'Choose other port…')?.click();
        options?.callback?.();
      };
    }, path);

  const ask = (): Promise<unknown> => app.page.evaluate('mensura.addSerialPort()');

  beforeAll(async () => {
    installation = await install();
    instrument = await emulate(join(await installation.makeFolder('ports'), 'ttyEMU'), 'E11111', [
      '102466',
      '20',
      '50',
    ]);
    dataDir = await installation.makeFolder('data');
    app = await startDesktop(installation, { dataDir });
    await app.page.waitForLoadState();
  });
  afterAll(async () => {
    await app.electron.close();
    await instrument.stop();
    await installation.remove();
  });

  test('changes nothing without a selection', async () => {
    await app.electron.evaluate(({ Menu }) => {
      Menu.prototype.popup = (options) => options?.callback?.();
    });
    await ask();
    expect(await savedPorts()).toBeUndefined();
  });

  test('rejects a file that is not a serial port', async () => {
    await choose('/etc/hostname');
    await ask();
    const asked = await app.electron.evaluate(() => (globalThis as { asked?: { detail: string }[] }).asked);
    expect(asked?.[0]?.detail).toContain('must be a serial port of this computer, got /etc/hostname');
    expect(await savedPorts()).toBeUndefined();
  });

  test('is opened, saved and shown', async () => {
    await choose(instrument.path);
    await ask();
    expect(await savedPorts()).toEqual([instrument.path]);
    await app.page.getByText('E11111').first().waitFor({ timeout: 60_000 });
  });

  test('can be removed in the menu', async () => {
    await app.electron.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById('remove-serial-port')?.submenu?.items[0]?.click();
    });
    await expect.poll(savedPorts).toEqual([]);
    const devices = async (): Promise<unknown> => (await fetch(`${app.url}/3.7.0/devices/usb/measurements`)).json();
    await expect.poll(devices, { timeout: 30_000 }).toEqual([]);
  });
});

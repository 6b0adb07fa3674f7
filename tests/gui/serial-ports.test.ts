/** Serial ports on the Settings page: their states, and adding, testing and removing them with the keyboard. */
import { expect, test } from 'vitest';
import { MensuraError } from '../../service/support/errors.ts';
import { axeViolations } from './support/axe.ts';
import { focused } from './support/entry-page.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

test('shows ports and problems; tests, adds and removes a port, and undoes the removal', async () => {
  const ports = rig.service.serialPorts;
  ports.put({ path: '/dev/ttyACM0', origin: 'found', state: 'attached', device: 'E24638' });
  const remedy = 'Run `sudo usermod -aG dialout $USER`, then log out and in again.';
  const problem = { text: 'Cannot open serial port /dev/ttyS7: access denied.', remedy };
  ports.put({ path: '/dev/ttyS7', origin: 'added', state: 'denied', problem });
  ports.systemPorts = [
    { path: '/dev/ttyACM0', manufacturer: 'Dracal', usb: true },
    { path: '/dev/ttyUSB0', manufacturer: 'FTDI', usb: true },
  ];
  const { page } = await rig.open('/settings/serial-ports', { expected: /status of 400/ });
  const section = page.getByRole('region', { name: 'Serial ports' });
  const rows = section.getByRole('list', { name: 'Ports in use' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.nth(0).innerText()).toContain('Connected, detected');
  expect(await rows.nth(0).getByRole('link', { name: 'E24638' }).getAttribute('href')).toBe('#/devices/usb/E24638');
  expect(await rows.nth(0).getByRole('button').count()).toBe(0);
  await rows.nth(1).getByText(problem.text).waitFor();
  await rows.nth(1).getByText('sudo usermod -aG dialout $USER').waitFor();

  const path = section.getByRole('combobox', { name: 'Serial port' });
  await path.focus();
  // A port in use is not offered.
  await expect.poll(() => page.locator('datalist option').count()).toBe(1);
  expect(await page.locator('datalist option').getAttribute('value')).toBe('/dev/ttyUSB0');
  await path.press('Enter');
  await section.getByText('Enter a serial port, such as /dev/ttyUSB0.').waitFor();

  await path.fill('ttyUSB0');
  const message = 'must be an absolute path, such as /dev/ttyUSB0';
  ports.failure = new MensuraError('bad-request', `path: ${message}.`, { errors: [{ path: 'path', message }] });
  await path.press('Enter');
  await section.getByText('Must be an absolute path, such as /dev/ttyUSB0.').waitFor();
  expect(await path.getAttribute('aria-invalid')).toBe('true');
  ports.failure = undefined;

  await path.fill(' /dev/ttyUSB0 ');
  ports.outcome = { ok: false, text: 'No device responds on serial port /dev/ttyUSB0.', remedy: 'Check the device.' };
  await section.getByRole('button', { name: 'Test port' }).press('Enter');
  await section.getByText(ports.outcome.text).waitFor();
  await section.getByText('Check the device.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await path.press('Enter');
  await expect.poll(() => rows.count()).toBe(3);
  expect(await path.inputValue()).toBe('');
  expect(ports.calls.slice(-2)).toEqual([
    ['test', '/dev/ttyUSB0'],
    ['add', '/dev/ttyUSB0'],
  ]);
  // Enter added the port and did not save the settings.
  expect(rig.service.settings.bodies('PATCH', 'settings')).toEqual([]);

  await section.getByRole('button', { name: 'Remove /dev/ttyUSB0' }).press('Enter');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => focused(page)).toBe('serial_port');
  await page.getByText('Removed serial port /dev/ttyUSB0').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows.count()).toBe(3);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /search/i }).fill('com port');
  await page.getByRole('option', { name: /Add serial port/ }).click();
  await expect.poll(() => focused(page)).toBe('serial_port');
});

/** States that need a cause and a next step, with a played service. */
import type { Page } from 'playwright';
import { describe, expect, test, vi } from 'vitest';
import { appDevice, readings } from '../support/views/devices.ts';
import { PATIENCE_MS } from './support/browser.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

async function open(expected?: RegExp): Promise<Page> {
  const { page } = await rig.open('', { expected });
  return page;
}

const chart = (page: Page) => page.locator('.device-view canvas').first();

describe('no device', () => {
  test('shows what to plug in, how to find problems, and simulated devices', async () => {
    const page = await open();
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'No devices connected' }).waitFor();
    await main.getByText('All checks passed.').waitFor();
    const text = await main.innerText();
    for (const step of ['USB port', 'Dracal', 'Add it in the settings', 'simulated devices'])
      expect(text).toContain(step);
    await expect.poll(() => page.getByRole('contentinfo').innerText()).toMatch(/^No devices\s+History: 3.2 GiB\s+http/);
  });

  test('offers the desktop app’s dialog for a serial port', async () => {
    const script = "window.mensura = { desktop: true, addSerialPort: async () => { document.title = 'asked'; } };";
    const { page } = await rig.open('', { script });
    await page.getByRole('button', { name: 'Add serial port…' }).click();
    await vi.waitFor(async () => expect(await page.title()).toBe('asked'), { timeout: PATIENCE_MS });
  });

  test('shows the first device as soon as it connects', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'No devices connected' }).waitFor();
    rig.service.put(appDevice({ serial: 'E1', alias: 'Oven' }));
    await page.getByRole('heading', { name: 'Oven' }).waitFor();
    expect(page.url()).toContain('#/devices/usb/E1');
  });

  test('leaves the user on the page they went to while the first device connects', async () => {
    // The address changes before its event; here, long before.
    const script = `addEventListener('hashchange', (event) => globalThis.isLate && event.stopImmediatePropagation());`;
    const { page } = await rig.open('', { script });
    await page.getByRole('heading', { name: 'No devices connected' }).waitFor();
    await page.evaluate(`globalThis.isLate = true; location.hash = '/log'`);
    rig.service.put(appDevice({ serial: 'E1', alias: 'Oven' }));
    await page.getByRole('option', { name: /Oven/ }).waitFor();
    await page.evaluate(`globalThis.isLate = false; dispatchEvent(new HashChangeEvent('hashchange'))`);
    await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  });
});

describe('a device without readings', () => {
  test('that is silent shows the time without data and the remedy', async () => {
    rig.service.put(
      appDevice({ serial: 'E1', state: 'silent', reasons: { temperature: 'no data' }, at: Date.now() - 14_000 }),
    );
    const page = await open();
    const since = await page.getByText(/^No data for \d+ s$/).innerText();
    expect(Number(/\d+/.exec(since)?.[0])).toBeGreaterThanOrEqual(14);
    const row = page.getByRole('option');
    await expect.poll(() => row.innerText()).toContain('No data');
    // The last value is not shown as current.
    expect(await row.innerText()).not.toContain('24.83');
    await page.getByText('unplug the device and plug it in again').waitFor();
  });

  test('of one sensor shows the channel, the reason, and a dash as value', async () => {
    const device = appDevice({
      serial: 'E1',
      channels: {
        temperature: { unit: '°C', description: 'Temperature', value: null },
        relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 50 },
      },
      reasons: { temperature: 'probe open' },
    });
    rig.service.put(device);
    const page = await open();
    await page.getByText('No valid readings: Temperature', { exact: true }).waitFor();
    await page.getByTitle('The device reports: probe open').waitFor();
    await page.getByRole('region', { name: 'Device details' }).getByText('– probe open').waitFor();
    await chart(page).waitFor();
    const before = await chart(page).boundingBox();
    rig.service.send('readings', readings(device, { temperature: 20 }));
    await page.getByText('No valid readings: Temperature', { exact: true }).waitFor({ state: 'detached' });
    // It lasts for moments, so it must not move the charts.
    expect(await chart(page).boundingBox()).toEqual(before);
  });

  test('of a gateway shows the remedy for it', async () => {
    rig.service.put(appDevice({ serial: 'E1', state: 'silent', node: 3 }));
    const page = await open();
    await page.getByText('Check its battery or power').waitFor();
    rig.service.remove({ family: 'gateway', serial: 'E1' }, 'the gateway no longer lists it');
    await page.getByText('It reappears here when its gateway receives data from it.').waitFor();
  });

  test('has a badge while all sensors fail or the device starts', async () => {
    const channels = { temperature: { unit: '°C', description: 'Temperature', value: null } };
    rig.service.put(appDevice({ serial: 'E1', state: 'failing', channels, reasons: { temperature: 'probe open' } }));
    rig.service.put(appDevice({ serial: 'E2', state: 'starting' }));
    rig.service.put(appDevice({ serial: 'E3' }));
    const page = await open();
    await page.getByRole('contentinfo').getByText('Reading 1 of 3 devices').waitFor();
    await page.getByRole('option', { name: /E1/ }).getByText('No valid readings').waitFor();
    await page.getByText('No valid readings on any channel', { exact: true }).waitFor();
    await page.getByRole('option', { name: /E2/ }).click();
    await page.getByText('Waiting for the first reading').waitFor();
  });
});

test('a device that disconnects stays on the page, and reappears automatically', async () => {
  const device = appDevice({ serial: 'E1', alias: 'Oven' });
  rig.service.put(device);
  const page = await open();
  await chart(page).waitFor();
  rig.service.remove({ family: 'usb', serial: 'E1' }, 'the port /dev/ttyACM0 vanished');
  await page.getByText(/^Disconnected since \d/).waitFor();
  await page.getByRole('status').getByText('Oven disconnected').waitFor();
  await page.getByText('The port /dev/ttyACM0 vanished. Earlier readings').waitFor();
  expect(await chart(page).isVisible()).toBe(true);
  await page.getByRole('option', { name: /Oven/ }).getByText('Disconnected').waitFor();
  rig.service.put(device);
  await page.getByText(/^Disconnected since/).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: /Oven/ }).waitFor();
});

test('a search in a long list shows its first results and their number', async () => {
  for (let index = 100; index < 400; index += 1) rig.service.put(appDevice({ serial: `E${index}` }));
  const page = await open();
  const badge = page.locator('.list-head .badge');
  await expect.poll(() => badge.innerText()).toBe('300');
  await page.locator('.list-scroll').evaluate((area) => area.scrollTo(0, area.scrollHeight));
  await page.getByRole('option', { name: /E399/ }).click();
  await page.getByRole('searchbox').fill('E3');
  await expect.poll(() => badge.innerText()).toBe('100 of 300 devices');
  await expect.poll(() => page.locator('.list-scroll').evaluate((area) => area.scrollTop)).toBe(0);
  await page.getByRole('option', { name: /E300/ }).waitFor();
  await page.getByRole('searchbox').fill('');
  await expect.poll(() => page.getByRole('option', { name: /E399/ }).isVisible()).toBe(true);
});

test('an address of a disconnected device shows a notice', async () => {
  rig.service.put(appDevice({ serial: 'E1' }));
  const { page } = await rig.open('/devices/usb/E404');
  await page.getByRole('heading', { name: 'E404 is not connected' }).waitFor();
  await page.getByRole('link', { name: 'Show devices' }).click();
  await page.waitForURL(/usb\/E1$/);
});

test('problems are shown with their remedy until they end', async () => {
  const problem = {
    code: 'port-busy',
    subject: '/dev/ttyACM0',
    text: 'The port /dev/ttyACM0 is held by picocom.',
    remedy: 'Close it there.',
    since: new Date().toISOString(),
  };
  rig.service.problems = [problem];
  const page = await open();
  const problems = page.getByRole('region', { name: '1 problem' });
  await problems.getByText(problem.text).waitFor();
  await problems.getByText(problem.remedy).waitFor();
  await problems.getByRole('button', { name: '1 problem', expanded: true }).click();
  await problems.getByText(problem.remedy).waitFor({ state: 'hidden' });
  await page.reload();
  await problems.getByRole('button', { name: '1 problem', expanded: false }).click();
  await problems.getByText(problem.remedy).waitFor();
  await expect.poll(() => page.getByRole('contentinfo').innerText()).toContain('1 problem');
  rig.service.clear(problem);
  await problems.waitFor({ state: 'detached' });
});

test('an unreachable service is reported with the time, and reconnected automatically', async () => {
  rig.service.put(appDevice({ serial: 'E1', alias: 'Oven' }));
  const page = await open(/net::ERR|Failed to load resource/);
  await chart(page).waitFor();
  const comeBack = await rig.leave();
  await page.getByText(/^No response from the service since \d/).waitFor();
  await expect.poll(() => page.getByRole('contentinfo').innerText()).toMatch(/Service unreachable for/);
  // The last readings stay in view, dimmed.
  await page.getByText(/The data below may be out of date/).waitFor();
  expect(await chart(page).isVisible()).toBe(true);
  await page.getByRole('option', { name: /Oven/ }).waitFor();
  expect(await page.locator('.list-head .badge').innerText()).toBe('1');
  await comeBack((service) => service.put(appDevice({ serial: 'E1', alias: 'Oven' })));
  await page.getByText(/^No response from the service/).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: /Oven/ }).waitFor();
});

describe('changing a device', () => {
  test('shows the service’s message, and keeps the form open', async () => {
    rig.service.put(appDevice({ serial: 'E1' }));
    rig.service.onPatch = () => ({
      status: 500,
      body: { message: 'The instrument did not take the period of 250 ms.' },
    });
    const page = await open(/status of 500/);
    await page.getByRole('button', { name: /change sampling period/ }).click();
    const form = page.getByRole('dialog', { name: 'Sampling period' });
    expect(await form.getByRole('button', { pressed: true }).innerText()).toBe('500 ms');
    // One click applies a common period.
    await form.getByRole('button', { name: '250 ms' }).click();
    await form.getByText('The instrument did not take the period of 250 ms.').waitFor();
    expect(await form.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  test('rejects a sampling period out of range at the field', async () => {
    const sent: unknown[] = [];
    rig.service.put(appDevice({ serial: 'E1' }));
    rig.service.onPatch = (device, patch) => {
      sent.push(patch);
      return { status: 200, body: device };
    };
    const page = await open();
    await page.getByRole('button', { name: /change sampling period/ }).click();
    const form = page.getByRole('dialog', { name: 'Sampling period' });
    await form.getByRole('textbox').fill('50');
    await form.getByRole('textbox').press('Enter');
    await form.getByText('Enter a sampling period from 100 ms to 60 s, in whole milliseconds.').waitFor();
    expect(sent).toEqual([]);
  });

  test('does not move the charts while renaming', async () => {
    rig.service.put(appDevice({ serial: 'E1', alias: 'Oven' }));
    const page = await open();
    await chart(page).waitFor();
    // The charts get their place when the details beside them are there, and texts may grow until the fonts are loaded.
    await page.getByRole('tab', { name: 'Product' }).waitFor();
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const place = () => page.locator('.chart-region').boundingBox();
    const before = await place();
    await page.getByRole('button', { name: 'Rename Oven' }).click();
    await page.getByRole('textbox', { name: 'Device name' }).waitFor();
    await expect.poll(place).toEqual(before);
  });

  test('cancels renaming with Escape, and shows the product for an empty name', async () => {
    rig.service.put(appDevice({ serial: 'E1', alias: 'Oven' }));
    const page = await open();
    await page.getByRole('button', { name: 'Rename Oven' }).click();
    await page.getByRole('textbox', { name: 'Device name' }).fill('Other');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Oven' }).waitFor();
    await page.getByRole('button', { name: 'Rename Oven' }).click();
    await page.getByRole('textbox', { name: 'Device name' }).fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'VCP-PTH450-CAL' }).waitFor();
    expect(rig.service.device('usb/E1')?.alias).toBe('');
  });
});

test('500 devices draw few rows, and End reaches the last', async () => {
  for (let number = 1; number <= 500; number += 1) rig.service.put(appDevice({ serial: `E${number}` }));
  const page = await open();
  const rows = page.getByRole('option');
  await rows.first().waitFor();
  expect(await rows.count()).toBeLessThan(40);
  await page.getByRole('option', { selected: true }).focus();
  await page.keyboard.press('End');
  await page.waitForURL(/usb\/E500$/);
  await vi.waitFor(
    async () => expect(await page.evaluate("document.activeElement?.getAttribute('aria-posinset')")).toBe('500'),
    { timeout: PATIENCE_MS },
  );
  expect(await rows.count()).toBeLessThan(40);
});

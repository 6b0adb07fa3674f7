/** The mode of a device: where it is shown and explained, and switching it, up to the device's reply. */
import { describe, expect, test } from 'vitest';
import type { Decided } from '../support/played/played.ts';
import { appDevice } from '../support/views/devices.ts';
import type { OpenPageOptions } from './support/browser.ts';
import { focusedWords, type ModePage, openMode } from './support/mode-page.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

async function open(serial: string, options: OpenPageOptions = {}): Promise<ModePage> {
  return openMode(rig, serial, options);
}

const inUsb = appDevice({ serial: 'E24638', alias: 'Oven', mode: 'usb' });
const inVcp = appDevice({ serial: 'E24638', alias: 'Oven' });

describe('the mode', () => {
  test('is shown in the list, the header and the details, and follows the device', async () => {
    rig.service.put(inUsb);
    rig.service.put(appDevice({ serial: 'E22377' }));
    const { chip, details, row } = await open('E24638');
    await row(/Oven.* USB mode/).waitFor();
    await row(/E22377/)
      .getByText('VCP mode')
      .waitFor();
    expect(await chip.innerText()).toBe('USB');
    await details.getByRole('button', { name: 'About USB mode' }).waitFor();
    rig.service.put(inVcp);
    await expect.poll(() => chip.innerText()).toBe('VCP');
    await row(/Oven.* VCP mode/).waitFor();
  });

  test('is not shown if it is unknown', async () => {
    rig.service.put({ ...appDevice({ serial: 'E1' }), protocol: null, can_switch_protocol: false });
    rig.service.put(appDevice({ serial: 'E2', node: 4 }));
    const { page, chip, details, row } = await open('E1');
    await details.getByText('/dev/ttyACM0').waitFor();
    await row(/E2/).getByText('Node 4').waitFor();
    expect(await chip.count()).toBe(0);
    expect(await page.getByText(/^(USB|VCP) mode$/).count()).toBe(0);
    expect(await details.getByText('Mode', { exact: true }).count()).toBe(0);
    expect(await details.getByRole('button', { name: /^Switch to/ }).count()).toBe(0);
  });

  test.each([
    ['USB', inUsb, ['vendor’s USB protocol', 'not provide a serial port', 'On Windows', 'Bus 2, address 20', 'None']],
    [
      'VCP',
      inVcp,
      ['appears as a serial port', 'lines of text', 'One program at a time', '/dev/ttyACM0', 'Bus 2, address 20'],
    ],
  ] as const)('is explained by keyboard: %s', async (mode, device, words) => {
    rig.service.put(device);
    const { page, chip } = await open('E24638');
    await chip.focus();
    await page.keyboard.press('Enter');
    const explanation = page.getByRole('dialog', { name: `${mode} mode` });
    await explanation.waitFor();
    const text = await explanation.innerText();
    for (const word of words) expect(text).toContain(word);
    await page.keyboard.press('Escape');
    await explanation.waitFor({ state: 'detached' });
    await expect.poll(() => focusedWords(page)).toBe(mode);
  });
});

describe('the details', () => {
  test('list the serial port and the USB address of a device that has both', async () => {
    rig.service.put(inVcp);
    const { details } = await open('E24638');
    const text = await details.innerText();
    for (const fact of [
      /Serial port\s+\/dev\/ttyACM0/,
      /USB\s+Bus 2, address 20/,
      /USB ID\s+289B:0505/,
      /Protocols\s+USB, VCP/,
    ])
      expect(text).toMatch(fact);
  });

  test('explain why the mode cannot be switched', async () => {
    rig.service.put(appDevice({ serial: 'E1', name: 'USB-DXC200', mode: 'usb', hasVcp: false }));
    rig.service.put({ ...appDevice({ serial: 'E2' }), can_switch_protocol: false });
    rig.service.put(appDevice({ serial: 'E3', mode: 'usb', simulated: true }));
    const { page, chip, details, row } = await open('E1');
    await details.getByText('This product supports only USB mode.').waitFor();
    await row(/E2/).click();
    await details.getByText('Cannot change the mode over this connection.').waitFor();
    await row(/E3/).click();
    await details.getByText('Yes (generated readings)').waitFor();
    await chip.click();
    await page.getByRole('dialog', { name: 'USB mode' }).getByText('This device is simulated').waitFor();
    await page.keyboard.press('Escape');
    expect(await details.getByText(/cannot be changed|supports only/).count()).toBe(0);
    expect(await details.getByRole('button', { name: /^Switch to/ }).count()).toBe(0);
  });
});

describe('before it switches', () => {
  test('opens a confirmation by keyboard, with the focus on Cancel', async () => {
    rig.service.put(inUsb);
    const { page, details, question } = await open('E24638');
    const button = details.getByRole('button', { name: 'Switch to VCP mode…' });
    for (const leave of ['Enter', 'Escape']) {
      await button.focus();
      await page.keyboard.press('Enter');
      await question.waitFor();
      await expect.poll(() => focusedWords(page)).toBe('Cancel');
      await page.keyboard.press(leave);
      await question.waitFor({ state: 'detached' });
      await expect.poll(() => focusedWords(page)).toBe('Switch to VCP mode…');
    }
    expect(rig.service.switches).toEqual([]);
  });

  test('closes the confirmation when another device is shown', async () => {
    rig.service.put(inUsb);
    rig.service.put(appDevice({ serial: 'E22377', alias: 'Attic', mode: 'usb' }));
    const { page, ask, details, question } = await open('E24638');
    await ask('VCP');
    await question.getByRole('heading', { name: 'Switch Oven (E24638) to VCP mode?' }).waitFor();
    await page.evaluate("location.hash = '/devices/usb/E22377'");
    await details.getByText('E22377').first().waitFor();
    await expect.poll(() => question.count()).toBe(0);
    expect(rig.service.switches).toEqual([]);
  });

  test.each([
    ['VCP', inUsb, ['appears as a serial port', 'On Windows, the vendor’s tools']],
    ['USB', inVcp, ['/dev/ttyACM0 is removed', 'a terminal']],
  ] as const)('lists the consequences of a switch to %s', async (mode, device, words) => {
    rig.service.put(device);
    const { ask, question } = await open('E24638');
    await ask(mode);
    await question.getByRole('heading', { name: `Switch Oven (E24638) to ${mode} mode?` }).waitFor();
    const text = await question.innerText();
    for (const word of [
      ...words,
      'restarts',
      'reconnects automatically',
      'a gap',
      'until you switch back',
      'Unplugging',
    ])
      expect(text).toContain(word);
    // A screen reader announces them with the question.
    expect(await question.getAttribute('aria-describedby')).toBe(
      await question.locator('.mode-consequences').getAttribute('id'),
    );
  });
});

describe('a switch that is refused', () => {
  const refuse = (status: number, message: string) => (): Decided => ({ status, body: { message } });

  test.each([
    [404, 'There is no device E24638 in the family usb.'],
    [409, 'VCP-PTH450-CAL E24638 cannot change mode.'],
    [502, 'VCP-PTH450-CAL E24638 did not take it: the transfer stalled.'],
    [504, 'VCP-PTH450-CAL E24638 did not answer in time.'],
  ])('with %i shows the service’s message, and can be retried', async (status, message) => {
    rig.service.put(inUsb);
    rig.service.onSwitch = refuse(status, message);
    const { page, question, switchTo } = await open('E24638', { expected: new RegExp(`status of ${status}`) });
    await switchTo('VCP');
    await question.getByRole('alert').getByText(message).waitFor();
    expect(await page.getByText(/^Restarting in/).count()).toBe(0);
    rig.service.onSwitch = undefined;
    await question.getByRole('button', { name: 'Switch to VCP mode' }).click();
    await question.waitFor({ state: 'detached' });
    expect(rig.service.switches).toEqual(['usb/E24638 vcp', 'usb/E24638 vcp']);
  });

  test('by an unreachable service keeps the confirmation open', async () => {
    rig.service.put(inUsb);
    const { page, ask, question } = await open('E24638', { expected: /net::ERR|Failed to load resource/ });
    await ask('VCP');
    const comeBack = await rig.leave();
    await page.getByText(/^No response from the service since/).waitFor();
    await question.getByRole('button', { name: 'Switch to VCP mode' }).click();
    await question.getByText('Cannot reach the service. The change may have been applied').waitFor();
    await comeBack((service) => service.put(inUsb));
    await page.getByText(/^The service has not answered/).waitFor({ state: 'detached' });
    await question.getByRole('button', { name: 'Switch to VCP mode' }).click();
    await page
      .getByText(/^Restarting in VCP mode/)
      .first()
      .waitFor();
    expect(rig.service.switches).toEqual(['usb/E24638 vcp']);
  });

  test('is reported by a message after the confirmation was closed', async () => {
    rig.service.put(inUsb);
    const answer = Promise.withResolvers<Decided>();
    rig.service.onSwitch = () => answer.promise;
    const { page, details, question, switchTo } = await open('E24638', { expected: /status of 504/ });
    await switchTo('VCP');
    const busy = question.getByRole('button', { name: 'Switching…' });
    expect(await busy.getAttribute('aria-disabled')).toBe('true');
    // A second click sends nothing.
    await busy.click({ force: true });
    await question.getByRole('button', { name: 'Close' }).click();
    await question.waitFor({ state: 'detached' });
    const button = details.getByRole('button', { name: 'Switching to VCP mode…' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    expect(await question.count()).toBe(0);
    answer.resolve({ status: 504, body: { message: 'It did not answer in time.' } });
    const message = page.getByRole('dialog').filter({ hasText: 'Cannot switch E24638 to VCP mode' });
    await message.getByText('It did not answer in time.').waitFor();
    await details.getByRole('button', { name: 'Switch to VCP mode…' }).waitFor();
    expect(rig.service.switches).toHaveLength(1);
  });

  test('but carried out closes the confirmation when the device appears', async () => {
    rig.service.put(inUsb);
    rig.service.onSwitch = refuse(504, 'It did not answer in time.');
    const { page, question, switchTo } = await open('E24638', { expected: /status of 504/ });
    await switchTo('VCP');
    await question.getByText('It did not answer in time.').waitFor();
    rig.service.remove(inUsb);
    await expect
      .poll(() => question.getByRole('button', { name: 'Switch to VCP mode' }).getAttribute('aria-disabled'))
      .toBe('true');
    rig.service.put(inVcp);
    await question.waitFor({ state: 'detached' });
    await page.getByText('E24638 switched to VCP mode').first().waitFor();
  });
});

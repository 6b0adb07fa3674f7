/** The restart of a device after a mode switch, and its outcomes. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import type { OpenPageOptions } from './support/browser.ts';
import { focusedWords, type ModePage, openMode } from './support/mode-page.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

beforeEach(() => {
  rig.service.put(inUsb);
});

/** Opens a page with a controllable clock. */
async function open(options: OpenPageOptions = {}): Promise<ModePage> {
  const mode = await openMode(rig, 'E24638', options);
  await mode.chip.waitFor();
  await mode.page.clock.install();
  return mode;
}

// A model without the notice about calibration points.
const OVEN = { serial: 'E24638', name: 'VCP-PTH450', alias: 'Oven' } as const;
const inUsb = appDevice({ ...OVEN, mode: 'usb' });
const inVcp = appDevice(OVEN);

/** How long the window waits for the device, in seconds. */
const PATIENCE_S = 20;

const notices = (page: Page): Locator => page.locator('.device-notices');
const message = (page: Page, text: string): Locator => page.locator('.toast').filter({ hasText: text });

/** Switches the mode and disconnects the device. */
async function restart({ page, switchTo, row }: ModePage): Promise<void> {
  await switchTo('VCP');
  await notices(page).getByText('Restarting in VCP mode (').waitFor();
  rig.service.remove(inUsb, 'it restarts');
  await row(/Oven/).getByText('Disconnected').waitFor();
}

describe('a device that reconnects', () => {
  test('has a notice with the time on its page, and a message at the end', async () => {
    const mode = await open();
    const { page, chip, details, row } = mode;
    await restart(mode);
    await page.getByRole('status').getByText('Restarting Oven in VCP mode').waitFor();
    expect(await page.getByText(/^Disconnected since/).count()).toBe(0);
    expect(await page.locator('.device-view canvas').first().isVisible()).toBe(true);
    const title = notices(page).locator('.notice-title');
    const seconds = async (): Promise<number> =>
      Number(/^Restarting in VCP mode \((\d+) s\)$/.exec(await title.innerText())?.[1]);
    await page.clock.fastForward('00:05');
    await expect.poll(seconds).toBeGreaterThanOrEqual(5);
    await details.getByText(/^Restarting in VCP mode \(\d+ s\)$/).waitFor();
    // The disabled button keeps the focus.
    await expect.poll(() => focusedWords(page)).toBe('Switching to VCP mode…');
    await page.keyboard.press('Enter');
    expect(await mode.question.count()).toBe(0);
    rig.service.put(inVcp);
    await message(page, 'E24638 switched to VCP mode').waitFor();
    expect(await notices(page).innerText()).toBe('');
    await row(/Oven.* VCP mode/).waitFor();
    expect(await chip.innerText()).toBe('VCP');
    await details.getByText('/dev/ttyACM0').waitFor();
    await expect.poll(() => focusedWords(page)).toBe('Switch to USB mode…');
    expect(await message(page, 'switched to VCP').getByRole('button', { name: 'Show device' }).count()).toBe(0);
  });

  test('never looks disconnected, whether the restart is fast or slow', async () => {
    const { page, question, row, switchTo } = await open();
    await page.evaluate(`
      window.seen = [];
      new MutationObserver(() => {
        const text = document.querySelector('.device-notices')?.innerText;
        if (text && !window.seen.includes(text.slice(0, 10))) window.seen.push(text.slice(0, 10));
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    `);
    rig.service.onSwitch = () => {
      rig.service.remove(inUsb);
      rig.service.put(inVcp);
      return { status: 200, body: { protocol: 'vcp' } };
    };
    await switchTo('VCP');
    await message(page, 'E24638 switched to VCP mode').waitFor();
    await question.waitFor({ state: 'detached' });
    rig.service.onSwitch = undefined;
    await switchTo('USB');
    await notices(page).getByText('Restarting in USB mode (').waitFor();
    rig.service.remove(inVcp);
    await row(/Oven/).getByText('Disconnected').waitFor();
    rig.service.put(inUsb);
    await message(page, 'E24638 switched to USB mode').waitFor();
    expect(await page.evaluate('window.seen')).toEqual(['Restarting']);
  });

  test('is followed on other pages, with a message that leads back', async () => {
    const mode = await open();
    const { page } = mode;
    await restart(mode);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API' }).click();
    await page.getByRole('heading', { name: 'API', exact: true, level: 1 }).waitFor();
    await page.goBack();
    await notices(page).getByText('Restarting in VCP mode (').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API' }).click();
    rig.service.put(inVcp);
    await message(page, 'E24638 switched to VCP mode').getByRole('button', { name: 'Show device' }).click();
    await page.getByRole('heading', { name: 'Oven' }).waitFor();
  });

  test('is followed together with others', async () => {
    const second = appDevice({ serial: 'E22377', alias: 'Roof' });
    rig.service.put(second);
    const mode = await open();
    const { page, row, switchTo } = mode;
    await restart(mode);
    await row(/Roof/).click();
    await page.getByRole('heading', { name: 'Roof' }).waitFor();
    expect(await notices(page).innerText()).toBe('');
    await switchTo('USB');
    await notices(page).getByText('Restarting in USB mode (').waitFor();
    rig.service.remove(second);
    rig.service.put(inVcp);
    await message(page, 'E24638 switched to VCP mode').waitFor();
    await notices(page).getByText('Restarting in USB mode (').waitFor();
    rig.service.put(appDevice({ serial: 'E22377', alias: 'Roof', mode: 'usb' }));
    await message(page, 'E22377 switched to USB mode').waitFor();
    expect(rig.service.switches).toEqual(['usb/E24638 vcp', 'usb/E22377 usb']);
  });
});

describe('a device that does not reconnect', () => {
  test('is reported after the time-out with a remedy, and can still reconnect', async () => {
    const mode = await open();
    const { page, details } = mode;
    await restart(mode);
    await page.clock.fastForward((PATIENCE_S - 10) * 1000);
    await notices(page).getByText('Restarting in VCP mode (').waitFor();
    await page.clock.fastForward(10_000);
    await notices(page).getByText('Oven did not reconnect').waitFor();
    await notices(page).getByText('Unplug the device and plug it in again').waitFor();
    await details.getByText('The device did not reconnect.').waitFor();
    await page.getByRole('status').getByText('Oven did not reconnect').waitFor();
    // Its page has the notice: no message in addition.
    expect(await message(page, 'did not reconnect').count()).toBe(0);
    rig.service.put(inVcp);
    await message(page, 'E24638 switched to VCP mode').waitFor();
    expect(await notices(page).innerText()).toBe('');
  });

  test('is reported on other pages, in a notice that can be closed', async () => {
    const mode = await open();
    const { page } = mode;
    await restart(mode);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API' }).click();
    await page.clock.fastForward(PATIENCE_S * 1000);
    await message(page, 'E24638 did not reconnect').getByRole('button', { name: 'Show device' }).click();
    await notices(page).getByText('Oven did not reconnect').waitFor();
    await notices(page).getByRole('button', { name: 'Dismiss' }).click();
    await notices(page).getByText('Disconnected since').waitFor();
  });

  test('because its new port cannot be opened is reported at once, with the remedy', async () => {
    const old = {
      code: 'port-busy',
      subject: '/dev/ttyACM7',
      text: 'Held since yesterday.',
      remedy: '',
    };
    // Clearly older: the page knows the service's clock only roughly.
    rig.service.aheadMs = -3_600_000;
    rig.service.raise(old);
    rig.service.aheadMs = 0;
    const mode = await open();
    const { page } = mode;
    await restart(mode);
    const problem = {
      code: 'port-permission',
      subject: '/dev/ttyACM0',
      text: 'Cannot open serial port /dev/ttyACM0: your account is not in the group "dialout".',
      remedy: 'Run `sudo usermod -aG dialout $USER`, then log out and in again.',
      since: new Date(Date.now() + 1000).toISOString(),
    };
    rig.service.raise(problem);
    await notices(page).getByText(problem.text).waitFor();
    await notices(page).getByRole('button', { name: 'Copy the command' }).waitFor();
    expect(await notices(page).getByText(old.text).count()).toBe(0);
    await page.clock.fastForward(PATIENCE_S * 1000);
    await notices(page).getByText('Possible cause:').waitFor();
    await notices(page).getByText(problem.text).waitFor();
    expect(await notices(page).getByText('Unplug the device').count()).toBe(0);
  });
});

describe('a device that does not change mode', () => {
  test('is reported when it reconnects in its old mode, and can be switched again', async () => {
    const mode = await open();
    const { page, details, switchTo } = mode;
    await restart(mode);
    rig.service.put(inUsb);
    await notices(page).getByText('Oven did not change mode').waitFor();
    await notices(page).getByText('is still in USB mode').waitFor();
    await page.getByRole('status').getByText('Oven did not change mode').waitFor();
    await details.getByText('The device did not change mode.').waitFor();
    await switchTo('VCP');
    await notices(page).getByText('Restarting in VCP mode (').waitFor();
    rig.service.remove(inUsb);
    rig.service.put(inVcp);
    await message(page, 'E24638 switched to VCP mode').waitFor();
  });

  test('is reported after it was unplugged and plugged in', async () => {
    const mode = await open();
    const { page } = mode;
    await restart(mode);
    await page.clock.fastForward(PATIENCE_S * 1000);
    await notices(page).getByText('Oven did not reconnect').waitFor();
    rig.service.put(inUsb);
    await notices(page).getByText('Oven did not change mode').waitFor();
    rig.service.remove(inUsb, 'unplugged');
    await notices(page).getByText('Disconnected since').waitFor();
  });

  test('is reported after the time-out if it never restarts', async () => {
    const { page, switchTo, row } = await open();
    await switchTo('VCP');
    await notices(page).getByText('Restarting in VCP mode (').waitFor();
    await row(/Oven/).waitFor();
    await page.clock.fastForward(PATIENCE_S * 1000);
    await notices(page).getByText('Oven did not change mode').waitFor();
    await notices(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => notices(page).innerText()).toBe('');
  });
});

test('waits no longer than its time-out, without the time in which the service was unreachable', async () => {
  const mode = await open({ expected: /net::ERR|Failed to load resource/ });
  const { page } = mode;
  await restart(mode);
  const comeBack = await rig.leave();
  await page.getByText(/^No response from the service since/).waitFor();
  await page.clock.fastForward(2 * PATIENCE_S * 1000);
  await comeBack();
  await page.getByText(/^The service has not answered/).waitFor({ state: 'detached' });
  await notices(page).getByText('Restarting in VCP mode (').waitFor();
  rig.service.put(inVcp);
  await message(page, 'E24638 switched to VCP mode').waitFor();
});

/** Modes, their switch and the problems of USB devices: sizes, accessibility and commands to copy. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../service/contract/index.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { clipboardText } from './support/browser.ts';
import { openMode } from './support/mode-page.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const COMMAND =
  'sudo cp /opt/a folder/with a name that is long/70-mensura.rules /etc/udev/rules.d/ && sudo udevadm control --reload-rules && sudo udevadm trigger --subsystem-match=usb --action=add';

const permission: Problem = {
  code: 'usb-permission',
  subject: 'E27297',
  text: 'Cannot open USB-DXC200 E27297 at USB bus 3, address 7: access denied.',
  remedy: `Run \`${COMMAND}\`. Mensura then connects automatically.`,
  since: '2026-11-20T14:45:12.318Z',
};

const problem = (code: string, subject: string, remedy: string): Problem => ({
  code,
  subject,
  text: `What ${code} says of ${subject}.`,
  remedy,
  since: '2026-11-20T14:45:12.318Z',
});

describe('problems of devices in USB mode', () => {
  test('are shown with their remedy; a command is copied verbatim', async () => {
    rig.service.put(appDevice({ serial: 'E1' }));
    rig.service.problems = [
      permission,
      problem('usb-busy', 'E2', 'Close that program.'),
      problem('usb-silent', 'E3', 'Unplug the device and plug it in again. Mensura retries automatically.'),
      problem('usb-failed', 'E4', 'Unplug it and plug it in again.'),
      problem('port-permission', '/dev/ttyACM0', 'Run `sudo usermod -aG dialout $USER`, then log out and in again.'),
    ];
    const { page } = await rig.open();
    const problems = page.getByRole('region', { name: '5 problems' });
    for (const { text } of rig.service.problems) await problems.getByText(text).waitFor();
    for (const words of ['Close that program.', 'Mensura then connects automatically.', 'Then log out and in again.'])
      await problems.getByText(words, { exact: true }).waitFor();
    const buttons = problems.getByRole('button', { name: 'Copy the command' });
    expect(await buttons.count()).toBe(2);
    await buttons.first().click();
    await expect.poll(() => clipboardText(page)).toBe(COMMAND);
    await buttons.last().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => clipboardText(page)).toBe('sudo usermod -aG dialout $USER');
  });

  test('where no instrument is attached, one that may not be opened is named with its remedy, until it may', async () => {
    rig.service.problems = [permission, problem('usb-busy', 'E2', 'Close that program.')];
    const { page } = await rig.open();
    const main = page.locator('.empty-state');
    await main.getByText('Cannot open a connected device').waitFor();
    await main.getByText(permission.text).waitFor();
    await main.locator('.notice').getByRole('button', { name: 'Copy the command' }).click();
    await expect.poll(() => clipboardText(page)).toBe(COMMAND);
    expect(await main.getByText('What usb-busy says').count()).toBe(0);
    rig.service.clear(permission);
    await main.getByText('Cannot open a connected device').waitFor({ state: 'detached' });
    await main.getByRole('heading', { name: 'No devices connected' }).waitFor();
  });

  test('are shown on the page of their device, also after it disconnected', async () => {
    const device = appDevice({ serial: 'E27297', name: 'USB-DXC200', mode: 'usb', hasVcp: false });
    rig.service.put(device);
    rig.service.problems = [problem('usb-busy', 'E2', 'Close that program.')];
    const { page } = await rig.open('/devices/usb/E27297');
    await page.getByRole('heading', { name: 'USB-DXC200' }).waitFor();
    rig.service.remove(device);
    rig.service.raise(permission);
    const notice = page.locator('.device-notices');
    await notice.getByText(permission.text).waitFor();
    expect(await notice.getByText('What usb-busy says').count()).toBe(0);
    await page.reload();
    await notice.getByText(permission.text).waitFor();
    await page.evaluate(FORGET);
    const main = page.locator('.empty-state');
    await main.getByRole('heading', { name: 'E27297 is not connected' }).waitFor();
    await main.getByText(permission.text).waitFor();
    expect(await main.getByText('What usb-busy says').count()).toBe(0);
  });
});

/** As another window would. */
const FORGET = `fetch('/app/v1/devices/usb/E27297', {
  method: 'DELETE',
  headers: { 'Content-Type': 'application/json' },
})`;

/** Elements wider than the window or their pane. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const root = document.documentElement;
    const wide = Math.max(root.scrollWidth, document.body.scrollWidth) > innerWidth ? ['the page'] : [];
    const panes = '.popup, .drawer, .device-view, .panes-details, .list-pane, .empty-state';
    return [...wide, ...[...document.querySelectorAll(':is(' + panes + ') :is(button, a, p, h2, h3, li, code, dd)')]
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden, .device-row'))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const pane = element.closest(panes).getBoundingClientRect();
        return box.width > 0 && (box.right > pane.right + 1 || box.left < pane.left - 1);
      })
      .map((element) => element.outerHTML.slice(0, 200))];
  })()`);
}

const LONG = 'A name so long that no list on any screen has room for all of it, nor any header';

test.each([
  [1440, 900],
  [1024, 700],
  // As at 200 % zoom.
  [720, 450],
  [420, 800],
])('at %i x %i nothing is out of reach', async (width, height) => {
  const device = appDevice({ serial: 'E24638-with-a-long-serial', alias: LONG, mode: 'usb' });
  rig.service.put(device);
  rig.service.problems = [permission];
  const mode = await openMode(rig, device.serial, { viewport: { width, height } });
  const { page, chip, question, switchTo } = mode;
  await chip.click();
  await page.getByRole('dialog', { name: 'USB mode' }).waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await page.keyboard.press('Escape');
  if (width < 1280) await page.getByRole('button', { name: 'Details' }).click();
  await mode.details.getByRole('button', { name: 'About USB mode' }).click();
  const explanation = page.getByRole('dialog', { name: 'USB mode' });
  await explanation.waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await explanation.waitFor({ state: 'detached' });
  await mode.ask('VCP');
  expect(await sticksOut(page)).toEqual([]);
  const yes = question.getByRole('button', { name: 'Switch to VCP mode' });
  await yes.scrollIntoViewIfNeeded();
  const box = await yes.boundingBox();
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
  // Escape closes only the topmost layer.
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await switchTo('VCP');
  // In a small window the drawer covers the notice above the charts.
  await mode.details.getByText(/^Restarting in VCP mode \(/).waitFor();
  expect(await sticksOut(page)).toEqual([]);
  if (width < 1280) await page.getByRole('button', { name: 'Close details' }).click();
  rig.service.remove(device);
  rig.service.raise({ ...permission, subject: device.serial });
  await page.locator('.device-notices').getByText(permission.text).waitFor();
  expect(await sticksOut(page)).toEqual([]);
});

describe('axe finds nothing in either theme', () => {
  test('in the explanation, the question, its refusal, the restart and how it can end', async () => {
    const device = appDevice({ serial: 'E1', mode: 'usb' });
    rig.service.put(device);
    rig.service.put(appDevice({ serial: 'E2', name: 'USB-DXC200', mode: 'usb', hasVcp: false }));
    rig.service.problems = [permission];
    const mode = await openMode(rig, 'E1', { expected: /status of 502/ });
    const { page, chip, question, row, switchTo } = mode;
    await chip.click();
    await page.getByRole('dialog', { name: 'USB mode' }).waitFor();
    // A popup is outside of the page's landmarks.
    expect(await violationsInThemes(page, 'region')).toEqual([]);
    await page.keyboard.press('Escape');
    rig.service.onSwitch = () => ({ status: 502, body: { message: 'The transfer stalled.' } });
    await switchTo('VCP');
    await question.getByText('The transfer stalled.').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    rig.service.onSwitch = undefined;
    await page.clock.install();
    await question.getByRole('button', { name: 'Switch to VCP mode' }).click();
    await question.waitFor({ state: 'detached' });
    rig.service.remove(device);
    await row(/E1/).getByText('Disconnected').waitFor();
    rig.service.raise({ ...permission, subject: 'E1' });
    await page.locator('.device-notices').getByText(permission.text).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.clock.fastForward(20_000);
    await page.locator('.device-notices').getByText('did not reconnect').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    rig.service.put(device);
    await page.locator('.device-notices').getByText('did not change mode').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    rig.service.put(appDevice({ serial: 'E1' }));
    await page.getByText('E1 switched to VCP mode').first().waitFor();
    // By role, which does not match elements hidden from screen readers.
    await page.getByRole('button', { name: 'Dismiss' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await row(/E2/).click();
    await mode.details.getByText('This product supports only USB mode.').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('without a device, with problems', async () => {
    rig.service.problems = [permission, problem('usb-silent', 'E3', 'Unplug it.')];
    const { page } = await rig.open('');
    await page.getByText('Cannot open a connected device').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.goto(`${rig.service.url}/#/devices/usb/E27297`);
    await page.getByRole('heading', { name: 'E27297 is not connected' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

/** The first minutes: no instrument yet, simulated ones in one click, and what is missing on the computer. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Check } from '../../service/contract/index.ts';
import { appDevice } from '../support/views/devices.ts';
import { axeViolations } from './support/axe.ts';
import { clipboardText, type OpenPageOptions } from './support/browser.ts';
import { runCommand } from './support/palette.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

async function open(route = '/devices', options: OpenPageOptions = {}): Promise<Page> {
  const { page } = await rig.open(route, options);
  return page;
}

const SIMULATED = appDevice({ serial: 'SIM00001', simulated: true });

const MISSING: Check = {
  id: 'serial-ports',
  title: 'Serial port access',
  state: 'missing',
  text: 'You are not in the group dialout.',
  remedy: 'Run `sudo usermod -aG dialout $USER`, then log in again.',
};

describe('simulated instruments', () => {
  test('one click shows them, and the focus is not lost', async () => {
    const page = await open();
    const offer = page.getByRole('button', { name: 'Try simulated devices' });
    await offer.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Starting…' }).waitFor();
    await expect.poll(() => rig.service.settings.bodies('PATCH', 'settings')).toEqual([{ simulate: true }]);
    // A second press asks no second time.
    await page.keyboard.press('Enter');
    rig.service.put(SIMULATED);
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /SIM00001/ })
      .waitFor();
    expect(rig.service.settings.bodies('PATCH', 'settings')).toHaveLength(1);
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('MAIN');
  });

  test('a refusal is shown with its reason, and the button is there again', async () => {
    rig.service.settings.onAsked = ({ method }) =>
      method === 'PATCH'
        ? { status: 507, body: { message: 'The settings could not be saved: the disk is full.' } }
        : undefined;
    const page = await open('/devices', { expected: /status of 507/ });
    await page.getByRole('button', { name: 'Try simulated devices' }).click();
    await page.getByRole('alert').getByText('The settings could not be saved: the disk is full.').waitFor();
    await page.getByRole('button', { name: 'Try simulated devices' }).waitFor();
  });

  test('a start that forbids them says so, and what to do', async () => {
    rig.service.settings.stated = { ...rig.service.settings.stated, overridden: { simulate: '--no-simulate' } };
    const page = await open();
    await page.getByRole('button', { name: 'Try simulated devices' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Simulated devices stay hidden because Mensura was started with --no-simulate\./)
      .waitFor();
  });

  test('they are removed where they are listed, and only then is nothing attached', async () => {
    rig.service.put(SIMULATED);
    rig.service.put(appDevice({ serial: 'E1' }));
    const page = await open();
    await page.getByText('Showing simulated devices.').waitFor();
    await page.getByRole('button', { name: 'Hide' }).press('Enter');
    await expect.poll(() => rig.service.settings.bodies('PATCH', 'settings')).toEqual([{ simulate: false }]);
    rig.service.remove(SIMULATED);
    await page.getByText('Showing simulated devices.').waitFor({ state: 'detached' });
    await page.getByRole('listbox').getByRole('option', { name: /E1/ }).waitFor();
  });

  test('with real instruments alone, nothing is said of them', async () => {
    rig.service.put(appDevice({ serial: 'E1' }));
    const page = await open();
    await page.getByRole('listbox').getByRole('option', { name: /E1/ }).waitFor();
    expect(await page.getByText('Showing simulated devices.').count()).toBe(0);
  });
});

describe('what is checked of the computer', () => {
  test('what is missing stands first with its command to copy; the rest is out of sight until asked for', async () => {
    rig.service.checks.push(MISSING, { ...MISSING, id: 'clock', title: 'Clock', state: 'unknown', remedy: '' });
    const page = await open();
    await page.getByText('1 check failed.').waitFor();
    const rows = page.getByRole('main').locator('.check:visible');
    expect(await rows.locator('strong').allTextContents()).toEqual(['Serial port access', 'Clock']);
    expect(await rows.locator('.badge').allTextContents()).toEqual(['Failed', 'Unknown']);
    await rows.first().getByRole('button', { name: /^Copy/ }).click();
    await expect.poll(() => clipboardText(page)).toBe('sudo usermod -aG dialout $USER');
    await page.getByText('Show 1 passed check').click();
    await expect.poll(() => rows.count()).toBe(3);
  });

  test('they are checked again when asked for', async () => {
    rig.service.checks.push(MISSING);
    const page = await open();
    await page.getByText('1 check failed.').waitFor();
    rig.service.checks = rig.service.checks.filter(({ state }) => state === 'ok');
    await page.getByRole('button', { name: 'Run checks again' }).click();
    await page.getByText('All checks passed.').waitFor();
  });

  test('where they cannot be asked for, it says why', async () => {
    const { page } = await rig.openBlank({ expected: /net::ERR|Failed to load/ });
    await page.route('**/app/v1/checks', (route) => route.abort());
    await page.goto(rig.service.url);
    await page.getByText('Cannot run the checks').waitFor();
    await page.getByText('Cannot reach the service. Try again.').waitFor();
  });

  test('they can be looked at from everywhere, all of them', async () => {
    rig.service.checks.push(MISSING);
    const page = await open('/history');
    await page.getByRole('heading', { name: 'History', exact: true }).waitFor();
    await runCommand(page, 'system check', /^Run system checks/);
    const dialog = page.getByRole('dialog', { name: 'System checks' });
    await dialog.getByText('1 check failed.').waitFor();
    expect(await dialog.locator('.check strong').allTextContents()).toEqual(['Serial port access', 'USB']);
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('what each page says while there is nothing', () => {
  test.each([
    ['/compare', /No channels available/, 'Connect a device'],
    ['/history', /^No stored readings yet\. .* to store its readings\.$/, 'Connect a device'],
    ['/alarms', /No devices connected/, 'Connect a device'],
  ])('%s leads to the instruments', async (route, words, link) => {
    const page = await open(route);
    await page.getByText(words).waitFor();
    await page.getByRole('main').getByRole('link', { name: link }).click();
    await page.getByRole('heading', { name: 'No devices connected' }).waitFor();
  });

  test('the History page does not promise that simulated readings are kept', async () => {
    rig.service.put(SIMULATED);
    rig.service.history.kept.clear();
    const page = await open('/history');
    await page
      .getByText(/^No stored readings yet\. Only simulated devices are connected, and their readings are not stored\./)
      .waitFor();
    rig.service.settings.put({ simulate_publish: true });
    await page.getByText('No stored readings yet. They appear here automatically.').waitFor();
  });
});

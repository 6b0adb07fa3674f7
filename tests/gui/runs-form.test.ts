/** The form of a run: by keyboard alone, its errors, ranges of charts, and editing, with a played service. */
import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { runOf } from '../support/views/runs.ts';
import { violationsInThemes } from './support/axe.ts';
import { entryPage, focused, leaveQuestion, overflows, sticksOut } from './support/entry-page.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

beforeEach(() => {
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cold room' }));
  rig.service.put(appDevice({ serial: 'E2', alias: 'Oven', simulated: true }));
  rig.service.settings.settings = { ...rig.service.settings.settings, display_units: { '°C': '°F' } };
});

async function open(route: string, options = {}) {
  return entryPage(await rig.open(`/runs${route}`, options), '');
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}.`);
}

const asked = (method: string): unknown => rig.service.runs.asked.find((one) => one.method === method)?.body;

test('starts a run by keyboard alone, and offers the operator and the next name', async () => {
  const { page, field } = await open('/+new');
  await expect.poll(() => focused(page)).toBe('name');
  expect(await field('Name').inputValue()).toBe('Run 1');
  await page.keyboard.type('Batch 12');
  await page.keyboard.press('Tab');
  await page.keyboard.type('A. Rossi');
  await tabTo(page, '[data-field="stop_after_s"]');
  await page.keyboard.type('3 h');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('30 s');
  await tabTo(page, '.picker-row input');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('group', { name: 'Cold room' }).getByRole('checkbox', { name: 'Temperature' }).focus();
  await page.keyboard.press('Space');
  await tabTo(page, '[aria-label="Lower limit of Temperature · Cold room"]');
  await page.keyboard.type('35.6');
  await page.keyboard.press('Tab');
  await page.keyboard.type('46.4');
  await tabTo(page, '[data-field="tags"]');
  await page.keyboard.type('cold room, lot 7');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Door closed.');
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/#\/runs\/1$/);
  expect(asked('POST')).toEqual({
    name: 'Batch 12',
    channels: [{ family: 'usb', serial: 'E1', channel: 'temperature', low: 2, high: 8 }],
    operator: 'A. Rossi',
    notes: 'Door closed.',
    tags: ['cold room', 'lot 7'],
    pre_trigger_s: 30,
    stop_after_s: 10_800,
    range: null,
  });
  await page.evaluate("location.hash = '/runs/+new'");
  await expect.poll(() => field('Name').inputValue()).toBe('Batch 13');
  expect(await field('Operator').inputValue()).toBe('A. Rossi');
});

test('shows errors at their fields, moves the focus to the first, and sends nothing', async () => {
  const { page, main, field, save } = await open('/+new');
  await field('Name').fill('');
  await field('Stop after').fill('soon');
  await save.click();
  await main.getByText('Enter a name of at most 100 characters.').waitFor();
  await main.getByText('Enter a time from 1 s to 366 d', { exact: false }).waitFor();
  await main.getByText('Select 1 to 64 channels.').waitFor();
  await expect.poll(() => focused(page)).toBe('name');
  await field('Name').fill('Batch 12');
  await field('Stop after').fill('');
  await save.click();
  await expect.poll(() => focused(page)).toBe('channels');
  await page.getByRole('button', { name: 'Select all channels of Cold room' }).click();
  await field('Upper limit of Temperature · Cold room').fill('30');
  await field('Lower limit of Temperature · Cold room').fill('40');
  await save.click();
  await main.getByText('Must be above the lower limit.').waitFor();
  await expect.poll(() => focused(page)).toBe('limits.1.high');
  expect(await violationsInThemes(page)).toEqual([]);
  expect(asked('POST')).toBeUndefined();
});

test('shows what the service refuses at its field, or above the form', async () => {
  const { page, main, save } = await open('/+new', { expected: /400|409/ });
  await page.getByRole('button', { name: 'Select all channels of Cold room' }).click();
  rig.service.runs.onAsked = ({ method }) =>
    method === 'POST'
      ? { status: 400, body: { message: 'x', errors: [{ path: 'tags', message: 'must not be empty' }] } }
      : undefined;
  await save.click();
  await main.getByText('Tags: must not be empty.').waitFor();
  await expect.poll(() => focused(page)).toBe('tags');
  const off = 'The history is off, so the run would have no readings. Turn it on first.';
  rig.service.runs.onAsked = ({ method }) => (method === 'POST' ? { status: 409, body: { message: off } } : undefined);
  await save.click();
  await main.getByText(off).waitFor();
});

test('keeps what is typed while the service does not respond', async () => {
  const { page, field } = await open('/+new', { expected: /ERR_|50\d/ });
  await field('Name').fill('Batch 12');
  const comeBack = await rig.leave();
  await page.getByText('No response from the service').waitFor();
  await comeBack();
  await page.getByText('No response from the service').waitFor({ state: 'detached' });
  expect(await field('Name').inputValue()).toBe('Batch 12');
});

test('says that readings of a simulated device are in no run', async () => {
  rig.service.settings.settings = { ...rig.service.settings.settings, simulate_publish: false };
  const { page, main } = await open('/+new');
  await page.getByRole('button', { name: 'Select all channels of Cold room' }).click();
  expect(await main.getByText('Readings of simulated devices are not stored').count()).toBe(0);
  await page.getByRole('button', { name: 'Select all channels of Oven' }).click();
  await main.getByText('Readings of simulated devices are not stored').waitFor();
});

test('saves a range of stored readings with the channels of the charts', async () => {
  const range = 'from=2026-11-20T09:00:00.000Z&to=2026-11-20T10:30:00.000Z';
  const { page, main, field, save } = await open(`/+new/channel=usb%2FE1%2Ftemperature&${range}`, {
    timezoneId: 'UTC',
    expected: /400/,
  });
  await main.getByRole('heading', { name: 'Save as run' }).waitFor();
  await field('Name').fill('Yesterday');
  await main.getByLabel('To', { exact: true }).fill('2026-11-20T08:00');
  await save.click();
  await main.getByText('Must be after the start.').waitFor();
  await expect.poll(() => focused(page)).toBe('range.to');
  await main.getByLabel('To', { exact: true }).fill('2026-11-20T10:00');
  rig.service.runs.onAsked = ({ method }) =>
    method === 'POST'
      ? { status: 400, body: { message: 'x', errors: [{ path: 'range.to', message: 'must not be in the future' }] } }
      : undefined;
  await save.click();
  await main.getByText('To: must not be in the future.').waitFor();
  rig.service.runs.onAsked = undefined;
  await save.click();
  await page.waitForURL(/#\/runs\/1$/);
  expect(rig.service.runs.runs.get(1)).toMatchObject({
    name: 'Yesterday',
    channels: [{ channel: 'temperature', low: null, high: null }],
    from: '2026-11-20T09:00:00.000Z',
    to: '2026-11-20T10:00:00.000Z',
  });
});

test('changes a stored run, asks before edits are left, and reports changes elsewhere', async () => {
  rig.service.runs.put(runOf());
  const { page, main, field, save } = await open('/1');
  await main.getByRole('link', { name: 'Edit' }).click();
  expect(await field('Lower limit of Temperature · Cold room').inputValue()).toBe('35.6');
  await field('Tags').fill('cold room, door');
  rig.service.runs.put(runOf({ notes: 'Changed elsewhere.' }));
  await main.getByText('This run was changed in another window or program').waitFor();
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await leaveQuestion(page).getByRole('button', { name: 'Cancel' }).click();
  await main.getByRole('button', { name: 'Load the saved settings' }).click();
  expect(await field('Notes').inputValue()).toBe('Changed elsewhere.');
  await field('Tags').fill('door');
  await main.getByRole('checkbox', { name: 'Relative humidity' }).first().click();
  await save.click();
  await page.waitForURL(/#\/runs\/1$/);
  expect(rig.service.runs.runs.get(1)).toMatchObject({
    tags: ['door'],
    notes: 'Changed elsewhere.',
    channels: [{ channel: 'temperature', low: 2, high: 8 }],
  });
});

test('fits a window of 320 pixels, with hostile names', async () => {
  rig.service.put(appDevice({ serial: 'E3', alias: `<b>${'W'.repeat(60)}` }));
  rig.service.runs.put(runOf({ name: `<i>${'n'.repeat(90)} 9` }));
  const { page, save } = await open('/+new', { viewport: { width: 320, height: 640 } });
  await page.getByRole('button', { name: /^Select all channels of <b>/ }).click();
  await page
    .getByRole('list')
    .getByText(/^Humidex · <b>/)
    .waitFor();
  await save.scrollIntoViewIfNeeded();
  expect(await overflows(page)).toBe(false);
  expect(await sticksOut(page)).toEqual([]);
  expect(await violationsInThemes(page)).toEqual([]);
});

/** The form of an automatic run: by keyboard alone, its errors, and editing, with a played service. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { RunPlanInput } from '../../service/contract/index.ts';
import { appDevice } from '../support/views/devices.ts';
import { planOf } from '../support/views/runs.ts';
import { violationsInThemes } from './support/axe.ts';
import { deleteButton, focused, leaveQuestion } from './support/entry-page.ts';
import { ID, LIMIT, MORNING, plansRig, row, TEMPERATURE, toast } from './support/plans-page.ts';

const { rig, plan, open } = plansRig();

const sent = (method: string): unknown => rig.service.runPlans.asked.findLast((one) => one.method === method)?.body;

/** Presses a key until an element has the focus. */
async function pressTo(page: Page, key: string, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${selector}.`);
}

test('each kind is added by keyboard alone', async () => {
  const { page } = await open('');
  await page.getByRole('link', { name: 'Add the first automatic run' }).press('Enter');
  const common = {
    channels: [{ ...TEMPERATURE, low: null, high: null }],
    notes: '',
    tags: [],
    enabled: true,
    pre_trigger_s: 0,
    stop_after_s: null,
    stop_when_over: false,
  };
  const kinds: Record<string, { type: () => Promise<void>; body: Partial<RunPlanInput> }> = {
    Schedule: {
      type: async () => {
        await pressTo(page, 'Tab', '[data-field="start.weekdays"]');
        await page.keyboard.press('Space');
        for (let day = 0; day < 4; day += 1) await page.keyboard.press('Tab');
        await page.keyboard.press('Space');
        await pressTo(page, 'Tab', '[data-field="start.time"]');
        await page.keyboard.type('06:00');
        await pressTo(page, 'Tab', '[data-field="stop_after_s"]');
        await page.keyboard.type('3 h');
      },
      body: { start: MORNING, stop_after_s: 10_800 },
    },
    Limit: {
      type: async () => {
        await pressTo(page, 'Tab', '[data-field="start.channel"]');
        await page.keyboard.type('Cold room: Temp');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.type('140');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Control+a');
        await page.keyboard.type('3.6');
        await pressTo(page, 'Tab', '[data-field="pre_trigger_s"]');
        await page.keyboard.press('Control+a');
        await page.keyboard.type('30 s');
        await pressTo(page, 'Tab', '[data-field="stop_when_over"]');
        await page.keyboard.press('Space');
      },
      body: { start: LIMIT, pre_trigger_s: 30, stop_when_over: true },
    },
    Alarm: {
      type: async () => {
        await pressTo(page, 'Tab', '[data-field="start.rule"]');
        await page.keyboard.type('Cold');
        await pressTo(page, 'Tab', '[data-field="enabled"]');
        await page.keyboard.press('Space');
      },
      body: { start: { kind: 'alarm', rule: 'a1' }, enabled: false },
    },
    'On request': { type: async () => undefined, body: { start: { kind: 'request' } } },
  };
  for (const [word, { type, body }] of Object.entries(kinds)) {
    await expect.poll(() => focused(page)).toBe('name');
    await page.keyboard.type(`${word} {n} of {date}`);
    await page.getByText(new RegExp(`Example: ${word} 1 of 20\\d\\d-\\d\\d-\\d\\d`)).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('A. Rossi');
    await pressTo(page, 'Tab', `[data-word="${word}"]`);
    await page.keyboard.press('Space');
    await type();
    await pressTo(page, 'Tab', '.picker-row input');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await violationsInThemes(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.waitForURL(/#\/runs\/automatic\/p01b2c3d\d$/);
    const name = `${word} {n} of {date}`;
    expect(sent('POST')).toEqual({ ...common, name, operator: 'A. Rossi', ...body });
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('link', { name: 'Automatic runs', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Add automatic run' }).press('Enter');
  }
}, 180_000);

test('errors are at their fields, what the service refuses too, and nothing typed is lost', async () => {
  const { page, main, field, save } = await open('/+new', { expected: /400|500|ERR_/ });
  await save.click();
  await main.getByText('Enter a name of at most 100 characters.').waitFor();
  const wrong = ['Select at least one day.', 'Enter a time from 00:00 to 23:59', 'Select 1 to 64 channels.'];
  for (const text of wrong) await main.getByText(text).waitFor();
  await expect.poll(() => focused(page)).toBe('name');
  await field('Name of the runs').fill('Oven {n}');
  await page.getByRole('button', { name: 'Limit', exact: true }).click();
  await page.getByRole('button', { name: 'Select all channels of Cold room' }).click();
  await save.click();
  await main.getByText('Select a channel.', { exact: true }).waitFor();
  await main.getByText('Enter a number, such as 60.').waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await main.getByLabel('Channel', { exact: true }).selectOption({ label: 'Cold room: Temperature (E1)' });
  await field('Limit').fill('140');
  await main.getByLabel('Starts when a reading is').selectOption('Below the limit');
  await expect.poll(() => field('Limit').inputValue()).toBe('140');
  const errors = [{ path: 'start.hysteresis', message: 'must not be negative' }];
  rig.service.runPlans.onAsked = ({ method }) =>
    method === 'POST' ? { status: 400, body: { message: 'x', errors } } : undefined;
  await save.click();
  await main.getByText('Hysteresis: must not be negative.').waitFor();
  await expect.poll(() => focused(page)).toBe('start.hysteresis');
  rig.service.runPlans.onAsked = ({ method }) =>
    method === 'POST' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
  await save.click();
  await main.getByText('The disk is full.').waitFor();
  const comeBack = await rig.leave();
  await page.getByText('No response from the service').waitFor();
  await comeBack((service) => service.put(appDevice({ serial: 'E1', alias: 'Cold room' })));
  await page.getByText('No response from the service').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await leaveQuestion(page).getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(/#\/history$/);
  expect(sent('POST')).toMatchObject({
    name: 'Oven {n}',
    start: { kind: 'limit', channel: TEMPERATURE, above: null, below: 60, hysteresis: 0 },
  });
});

test('a stored one is changed, compared with changes elsewhere, started, duplicated, deleted and restored', async () => {
  rig.service.runPlans.put(planOf({ name: 'Oven {n}', start: LIMIT, stop_when_over: true }));
  const { page, main, field, save } = await open(`/${ID}`);
  expect(await field('Limit').inputValue()).toBe('140');
  expect(await field('Lower limit of Temperature · Cold room').inputValue()).toBe('35.6');
  await field('Tags').fill('oven');
  await expect.poll(() => main.getByRole('button', { name: 'Start now' }).isDisabled()).toBe(true);
  rig.service.runPlans.put(planOf({ name: 'Oven {n}', start: LIMIT, notes: 'Changed elsewhere.' }));
  await main.getByText('This automatic run was changed in another window or program').waitFor();
  await main.getByRole('button', { name: 'Load the saved settings' }).click();
  await expect.poll(() => field('Notes').inputValue()).toBe('Changed elsewhere.');
  await field('Limit').fill('212');
  await main.getByRole('switch', { name: 'Enabled' }).click();
  await main.getByText('This automatic run is disabled').waitFor();
  expect(await field('Limit').inputValue()).toBe('212');
  await save.click();
  await expect.poll(() => plan()?.plan.start).toMatchObject({ above: 100, hysteresis: 2 });
  expect(plan()?.plan).toMatchObject({ enabled: false, notes: 'Changed elsewhere.' });
  await main.getByText('above 212 °F', { exact: false }).waitFor();
  await main.getByRole('button', { name: 'Start now' }).click();
  await main.getByText('· Active:', { exact: false }).waitFor();
  await main.getByRole('link', { name: 'Duplicate' }).click();
  await main.getByText('Duplicate of Oven {n}').waitFor();
  expect(await field('Name of the runs').inputValue()).toBe('Oven {n} (copy)');
  expect(await field('Limit').inputValue()).toBe('212');
  await main.getByRole('button', { name: 'Cancel' }).click();
  await row(page, 'Oven {n}').getByRole('link').first().click();
  await deleteButton(main).click();
  await page.waitForURL(/#\/runs\/automatic$/);
  await toast(page, 'Deleted the automatic run “Oven {n}”').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Oven {n}').getByRole('link').first().click();
  await field('Tags').fill('lot 7');
  await rig.service.runPlans.remove(ID);
  await main.getByText('This automatic run was deleted in another window or program').waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await main.getByRole('button', { name: 'Undo deletion' }).click();
  await save.getByText('Save changes').click();
  await expect.poll(() => plan()?.plan.tags).toEqual(['lot 7']);
});

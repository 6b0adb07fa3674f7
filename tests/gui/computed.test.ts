/** Computed channels: their form with completion, recipes, the list, editing and deleting, with a played service. */
import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { computedDevice, MARGIN, previewOf } from '../support/views/computed.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { deleteButton, entryPage, focused, leaveQuestion, overflows, sticksOut } from './support/entry-page.ts';
import { runCommand } from './support/palette.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const cold = appDevice({ serial: 'E1', alias: 'Cold room' });

beforeEach(() => {
  rig.service.put(cold);
  rig.service.put(appDevice({ serial: 'E2', alias: 'Hall' }));
});

async function open(route: string, options = {}) {
  return entryPage(await rig.open(route, options), 'Device details');
}

/** What is selected in the field with the focus. */
const SELECTED_TEXT = `(({ value, selectionStart, selectionEnd }) =>
  value.slice(selectionStart, selectionEnd))(document.activeElement)`;

const suggestion = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name });

test('creates a computed channel from the list with completion, and shows its readings', async () => {
  rig.service.computed.onPreview = ({ formula }) =>
    previewOf(
      {
        formula,
        magnitude: 8.3287,
        inputs: [{ family: 'usb', serial: 'E1', channel: 'temperature', magnitude: 24.8344, unit: '°C' }],
      },
      30,
    );
  const { page, main, field, save } = await open('/devices');
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: 'Add computed channel' }).click();
  await expect.poll(() => focused(page)).toBe('name');
  await field('Name').fill('Dew point margin');
  await main.getByRole('combobox', { name: 'Unit' }).fill('K');
  const formula = field('Formula');
  await formula.focus();
  await page.keyboard.type('[cold temp');
  await suggestion(page, /^Temperature Cold room/).waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await formula.inputValue()).toBe('[usb/E1/temperature]');
  await page.keyboard.type(' - dew_p');
  await suggestion(page, /dew_point\(t, rh\)/).waitFor();
  await page.keyboard.press('Tab');
  expect(await formula.inputValue()).toBe('[usb/E1/temperature] - dew_point()');
  await page.keyboard.type('temp');
  await suggestion(page, /Temperature Hall/).click();
  expect(await formula.inputValue()).toBe('[usb/E1/temperature] - dew_point([usb/E2/temperature])');
  await page.keyboard.press('Escape');
  await main.getByText('8.33').waitFor();
  await main.getByRole('figure', { name: /^Last hour: 180 results, 7\.03 K to 9\.00 K$/ }).waitFor();
  await main
    .getByRole('listitem')
    .getByText(/^24\.83\s*°C$/)
    .waitFor();
  await save.click();
  await expect
    .poll(() => rig.service.computed.list().map(({ computed }) => computed))
    .toEqual([
      {
        ...MARGIN,
        decimals: 2,
        formula: '[usb/E1/temperature] - dew_point([usb/E2/temperature])',
      },
    ]);
  await page.waitForURL(/#\/devices\/computed\/c01b2c3d4$/);
  rig.service.put(computedDevice('c01b2c3d4', MARGIN, 8.3287));
  await main.getByRole('heading', { name: 'Dew point margin' }).waitFor();
  await page.getByRole('button', { name: /^Computed channels 1$/ }).waitFor();
});

test('marks the faulty part in place, selects it, and translates the form of the manufacturer', async () => {
  rig.service.computed.onPreview = ({ formula }) => {
    const at = formula.indexOf('foo');
    return at < 0
      ? previewOf({ formula: formula.replace('[A01234:00]', '[usb/A01234/temperature]'), reason: 'no input' })
      : previewOf({ formula, error: { message: 'Unknown function "foo".', at, length: 3 } });
  };
  const { page, main, field } = await open('/devices/computed/+new');
  const formula = field('Formula');
  await formula.fill('1 + foo(2)');
  await main.getByText('Unknown function "foo".').waitFor();
  expect(await formula.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('.formula-fault').innerText()).toBe('foo');
  expect(await violationsInThemes(page)).toEqual([]);
  await main.getByRole('button', { name: 'Character 5' }).click();
  expect(await page.evaluate(SELECTED_TEXT)).toBe('foo');
  await formula.fill('[A01234:00] + 0.5');
  await expect.poll(() => formula.inputValue()).toBe('[usb/A01234/temperature] + 0.5');
  await main.getByText('Channels were in the form of the manufacturer').waitFor();
  expect(await formula.getAttribute('aria-invalid')).toBe('false');
});

test('fills the form from a recipe, in a window of 320 pixels', async () => {
  const { page, main, field, save } = await open('/devices/computed/+new', { viewport: { width: 320, height: 640 } });
  await main.getByRole('button', { name: 'Recipes' }).click();
  await page.getByRole('menuitem', { name: 'Absolute humidity…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Absolute humidity' });
  await dialog.getByRole('combobox', { name: 'Temperature' }).selectOption('Temperature · Hall (E2), °C');
  expect(await overflows(page)).toBe(false);
  expect(await violationsInThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use recipe' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The humidity followed the device of the temperature.
  await expect
    .poll(() => field('Formula').inputValue())
    .toBe('absolute_humidity([usb/E2/temperature], [usb/E2/relative_humidity])');
  expect(await field('Name').inputValue()).toBe('Absolute humidity Hall');
  await main.getByRole('heading', { name: 'Inputs' }).waitFor();
  expect(await overflows(page)).toBe(false);
  expect(await sticksOut(page)).toEqual([]);
  await save.click();
  await expect.poll(() => rig.service.computed.list()[0]?.computed.unit).toBe('g/m³');
});

test('shows, edits, deletes and restores a computed channel', async () => {
  const { computed } = rig.service;
  computed.put('c1', MARGIN);
  rig.service.put(computedDevice('c1', MARGIN, 8.3287));
  const { page, main, details, row, field, save } = await open('/devices/computed/c1');
  // Its decimals, in the list and in the details.
  await row('Dew point margin').getByText('8.3', { exact: true }).waitFor();
  await details.getByText('8.3', { exact: true }).waitFor();
  await details.getByText('Temperature, Cold room - Dew point, Cold room').waitFor();
  expect(await details.getByText(/Firmware|Sampling period|Serial number/).count()).toBe(0);
  expect(await main.getByRole('button', { name: /sampling period|Rename/ }).count()).toBe(0);
  expect(await violationsInThemes(page)).toEqual([]);
  await details.getByRole('link', { name: 'Dew point, Cold room' }).click();
  await main.getByRole('heading', { name: 'Cold room' }).waitFor();
  await row('Dew point margin').click();

  await main.getByRole('link', { name: 'Edit' }).click();
  await field('Decimals').fill('3');
  await page.getByRole('link', { name: 'Show readings' }).click();
  await leaveQuestion(page).getByRole('button', { name: 'Cancel' }).click();
  await save.click();
  await page.waitForURL(/#\/devices\/computed\/c1$/);
  await row('Dew point margin').getByText('8.329').waitFor();

  await main.getByRole('button', { name: 'Computed channel actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.locator('.toast').getByText('Deleted the computed channel').waitFor();
  expect(computed.list()).toEqual([]);
  rig.service.remove({ family: 'computed', serial: 'c1' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => computed.list().map((one) => [one.id, one.computed]))
    .toEqual([['c1', { ...MARGIN, decimals: 3 }]]);
});

test('edits the palette’s choice, asks before a reset, and explains a missing result', async () => {
  const { computed } = rig.service;
  const input = { ...MARGIN, name: 'Degree-hours', formula: 'integral([usb/E1/temperature])' };
  computed.put('c1', input);
  rig.service.put(
    computedDevice('c1', input, null, { state: 'failing', reasons: { value: 'Temperature of Cold room is too old' } }),
  );
  const { page, main, details } = await open('/devices/computed/c1');
  await main.getByText('Temperature of Cold room is too old.').waitFor();
  await details.getByText('No value: Temperature of Cold room is too old').waitFor();
  await main.getByRole('button', { name: 'Computed channel actions' }).click();
  await page.getByRole('menuitem', { name: 'Reset…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reset Degree-hours?' });
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => computed.list()[0]?.reset_at).not.toBeNull();
  // It closes with the response, and takes the keys until then.
  await question.waitFor({ state: 'detached' });
  await runCommand(page, 'edit degree', /^Edit Degree-hours/);
  await page.waitForURL(/#\/devices\/computed\/c1\/edit$/);
  await deleteButton(main).click();
  await expect.poll(() => computed.list()).toEqual([]);
});

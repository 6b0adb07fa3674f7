/** Snoozing alarm rules: from an alarm, from the rule, and from the palette. */
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import type { RuleSnooze } from '../../service/contract/index.ts';
import { alarmOf, ruleOf } from '../support/views/alarms.ts';
import { alarmsRig } from './support/alarms-page.ts';
import { violationsInThemes } from './support/axe.ts';
import { focused, overflows, sticksOut } from './support/entry-page.ts';
import { runCommand } from './support/palette.ts';

const rig = alarmsRig();

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

function putSnoozed(id: string, snooze: Partial<RuleSnooze> = {}): void {
  const snoozed = { until: inHours(1), reason: 'Defrosting.', by: 'Ann', ...snooze };
  rig.service.alarms.putRule({ ...ruleOf(id), snoozed, watching: false });
}

/** The title of the notice above the form of a snoozed rule. */
const notice = (main: Locator): Locator => main.locator('.notice-title', { hasText: /^Snoozed until .*\d\d:\d\d$/ });

/** The bodies of the snooze requests. */
const snoozes = (): unknown[] =>
  rig.service.alarms.asked
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/snooze'))
    .map(({ body }) => body);

test('an alarm snoozes its rule by keyboard, with a duration, a reason and a name that is offered again', async () => {
  rig.service.alarms.putRule(ruleOf('r1'));
  rig.service.alarms.put(alarmOf({ id: 'a1' }));
  const { page, main } = await rig.open('');
  const card = main.getByRole('article', { name: 'Temperature above 30 °C' });
  await card.getByRole('button', { name: 'Snooze…' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Snooze alarm rule' });
  await dialog.getByText('Its alarms are cleared, and none are raised until the snooze ends.').waitFor();
  await expect.poll(() => focused(page)).toBe('duration_s');
  expect(await dialog.getByRole('textbox', { name: 'Duration' }).inputValue()).toBe('1 h');
  expect(await violationsInThemes(page)).toEqual([]);
  const { keyboard } = page;
  await keyboard.press('Control+a');
  await keyboard.type('soon');
  await keyboard.press('Enter');
  await dialog.getByText('Enter a time from 1 s to 30 days, such as 30 min or 2 h.').waitFor();
  expect(snoozes()).toEqual([]);
  await keyboard.press('Control+a');
  await keyboard.type('90 min');
  await dialog.getByText(/Until .*\d\d:\d\d\./).waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).focus();
  await keyboard.type('Ann');
  await dialog.getByRole('textbox', { name: 'Reason' }).focus();
  await keyboard.type('Defrosting.');
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(snoozes()).toEqual([{ duration_s: 5400, reason: 'Defrosting.', by: 'Ann' }]);
  await main.getByRole('heading', { name: '1 alarm rule snoozed' }).waitFor();
  await main.getByText(/until .*\d\d:\d\d · Ann: Defrosting\./).waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await card.getByRole('button', { name: 'Snooze…' }).click();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ann');
  await dialog.getByRole('button', { name: '1 day' }).click();
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(snoozes()[1]).toEqual({ duration_s: 86_400, reason: '', by: 'Ann' });
});

test('the focus stays on the page after the snoozed alarm has left the list', async () => {
  rig.service.alarms.putRule(ruleOf('r1'));
  rig.service.alarms.put(alarmOf({ id: 'a1', acknowledged: inHours(0) }));
  const { page, main } = await rig.open('');
  await main.getByRole('button', { name: 'Snooze…' }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect.poll(() => focused(page)).toBe('duration_s');
  rig.service.alarms.leave('a1');
  // By CSS: nothing beside the dialog has a role.
  await page.locator('.alarm-card').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(`document.activeElement?.closest('main') !== null`)).toBe(true);
});

test('a snoozed rule says until when and why, and is watched again at once', async () => {
  putSnoozed('r1');
  const { page, main, row } = await rig.open('/+rules/r1');
  await notice(main).waitFor();
  await main.locator('.notice').getByText('Ann: Defrosting.').waitFor();
  await row(/Temperature Snoozed until .*\d\d:\d\d/)
    .getByText('Ann: Defrosting.')
    .waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await main.getByRole('button', { name: 'End snooze' }).click();
  await notice(main).waitFor({ state: 'detached' });
  expect(rig.service.alarms.rules.get('r1')).toEqual(ruleOf('r1'));
  // From the page of the rule; nothing that is typed in its form is lost.
  await main.getByRole('textbox', { name: 'Upper limit' }).fill('31');
  await main.getByRole('button', { name: 'Snooze…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Snooze', exact: true }).click();
  await notice(main).waitFor();
  expect(await main.getByRole('textbox', { name: 'Upper limit' }).inputValue()).toBe('31');
  expect(snoozes()).toEqual([{ duration_s: 3600, reason: '', by: '' }]);
  // The message has the same action.
  await page.getByRole('dialog').getByRole('button', { name: 'End snooze' }).click();
  await notice(main).waitFor({ state: 'detached' });
});

test('a disabled rule is not snoozed', async () => {
  rig.service.alarms.putRule(ruleOf('r1', { enabled: false }));
  const { main } = await rig.open('/+rules/r1');
  await main.getByText('This rule is disabled').waitFor();
  expect(await main.getByRole('button', { name: 'Snooze…' }).count()).toBe(0);
});

test('failures are shown, and nothing typed is lost', async () => {
  putSnoozed('r1');
  rig.service.alarms.onAsked = ({ method }) =>
    method === 'POST' || method === 'DELETE' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
  const { page, main } = await rig.open('/+rules/r1', { expected: /status of 500/ });
  await main.getByRole('button', { name: 'End snooze' }).click();
  await page.getByText('Cannot end the snooze of the alarm rule for Temperature · Cold room (E1)').waitFor();
  await main.getByRole('button', { name: 'Snooze…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Cleaning.');
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await dialog.getByRole('alert').getByText('The disk is full.').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Cleaning.');
});

test('undoing the deletion of a snoozed rule snoozes it again', async () => {
  putSnoozed('r1');
  const { page, main } = await rig.open('/+rules/r1');
  await main.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(snoozes).toEqual([{ duration_s: expect.closeTo(3600, -2), reason: 'Defrosting.', by: 'Ann' }]);
  await notice(main).waitFor();
});

test('a rule whose snooze cannot be restored is back without it', async () => {
  putSnoozed('r1');
  const { page, main, row } = await rig.open('/+rules/r1', { expected: /status of 500/ });
  rig.service.alarms.onAsked = ({ path }) =>
    path.endsWith('/snooze') ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
  await main.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  const toast = page.getByRole('dialog').filter({ hasText: 'The alarm rule was restored, but not snoozed' });
  await toast.getByText('The disk is full.').waitFor();
  await row(/Temperature/).waitFor();
  expect([...rig.service.alarms.rules.values()].map(({ snoozed }) => snoozed)).toEqual([null]);
});

test('the palette snoozes a rule and ends the snooze', async () => {
  rig.service.alarms.putRule(ruleOf('r1'));
  const { page, main } = await rig.open('/+rules/r1');
  await main.getByRole('button', { name: 'Snooze…' }).waitFor();
  await runCommand(page, 'Snooze alarm rule for Temperature', /^Snooze alarm rule for Temperature/);
  const dialog = page.getByRole('alertdialog', { name: 'Snooze alarm rule' });
  await dialog.getByRole('button', { name: '15 min' }).click();
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await notice(main).waitFor();
  expect(snoozes()).toEqual([{ duration_s: 900, reason: '', by: '' }]);
  await runCommand(page, 'End snooze of Temperature', /^End snooze of Temperature/);
  await notice(main).waitFor({ state: 'detached' });
});

test('everything fits into a narrow window', async () => {
  putSnoozed('r1', { reason: 'x'.repeat(200), until: inHours(50) });
  rig.service.alarms.putRule(ruleOf('r2', { channel: 'dew_point' }));
  rig.service.alarms.put(alarmOf({ id: 'a1', rule: 'r2' }));
  const { page, main } = await rig.open('', { viewport: { width: 320, height: 640 } });
  await main.getByRole('heading', { name: '1 alarm rule snoozed' }).waitFor();
  expect(await overflows(page)).toBe(false);
  expect(await sticksOut(page)).toEqual([]);
  await main.getByRole('button', { name: 'Snooze…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '1 day' }).waitFor();
  expect(await overflows(page)).toBe(false);
  expect(await sticksOut(page, '[role="alertdialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.goto(`${rig.service.url}/#/alarms/+rules/r1`);
  await notice(main).waitFor();
  expect(await overflows(page)).toBe(false);
  expect(await sticksOut(page)).toEqual([]);
});

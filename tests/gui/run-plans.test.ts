/** Automatic runs: the list, runs that they started and the palette, with a played service. */
import { expect, test } from 'vitest';
import type { RunPlanInput } from '../../service/contract/index.ts';
import { appDevice } from '../support/views/devices.ts';
import { planOf, runChannel, runOf } from '../support/views/runs.ts';
import { violationsInThemes } from './support/axe.ts';
import { focused, overflows, sticksOut } from './support/entry-page.ts';
import { showPage } from './support/every-page.ts';
import { runCommand } from './support/palette.ts';
import { ID, LIMIT, LIST, MORNING, plansRig, row, TEMPERATURE, toast } from './support/plans-page.ts';

const { rig, plan, open } = plansRig();

test('the list has what starts each of them, its newest start, its active run and its error', async () => {
  const facts = { last_started: '2026-11-20T05:00:00.000Z', active_run: 7, error: 'The history is off.' };
  rig.service.runs.put(runOf({ id: 7, name: 'Morning 3', to: null, plan: ID }));
  rig.service.runPlans.put(planOf({ name: 'Morning {n}', start: MORNING }, facts));
  rig.service.runPlans.put(planOf({ name: 'Oven {n}', start: LIMIT }, { id: 'p00000002' }));
  const alarm = { name: 'While warm', enabled: false, start: { kind: 'alarm', rule: 'a1' } } as const;
  rig.service.runPlans.put(planOf(alarm, { id: 'p00000003' }));
  rig.service.runPlans.put(planOf({ name: 'Conveyor {n}' }, { id: 'p00000004' }));
  const { page } = await rig.open('/runs', { timezoneId: 'UTC' });
  await page.getByRole('link', { name: 'Automatic runs' }).click();
  await row(page, 'Oven {n}').getByText('Temperature of Cold room (E1) above 140 °F').waitFor();
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([
    'Conveyor {n}',
    'Morning {n}',
    'Oven {n}',
    'While warm',
  ]);
  const morning = await row(page, 'Morning {n}').innerText();
  const parts = ['Mondays and Fridays at 06:00', '5:00', 'The last start failed: The history is off.', 'Morning 3'];
  for (const part of parts) expect(morning).toContain(part);
  await row(page, 'Conveyor {n}').getByText('On request').waitFor();
  expect(await row(page, 'Conveyor {n}').getByRole('switch').count()).toBe(0);
  await row(page, 'While warm').getByText('Alarm: Temperature of Cold room (E1) above 86 °F').waitFor();
  expect(await row(page, 'While warm').getByRole('switch').isChecked()).toBe(false);
  expect(await page.getByRole('button', { name: 'Start now: Morning {n}' }).isDisabled()).toBe(true);
  expect(await violationsInThemes(page)).toEqual([]);
  await row(page, 'Morning {n}').getByRole('link', { name: 'Morning 3' }).click();
  await page.getByRole('region', { name: 'Facts' }).getByRole('link', { name: 'Morning {n}' }).click();
  await page.waitForURL(/#\/runs\/automatic\/p00000001$/);
  await page.getByRole('heading', { name: 'Morning {n}' }).waitFor();
  await page.getByText('The last start failed').waitFor();
  await rig.service.runPlans.remove(ID);
  await page.evaluate("location.hash = '/runs/7'");
  await page.getByText('An automatic run that was deleted').waitFor();
});

test('the list enables, disables, starts, deletes and restores', async () => {
  rig.service.runPlans.put(planOf({ name: 'Oven {n}', start: LIMIT }));
  const { page } = await open('', { expected: /409|500/ });
  await page.getByRole('switch', { name: 'Enabled: Oven {n}' }).press('Space');
  await expect.poll(() => plan()?.plan.enabled).toBe(false);
  await page.getByRole('switch', { name: 'Enabled: Oven {n}', checked: false }).press('Space');
  await expect.poll(() => plan()?.plan.enabled).toBe(true);
  rig.service.runPlans.onAsked = ({ method }) =>
    method === 'POST' || method === 'DELETE'
      ? { status: method === 'POST' ? 409 : 500, body: { message: 'The history is off.' } }
      : undefined;
  const start = page.getByRole('button', { name: 'Start now: Oven {n}' });
  await start.click();
  await toast(page, 'Cannot start a run of “Oven {n}”').getByText('The history is off.').waitFor();
  const remove = page.getByRole('button', { name: 'Delete Oven {n}' });
  await remove.click();
  await page.getByRole('alert').getByText('Cannot delete the automatic run “Oven {n}”').waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  rig.service.runPlans.onAsked = undefined;
  await start.click();
  const started = toast(page, 'Started the run “Oven {n}”');
  await started.getByRole('button', { name: 'Show run' }).waitFor();
  await row(page, 'Oven {n}').getByRole('link', { name: 'Oven {n}' }).nth(1).waitFor();
  await expect.poll(() => start.isDisabled()).toBe(true);
  await remove.click();
  await page.getByRole('heading', { name: 'No automatic runs' }).waitFor();
  await expect.poll(() => focused(page)).toContain('Add automatic run');
  expect(plan()).toBeUndefined();
  expect(await violationsInThemes(page)).toEqual([]);
  await toast(page, 'Deleted the automatic run “Oven {n}”').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Oven {n}').waitFor();
  expect(plan()?.plan).toEqual(planOf({ name: 'Oven {n}', start: LIMIT }).plan);
});

test('one click of two deletes one', async () => {
  for (const number of [1, 2])
    rig.service.runPlans.put(planOf({ name: `Oven ${number}` }, { id: `p0000000${number}` }));
  const { page } = await open('');
  await page.getByRole('button', { name: 'Delete Oven 1' }).waitFor();
  // In the page: the second click comes as soon as the row below has moved up.
  await page.evaluate(`new Promise((done) => {
    const buttonOf = (name) => document.querySelector('[aria-label="Delete ' + name + '"]');
    const look = () => {
      if (buttonOf('Oven 1')) requestAnimationFrame(look);
      else done(buttonOf('Oven 2').click());
    };
    buttonOf('Oven 1').click();
    look();
  })`);
  await page.getByRole('button', { name: 'Start now: Oven 2' }).click();
  await toast(page, 'Started the run “Oven 2”').waitFor();
  expect([...rig.service.runPlans.plans.keys()]).toEqual(['p00000002']);
});

test('one that is not there is said not to be', async () => {
  const { page } = await open('/p99999999');
  await page.getByRole('heading', { name: 'Automatic run “p99999999” not found' }).waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Show all automatic runs' }).click();
  await page.getByRole('heading', { name: 'No automatic runs' }).waitFor();
});

test('the palette lists, adds, opens and starts them', async () => {
  rig.service.runPlans.put(planOf({ name: 'Oven {n}' }));
  const { page } = await rig.open('/log');
  await page.getByRole('heading', { name: 'Log' }).waitFor();
  await runCommand(page, 'automatic runs', 'Automatic runs');
  await page.getByRole('heading', { name: 'Automatic runs' }).waitFor();
  await runCommand(page, 'add automatic', 'Add automatic run');
  await page.getByRole('heading', { name: 'New automatic run' }).waitFor();
  await runCommand(page, 'oven automatic run edit', 'Oven {n}');
  await page.getByRole('heading', { name: 'Oven {n}' }).waitFor();
  await runCommand(page, 'start oven', 'Start Oven {n} now');
  await expect.poll(() => plan()?.active_run).toBe(1);
});

test('hostile names and a window of 320 pixels cut nothing off', async () => {
  const hostile = `<img src=x onerror=alert(1)>${'W'.repeat(60)}`;
  rig.service.put(appDevice({ serial: 'E3', alias: hostile }));
  const channels = [runChannel('temperature', { low: -1e300, high: 1e300 })];
  const start = { ...LIMIT, channel: { ...TEMPERATURE, serial: 'E3' }, above: 1e300 } as const;
  const facts = { last_started: '2026-11-20T05:00:00.000Z', active_run: 7, error: `${'e'.repeat(200)}.` };
  rig.service.runs.put(runOf({ id: 7, name: hostile, to: null, plan: ID }));
  rig.service.runPlans.put(planOf({ name: hostile, channels, start, operator: 'o'.repeat(90) }, facts));
  const schedule: RunPlanInput['start'] = { ...MORNING, weekdays: ['tue', 'wed', 'fri', 'sun'] };
  rig.service.runPlans.put(planOf({ name: `${hostile}2`, start: schedule }, { id: 'p00000002' }));
  const { page, main, field } = await open('', { viewport: { width: 320, height: 640 } });
  const formOf = async (name: string): Promise<void> => {
    await expect.poll(() => field('Name of the runs').inputValue()).toBe(name);
  };
  const pages: Record<string, () => Promise<unknown>> = {
    '': () => row(page, `${hostile}2`).waitFor(),
    [`/${ID}`]: () => formOf(hostile),
    '/p00000002': () => formOf(`${hostile}2`),
    [`/+copy/${ID}`]: () => main.getByText(`Duplicate of ${hostile}`).waitFor(),
  };
  for (const [route, isThere] of Object.entries(pages)) {
    await page.evaluate(`location.hash = ${JSON.stringify(LIST + route)}`);
    await isThere();
    await showPage(page, LIST + route);
    expect(await overflows(page)).toBe(false);
    expect(await sticksOut(page, 'main')).toEqual([]);
    expect(await violationsInThemes(page)).toEqual([]);
  }
});

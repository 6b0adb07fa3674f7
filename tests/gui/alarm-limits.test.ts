/** Limits of alarm rules in the charts: dragged, moved by keys, undone, refused. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { ruleOf } from '../support/views/alarms.ts';
import { appDevice, readings } from '../support/views/devices.ts';
import { axeViolations } from './support/axe.ts';
import { PATIENCE_MS } from './support/browser.ts';
import { drawn, legendValue, noon, openAt } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const upper = (): number | null | undefined => rig.service.alarms.rules.get('r1')?.rule.upper;

/** A minute of readings from 20 to 30 °C, and a limit at 25 °C. */
async function openCharts(): Promise<Page> {
  const channels = { temperature: { unit: '°C', description: 'Temperature', value: 20 } };
  const device = appDevice({ serial: 'E1', at: noon() - 600_000, channels });
  rig.service.aheadMs = noon() - Date.now();
  rig.service.put(device);
  rig.service.alarms.putRule(ruleOf('r1', { upper: 25, hysteresis: 0.5 }));
  const page = await openAt(rig, noon(), '/', { expected: /status of 409/ });
  await page.locator('.device-view canvas').first().waitFor();
  await page.getByRole('button', { name: '1 min', exact: true }).click();
  for (let at = noon() - 60_000; at < noon(); at += 1000) {
    const temperature = at % 2000 === 0 ? 20 : 30;
    rig.service.send('readings', readings(device, { temperature }, at));
  }
  await expect.poll(() => legendValue(page, 'temperature').innerText(), { timeout: PATIENCE_MS }).toBe('30.00');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Return to live' }).waitFor();
  return page;
}

test('a limit is dragged and moved by keys, with undo; Escape and a refusal put it back', async () => {
  const page = await openCharts();
  const limit = page.getByRole('slider', { name: /^Alarm limit: Alarm above/ });
  const shown = (): Promise<string | null> => limit.getAttribute('aria-valuetext');
  const message = (text: string | RegExp) => page.locator('.toast').filter({ hasText: text });
  await limit.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // The ends of the axis, with its margin of 4 %: the default of a slider is 0 to 100.
  const ends = [Number(await limit.getAttribute('aria-valuemin')), Number(await limit.getAttribute('aria-valuemax'))];
  expect(ends).toEqual([19.6, 30.4]);
  const drag = async (across: number, up: number): Promise<void> => {
    const box = await limit.boundingBox();
    if (!box) throw new Error('The limit is not shown.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + across, y - up, { steps: 4 });
  };

  // Sideways, the drag pans.
  await drag(80, 1);
  await page.mouse.up();
  expect(await shown()).toBe('25 °C');

  await drag(2, 40);
  await expect.poll(shown).not.toBe('25 °C');
  await page.keyboard.press('Escape');
  await expect.poll(shown).toBe('25 °C');
  await page.mouse.up();
  expect(upper()).toBe(25);
  await page.getByRole('button', { name: 'Return to live' }).waitFor();

  await drag(2, 40);
  await drawn(page);
  expect(await page.locator('.chart-limit-value:visible').textContent()).toBe(await shown());
  await page.mouse.up();
  await expect.poll(upper).toBeGreaterThan(25.5);
  const raised = upper() ?? 0;
  // Rounded to a pixel: of about 0.05 °C or more.
  expect(raised).toBe(Number(raised.toFixed(2)));
  const changed = message(`Changed the alarm limit to ${raised} °C`);
  await changed.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(upper).toBe(25);
  await expect.poll(shown).toBe('25 °C');
  expect(rig.service.alarms.rules.get('r1')?.rule.hysteresis).toBe(0.5);

  await limit.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  expect(upper()).toBe(25);
  await page.keyboard.press('Enter');
  await expect.poll(upper).toBeLessThan(25);
  const lowered = upper() ?? 0;

  // Where a pixel is finer than a reading, a key moves it by its last decimal.
  const axis = page.getByRole('button', { name: /^Value axis/ });
  await axis.press('Enter');
  await page.getByRole('textbox', { name: 'Lower end' }).fill((lowered - 0.05).toFixed(2));
  await page.getByRole('textbox', { name: 'Upper end' }).fill((lowered + 0.05).toFixed(2));
  await page.keyboard.press('Enter');
  await expect.poll(async () => Number(await limit.getAttribute('aria-valuemax'))).toBeCloseTo(lowered + 0.05);
  await limit.press('ArrowUp');
  await expect.poll(shown).toBe(`${Number((lowered + 0.01).toFixed(2))} °C`);
  await page.keyboard.press('Escape');
  await axis.press('Delete');

  rig.service.alarms.onAsked = ({ path, method }) =>
    method === 'PUT' && path.startsWith('alarms/rules') ? { status: 409, body: { message: 'Not now.' } } : undefined;
  await limit.press('ArrowUp');
  await page.keyboard.press('Enter');
  await message('Cannot change the alarm limit').getByText('Not now.').waitFor();
  await expect.poll(shown).toBe(`${lowered} °C`);
  expect(upper()).toBe(lowered);
});

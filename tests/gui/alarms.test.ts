/** The Alarms page, the marks on other pages, and what the window says when an alarm begins. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { alarmOf, minutesAgo, ruleOf } from '../support/views/alarms.ts';
import { appDevice, readings } from '../support/views/devices.ts';
import { alarmsRig } from './support/alarms-page.ts';
import { violationsInThemes } from './support/axe.ts';
import { focused, overflows } from './support/entry-page.ts';

const rig = alarmsRig();

const cold = appDevice({ serial: 'E1', alias: 'Cold room' });

beforeEach(() => {
  rig.service.put(cold);
  rig.service.put(appDevice({ serial: 'E2' }));
});

/** A rule, an active alarm of it, one that is acknowledged, one that is over, and three that were. */
function fill(): void {
  const { alarms } = rig.service;
  alarms.putRule(ruleOf('r1', { hysteresis: 0.5, no_data_s: 600 }));
  for (const hours of [3, 2, 1]) {
    const moment = minutesAgo(hours * 60);
    alarms.put(alarmOf({ id: `was${hours}`, peak: 30 + hours, since: moment, ended: moment, acknowledged: moment }));
  }
  alarms.put(
    alarmOf({
      id: 'over',
      serial: 'E9',
      kind: 'no-data',
      limit: null,
      magnitude: null,
      peak: null,
      since: minutesAgo(30),
      ended: minutesAgo(20),
    }),
  );
  alarms.put(
    alarmOf({ id: 'seen', channel: 'dew_point', limit: 12, acknowledged: minutesAgo(3), since: minutesAgo(9) }),
  );
  alarms.put(alarmOf({ id: 'new' }));
}

const titles = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('heading', { level: 4 }).allInnerTexts();

describe('the alarms', () => {
  test('the active ones first, then those that nobody has seen, then the log', async () => {
    fill();
    const { page, main } = await rig.open('');
    await main.getByRole('heading', { name: 'Alarm history' }).waitFor();
    await expect
      .poll(() => titles(page))
      .toEqual(['Temperature above 30 °C', 'Dew point above 12 °C', 'temperature without data']);
    const card = main.getByRole('article', { name: 'Temperature above 30 °C' });
    const text = await card.innerText();
    for (const part of ['Active', 'Cold room', 'E1', '30 °C', '30.50 °C', '31.25 °C', 'For'])
      expect(text).toContain(part);
    expect(await main.getByRole('article', { name: 'Dew point' }).innerText()).toContain('Active, acknowledged');
    expect(await main.getByRole('article', { name: 'without data' }).innerText()).toContain('Over, not acknowledged');
    const rows = await main.getByRole('table').getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => /3[123]\.00 °C/.exec(row)?.[0])).toEqual(['31.00 °C', '32.00 °C', '33.00 °C']);
    expect(await page.getByRole('contentinfo').innerText()).toContain('2 alarms, 1 not acknowledged, 1 over');
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Alarms/ });
    expect(await link.getAttribute('aria-current')).toBe('page');
    await expect.poll(() => link.innerText()).toContain('1 active and not acknowledged');
  });

  test('are acknowledged one by one, or all; what is over then goes to the log', async () => {
    fill();
    const { page, main } = await rig.open('');
    await main.getByRole('article', { name: 'without data' }).getByRole('button', { name: 'Acknowledge' }).click();
    await expect.poll(() => titles(page)).toHaveLength(2);
    const gone = main.getByRole('row').filter({ hasText: 'temperature without data' });
    await expect.poll(() => gone.innerText()).toMatch(/Over$/);
    await main.getByRole('button', { name: 'Acknowledge all' }).click();
    await main.getByRole('article', { name: 'Temperature above' }).getByText('Active, acknowledged').waitFor();
    await main.getByRole('button', { name: 'Acknowledge all' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('contentinfo').innerText()).toContain('2 alarms, acknowledged');
    expect(rig.service.alarms.asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      'alarms/over/acknowledge',
      'alarms/acknowledge',
    ]);
  });

  test('a refusal is shown', async () => {
    fill();
    rig.service.alarms.onAsked = ({ method }) =>
      method === 'POST' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
    const { main } = await rig.open('', { expected: /status of 500/ });
    await main.getByRole('article', { name: 'Temperature above' }).getByRole('button', { name: 'Acknowledge' }).click();
    await main.getByRole('alert').getByText('The disk is full.').waitFor();
  });

  test('the address of one leads to it, with the focus; one that is gone is said to be', async () => {
    fill();
    const { page, main } = await rig.open('/seen');
    const card = main.getByRole('article', { name: 'Dew point' });
    await expect.poll(() => card.getAttribute('aria-current')).toBe('true');
    await expect.poll(() => page.evaluate(`document.activeElement?.className`)).toContain('alarm-card');
    await page.goto(`${rig.service.url}/#/alarms/was2`);
    await expect.poll(() => main.locator('tr[aria-current]').innerText()).toContain('32.00 °C');
    await page.goto(`${rig.service.url}/#/alarms/long-gone`);
    await main.getByText('This alarm is not listed any more').waitFor();
  });

  test('the log is read page by page', async () => {
    for (let index = 120; index > 0; index -= 1) {
      const moment = minutesAgo(index);
      rig.service.alarms.put(alarmOf({ id: `a${index}`, since: moment, ended: moment, acknowledged: moment }));
    }
    rig.service.alarms.putRule(ruleOf('r1'));
    const { main } = await rig.open('');
    const rows = main.locator('tbody tr');
    for (const count of [50, 99, 120]) {
      await expect.poll(() => rows.count()).toBe(count);
      if (count < 120) await main.getByRole('button', { name: 'Show older alarms' }).click();
    }
    await main.getByRole('button', { name: 'Show older alarms' }).waitFor({ state: 'detached' });
  });

  test('a log that cannot be read says so, and is tried again', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    rig.service.alarms.put(alarmOf({ id: 'new' }));
    rig.service.alarms.onAsked = ({ path }) =>
      path === 'alarms/log' ? { status: 500, body: { message: 'The history is damaged.' } } : undefined;
    const { page, main } = await rig.open('/+rules/r1', { expected: /status of 500/ });
    // From here the stream's alarms are there: the log is not asked for a second time by itself.
    await page.getByRole('navigation', { name: 'Pages' }).getByText('1 active and not acknowledged').waitFor();
    await main.getByRole('heading', { level: 2 }).first().waitFor();
    await page.locator('.alarms-link').click();
    await main.getByText('The history is damaged.').waitFor();
    rig.service.alarms.onAsked = undefined;
    await main.getByRole('button', { name: 'Try again' }).click();
    await main.getByText('The history is damaged.').waitFor({ state: 'detached' });
  });

  test('the unit that the user reads is the unit of alarms', async () => {
    fill();
    const settings = { display_units: { '°C': '°F' } };
    const { page, main } = await rig.open('');
    await main.getByRole('heading', { name: 'Temperature above 30 °C' }).waitFor();
    rig.service.settings.put(settings);
    await main.getByRole('heading', { name: 'Temperature above 86 °F' }).waitFor();
    const row = page.getByRole('listbox').getByRole('option', { name: /Temperature/ });
    expect(await row.innerText()).toContain('above 86 °F');
  });
});

describe('an alarm that begins while the window is open', () => {
  test('is told on any page, to screen readers too, and leads to it', async () => {
    const { page, main } = await rig.open('');
    await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('option', { name: /Cold room/ }).waitFor();
    // What comes just after the window joined was there before.
    await page.waitForTimeout(2100);
    rig.service.alarms.put(alarmOf({ id: 'new', since: minutesAgo(0) }));
    const message = page
      .locator('[aria-live="polite"]')
      .filter({ hasText: 'Temperature of Cold room (E1) above 30 °C, 30.50 °C' });
    await message.waitFor();
    await page
      .getByRole('option', { name: /Cold room/ })
      .getByText('Alarm', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: 'Alarm: above 30 °C' }).waitFor();
    await message.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/#\/alarms\/new$/);
    await main.getByRole('article', { name: 'Temperature above' }).waitFor();
  });

  test('alarms that were there before are told by no message', async () => {
    fill();
    const { page, main } = await rig.open('');
    await main.getByRole('article', { name: 'Temperature above' }).waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
  });
});

describe('rules', () => {
  test('the first one in one click from a channel, with what it reads beside the limits', async () => {
    const { page, main, field, save } = await rig.open('');
    await main.getByRole('heading', { name: 'No channel is watched' }).waitFor();
    await main.getByRole('link', { name: 'Watch Temperature °C of Cold room E1' }).click();
    await expect.poll(() => focused(page)).toBe('upper');
    await main.getByText('24.83').waitFor();
    rig.service.send('readings', readings(cold, { temperature: 25.5 }));
    await main.getByText('25.50').waitFor();
    await field('Above').fill('25');
    await main.getByText('The present reading is above this.').waitFor();
    await field('Above').fill('30');
    await field('No data for').fill('10 min');
    await save.click();
    await page.waitForURL(/#\/alarms\/\+rules\/a01b2c3d4$/);
    expect(rig.service.alarms.rules.get('a01b2c3d4')).toEqual(ruleOf('a01b2c3d4', { no_data_s: 600 }));
    await page
      .getByRole('option', { name: /Temperature/ })
      .getByText('no data for 10 min')
      .waitFor();
  });

  test('what is wrong is said at the fields, by the form and by the service', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page, main, field, save } = await rig.open('/+rules/r1');
    await field('Below').fill('40');
    await save.click();
    await main.getByText('The upper limit must be above the lower limit.').waitFor();
    await expect.poll(() => focused(page)).toBe('upper');
    await field('Below').fill('x');
    await field('Delay').click();
    await main.getByText('A limit is a number, such as 25.5. Leave it empty for none.').waitFor();
    await field('Below').fill('');
    await expect.poll(() => field('Below').getAttribute('aria-invalid')).toBe('false');
  });

  test('a problem that only the service knows is shown at its field', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    rig.service.alarms.onAsked = ({ method }) =>
      method === 'PUT'
        ? {
            status: 400,
            body: { message: 'no', problems: [{ path: 'delay_s', message: 'is too long for this channel' }] },
          }
        : undefined;
    const { page, main, field, save } = await rig.open('/+rules/r1', { expected: /status of 400/ });
    await field('Delay').fill('1 h');
    await save.click();
    await main.getByText('The delay is too long for this channel.').waitFor();
    await expect.poll(() => focused(page)).toBe('delay_s');
  });

  test('are switched off and on, and removed with undo', async () => {
    rig.service.alarms.putRule(ruleOf('r1', { lower: 5 }));
    const { page, main, row, field, save } = await rig.open('/+rules/r1');
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await main.getByText('This rule is off').waitFor();
    await field('Above').fill('40');
    await save.click();
    await expect.poll(() => rig.service.alarms.rules.get('r1')?.rule.upper).toBe(40);
    expect(rig.service.alarms.rules.get('r1')?.rule.enabled).toBe(false);
    await row(/Temperature/)
      .getByText('Off')
      .waitFor();
    await main.getByRole('button', { name: 'Remove' }).click();
    await row(/Temperature/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(/Temperature Off/).waitFor();
    expect([...rig.service.alarms.rules.values()]).toEqual([
      ruleOf('a01b2c3d4', { upper: 40, lower: 5, enabled: false }),
    ]);
  });

  test('one for a device that is away is edited like any other', async () => {
    rig.service.alarms.putRule(ruleOf('r1', { serial: 'E9', channel: 'co2' }));
    const { main, field, save } = await rig.open('/+rules/r1');
    await main.getByRole('combobox', { name: 'Device' }).getByText('E9 (not attached)').waitFor({ state: 'attached' });
    expect(await field('Channel').inputValue()).toBe('co2');
    await field('Above').fill('1200.5');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.alarms.rules.get('r1')).toEqual(ruleOf('r1', { serial: 'E9', channel: 'co2', upper: 1200.5 }));
  });

  test('one for a device that was never there takes its serial number', async () => {
    const { main, field, save } = await rig.open('/+new');
    await main.getByRole('combobox', { name: 'Device' }).selectOption('Another one, by its serial number');
    await field('Above').fill('5');
    await save.click();
    await main.getByText('Enter the serial number of the device.').waitFor();
    await field('Serial number').fill('G7');
    await main.getByRole('combobox', { name: 'Connection' }).selectOption('Behind a gateway');
    await field('Channel').fill('voltage');
    await save.click();
    await expect
      .poll(() => rig.service.alarms.rules.get('a01b2c3d4'))
      .toEqual(ruleOf('a01b2c3d4', { family: 'gateway', serial: 'G7', channel: 'voltage', upper: 5 }));
  });

  test('another device brings its own channels, and its unit', async () => {
    const { main, field, save } = await rig.open('/+new');
    await main.getByRole('combobox', { name: 'Device' }).selectOption('Cold room (E1)');
    await main.getByRole('combobox', { name: 'Channel' }).selectOption('Relative humidity');
    await expect.poll(() => main.locator('[data-field="upper"] + .text-input-unit').innerText()).toBe('%rh');
    rig.service.settings.put({ display_units: { '°C': '°F' } });
    // When the window has heard of the unit is not seen before a channel is chosen: it is chosen until then.
    await expect
      .poll(async () => {
        for (const name of ['Dew point', 'Temperature']) {
          await main.getByRole('combobox', { name: 'Channel' }).selectOption(name);
        }
        return main.locator('[data-field="upper"] + .text-input-unit').innerText();
      })
      .toBe('°F');
    await field('Above').fill('86');
    await save.click();
    await expect.poll(() => rig.service.alarms.rules.get('a01b2c3d4')).toEqual(ruleOf('a01b2c3d4'));
  });

  test('a rule that is given another channel is shown in the unit of that one', async () => {
    rig.service.settings.put({ display_units: { '°C': '°F' } });
    rig.service.alarms.putRule(ruleOf('r1'));
    const { main, field, save } = await rig.open('/+rules/r1');
    const unit = main.locator('[data-field="upper"] + .text-input-unit');
    await expect.poll(() => unit.innerText()).toBe('°F');
    expect(await field('Above').inputValue()).toBe('86');
    await main.getByRole('combobox', { name: 'Channel' }).selectOption('Relative humidity');
    await field('Above').fill('60');
    await save.click();
    const stored = ruleOf('r1', { channel: 'relative_humidity', upper: 60 });
    await expect.poll(() => rig.service.alarms.rules.get('r1')).toEqual(stored);
    await main.getByRole('heading', { name: /Relative humidity/ }).waitFor();
    expect([await field('Above').inputValue(), await unit.innerText()]).toEqual(['60', '%rh']);
    rig.service.alarms.putRule(ruleOf('r1', { upper: 20 }));
    await expect.poll(() => field('Above').inputValue()).toBe('68');
    expect(await unit.innerText()).toBe('°F');
  });

  test('a channel that is typed brings its unit, where it is known', async () => {
    rig.service.alarms.put(alarmOf({ id: 'old', serial: 'E9', channel: 'temperature' }));
    const { page, main, field, save } = await rig.open('/+new');
    // The unit is that of the alarm, as far as the page knows it when the channel is typed.
    await page.getByRole('navigation', { name: 'Pages' }).getByText('1 active and not acknowledged').waitFor();
    const unit = main.locator('[data-field="upper"] + .text-input-unit');
    await main.getByRole('combobox', { name: 'Device' }).selectOption('Another one, by its serial number');
    await field('Serial number').fill('E9');
    await field('Channel').fill('temperature');
    await expect.poll(() => unit.innerText()).toBe('°C');
    await field('Channel').fill('voltage');
    await expect.poll(() => unit.count()).toBe(0);
    await field('Above').fill('5');
    await save.click();
    const stored = ruleOf('a01b2c3d4', { serial: 'E9', channel: 'voltage', upper: 5 });
    await expect.poll(() => rig.service.alarms.rules.get('a01b2c3d4')).toEqual(stored);
  });

  test('what is not saved is not left without asking; what changed elsewhere is said', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page, main, field } = await rig.open('/+rules/r1');
    await field('Above').fill('31');
    rig.service.alarms.putRule(ruleOf('r1', { upper: 32 }));
    await main.getByText('This rule was changed elsewhere').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question
      .getByText('What you changed at the rule for Temperature of Cold room (E1) is not saved yet.')
      .waitFor();
    await question.getByRole('button', { name: 'Discard the changes' }).click();
    await page.waitForURL(/#\/devices/);
  });

  test('an address of a rule that is not there says so', async () => {
    const { page, main } = await rig.open('/+rules/none');
    await main.getByRole('heading', { name: 'There is no rule “none”' }).waitFor();
    await main.getByRole('link', { name: 'Show the alarms there are' }).click();
    await page.waitForURL(/#\/alarms$/);
  });

  test('from the details of a device a channel is watched, and its rule found', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page } = await rig.open('');
    await page.goto(`${rig.service.url}/#/devices/usb/E1`);
    const details = page.getByRole('region', { name: 'Device details' });
    const action = async (channel: string, name: string): Promise<Locator> => {
      await details.getByRole('button', { name: `Actions for ${channel}` }).click();
      return page.getByRole('menuitem', { name });
    };
    await details.locator('.channel-fact').filter({ hasText: 'watched' }).waitFor();
    const rule = await action('Temperature', 'Alarm rule');
    expect(await rule.getAttribute('href')).toBe('#/alarms/+rules/r1');
    await page.keyboard.press('Escape');
    await (await action('Relative humidity', 'Watch it')).click();
    await page.waitForURL(/#\/alarms\/\+new\/usb\/E1\/relative_humidity$/);
    await expect.poll(() => page.getByRole('combobox', { name: 'Channel' }).inputValue()).toBe('relative_humidity');
    await expect.poll(() => focused(page)).toBe('upper');
  });
});

describe('by the rules of accessibility, in either theme', () => {
  test.each(['', '/new', '/+rules/r1', '/+new/usb/E2/temperature'])('%s', async (route) => {
    fill();
    const { page, main } = await rig.open(route);
    await main.getByRole('heading', { level: 2 }).waitFor();
    await page.getByRole('contentinfo').getByText('2 alarms').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('without rules, and with a channel in alarm among the devices', async () => {
    const { page, main } = await rig.open('');
    await main.getByRole('heading', { name: 'No channel is watched' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    rig.service.alarms.put(alarmOf({ id: 'new' }));
    await page.goto(`${rig.service.url}/#/devices/usb/E1`);
    await page.getByRole('link', { name: 'Alarm: above 30 °C' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

test.each([1400, 900, 800, 400])('the alarm history shows all of itself in a window %i pixels wide', async (width) => {
  fill();
  rig.service.put(appDevice({ serial: 'E1', alias: 'Greenhouse 7, tomato bench on the north side, upper shelf' }));
  const { main } = await rig.open('', { viewport: { width, height: 780 } });
  await main.getByRole('cell').first().waitFor();
  const history = main.getByRole('region', { name: 'Alarm history' });
  const beyond = await history.evaluate((section, windowEdge) => {
    const edge = Math.min(windowEdge, section.getBoundingClientRect().right);
    return [...section.querySelectorAll('td, td *')]
      .filter((part) => part.getBoundingClientRect().right > edge)
      .map(({ textContent }) => textContent);
  }, width);
  expect(beyond).toEqual([]);
});

test('in a narrow window the rules are a page of their own', async () => {
  fill();
  const { page, main, row } = await rig.open('', { viewport: { width: 400, height: 780 } });
  // By key: what still moves while the page fills is not hit for certain by a pointer.
  await main.getByRole('link', { name: 'Rules' }).press('Enter');
  await row(/Temperature/).click();
  await main.getByRole('heading', { name: 'Temperature', exact: true }).waitFor();
  expect(await overflows(page)).toBe(false);
  await main.getByRole('link', { name: 'All rules' }).click();
  await page.getByRole('link', { name: /^All alarms 2 alarms/ }).click();
  await main.getByRole('heading', { name: 'Alarm history' }).waitFor();
  expect(await overflows(page)).toBe(false);
});

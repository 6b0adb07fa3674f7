/** The Log page on a service that is played: what is said, how it is followed, filtered, selected and saved. */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { violationsInThemes } from './support/axe.ts';
import { clipboardText, type OpenPageOptions } from './support/browser.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

interface Shown {
  page: Page;
  grid: Locator;
  rows: Locator;
  /** The texts of the rows. */
  texts: () => Promise<string[]>;
}

async function open(options: OpenPageOptions = {}): Promise<Shown> {
  const { page } = await rig.open('/log', options);
  const grid = page.getByRole('treegrid', { name: 'Log entries' });
  await grid.waitFor();
  const rows = grid.getByRole('row');
  return { page, grid, rows, texts: () => rows.locator('.log-text').allInnerTexts() };
}

function fill(): void {
  rig.service.log.say('Started', { part: '' });
  rig.service.log.say('Port opened', { part: 'serial', level: 'debug' });
  rig.service.log.say('Broker refused the password', { part: 'mqtt', level: 'warn' });
  const detail = 'Error: gone\n    at read (port.ts:12)';
  rig.service.log.say('Port gone', { part: 'serial', level: 'error', time: '2026-11-20T14:45:12.318Z', detail });
}

describe('what is said', () => {
  test('stands there with time, level and part, the file of earlier runs above it; details unfold', async () => {
    fill();
    const { page, rows, grid } = await open({ timezoneId: 'Europe/Vienna' });
    await expect.poll(() => rows.count()).toBe(4);
    const last = rows.last();
    expect(await last.innerText()).toMatch(/15:45:12[.,]318\s+Error\s+serial\s+Port gone/);
    await page.getByText('/home/user/.local/share/mensura/log/mensura.log').waitFor();
    expect(await page.getByText('port.ts:12').count()).toBe(0);
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.getByText('at read (port.ts:12)').waitFor();
    expect(await last.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('at read (port.ts:12)').waitFor({ state: 'detached' });
    await last.locator('.log-chevron').click();
    await page.getByText('at read (port.ts:12)').waitFor();
    expect(await rows.first().getAttribute('aria-expanded')).toBeNull();
  });

  test('is filtered by level, part and words', async () => {
    fill();
    const { page, texts } = await open();
    await expect.poll(texts).toHaveLength(4);
    await page.getByRole('combobox', { name: 'Minimum level' }).selectOption('Warnings and errors');
    await expect.poll(texts).toEqual(['Broker refused the password', 'Port gone']);
    await page.getByRole('combobox', { name: 'Component' }).selectOption('mqtt');
    await expect.poll(texts).toEqual(['Broker refused the password']);
    await page.getByRole('combobox', { name: 'Component' }).selectOption('All components');
    await page.getByRole('searchbox').fill('port.ts gone');
    await expect.poll(texts).toEqual(['Port gone']);
    await page.getByText('1 of 2 entries match').waitFor();
    expect(rig.service.log.asked.at(-1)?.path).toBe('log');
  });

  test('while it is filtered the choice keeps the focus, also before the answer comes', async () => {
    fill();
    const { page, texts } = await open();
    await expect.poll(texts).toHaveLength(4);
    const { promise, resolve } = Promise.withResolvers<void>();
    rig.service.log.onAsked = async () => {
      await promise;
      return undefined;
    };
    const levels = page.getByRole('combobox', { name: 'Minimum level' });
    await levels.focus();
    await levels.selectOption('Errors only');
    await page.getByRole('heading', { name: 'Connecting to Mensura…' }).waitFor();
    expect(await levels.and(page.locator(':focus')).count()).toBe(1);
    resolve();
    await expect.poll(texts).toEqual(['Port gone']);
    expect(await levels.and(page.locator(':focus')).count()).toBe(1);
  });

  test('is written in the zone that the computer is in, also once that is another one', async () => {
    const { page, rows } = await open();
    const devtools = await page.context().newCDPSession(page);
    for (const [timezoneId, time] of [
      ['Europe/Vienna', '15:45:12'],
      ['America/New_York', '09:45:12'],
    ] as const) {
      await devtools.send('Emulation.setTimezoneOverride', { timezoneId });
      rig.service.log.say(timezoneId, { time: '2026-11-20T14:45:12.318Z' });
      await rows.filter({ hasText: timezoneId }).getByText(time).waitFor();
    }
  });

  test('before the first line older ones are had, page by page', async () => {
    for (let index = 1; index <= 1400; index += 1) rig.service.log.say(`Line ${index}`);
    const { page, texts, rows } = await open();
    await expect.poll(async () => (await texts())[0]).toBe('Line 401');
    expect(await rows.count()).toBe(1000);
    for (const first of ['Line 151', 'Line 1']) {
      await page.getByRole('button', { name: 'Load older entries' }).press('Enter');
      await expect.poll(async () => (await texts())[0]).toBe(first);
      expect(await rows.count()).toBe(1000);
    }
    await page.getByText('Older entries, including those of previous runs, are in').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(async () => (await texts()).at(-1)).toBe('Line 1400');
  });

  test('that it cannot be read is said, and what is there stays', async () => {
    fill();
    const { page, rows } = await open({ expected: /status of 500/ });
    await expect.poll(() => rows.count()).toBe(4);
    rig.service.log.onAsked = () => ({ status: 500, body: { message: 'The log is away.' } });
    await page.getByText('The log is away.').waitFor();
    expect(await rows.count()).toBe(4);
    rig.service.log.restart();
    rig.service.log.say('Another run');
    rig.service.log.onAsked = undefined;
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Another run')]);
    await page.getByText('The log is away.').waitFor({ state: 'detached' });
  });
});

describe('following', () => {
  const atEnd = (page: Page): Promise<boolean> =>
    page.evaluate(`(() => {
      const area = document.querySelector('.log-scroll');
      return area.scrollHeight - area.scrollTop - area.clientHeight < 24;
    })()`);

  test('new lines come into view; scrolled up, paused or with a selection they are counted', async () => {
    for (let index = 1; index <= 100; index += 1) rig.service.log.say(`Line ${index}`);
    const { page, texts, rows, grid } = await open();
    await expect.poll(() => rows.count()).toBe(100);
    await expect.poll(() => atEnd(page)).toBe(true);
    rig.service.log.say('Line 101');
    await expect.poll(async () => (await texts()).at(-1)).toBe('Line 101');
    await expect.poll(() => atEnd(page)).toBe(true);

    // The list may still follow the line for a frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.evaluate("document.querySelector('.log-scroll').scrollTo(0, 300)");
    await page.getByText('Paused', { exact: true }).waitFor();
    rig.service.log.say('Line 102');
    rig.service.log.say('Line 103');
    await page.getByText('Paused, 2 new').waitFor();
    expect(await rows.count()).toBe(101);
    await page.evaluate("document.querySelector('.log-scroll').scrollTo(0, 100000)");
    await expect.poll(async () => (await texts()).at(-1)).toBe('Line 103');

    await page.getByRole('button', { name: 'Pause' }).click();
    rig.service.log.say('Line 104');
    await page.getByText('Paused, 1 new', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(async () => (await texts()).at(-1)).toBe('Line 104');

    await grid.focus();
    await page.keyboard.press('Home');
    rig.service.log.say('Line 105');
    await page.getByText('Paused, 1 new', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(async () => (await texts()).at(-1)).toBe('Line 105');
    await expect.poll(() => atEnd(page)).toBe(true);
    expect(await rows.and(page.locator('[aria-selected="true"]')).count()).toBe(0);
  });

  test('whoever scrolls up in the frame in which a line comes is left there', async () => {
    for (let index = 1; index <= 100; index += 1) rig.service.log.say(`Line ${index}`);
    const { page, rows } = await open();
    await expect.poll(() => rows.count()).toBe(100);
    await expect.poll(() => atEnd(page)).toBe(true);
    await page.evaluate(`(() => {
      const area = document.querySelector('.log-scroll');
      const frames = (count, done) => (count === 0 ? done() : requestAnimationFrame(() => frames(count - 1, done)));
      new MutationObserver((_, observer) => {
        observer.disconnect();
        area.scrollTo(0, 300);
        frames(5, () => (window.scrolledTo = area.scrollTop));
      }).observe(area, { childList: true, subtree: true });
    })()`);
    rig.service.log.say('Line 101');
    await expect.poll(() => page.evaluate('window.scrolledTo')).toBe(300);
    await page.getByText('Paused', { exact: true }).waitFor();
  });

  test('screen readers hear of new errors alone, and of none that was there before', async () => {
    fill();
    const { page, texts } = await open();
    await expect.poll(texts).toHaveLength(4);
    const told = page.getByRole('log', { name: 'New errors' });
    expect(await told.textContent()).toBe('');
    rig.service.log.say('All is well');
    rig.service.log.say('The disk is full', { level: 'error' });
    await expect.poll(() => told.textContent()).toBe('Error: The disk is full');
  });
});

describe('selecting and copying', () => {
  test('lines by keyboard and mouse, or all that is shown', async () => {
    fill();
    const { page, grid, rows } = await open();
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByRole('button', { name: /^Copy all:/ }).click();
    await page.getByText('Copied 4 entries').waitFor({ state: 'attached' });
    expect((await clipboardText(page)).split('\n')).toHaveLength(6);

    await grid.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ControlOrMeta+c');
    await page.getByRole('region', { name: 'Notifications' }).getByText('Copied 2 entries').waitFor();
    const text = await clipboardText(page);
    expect(text).toMatch(
      /Z warn {2}\[mqtt\] Broker refused the password\n.*Z error \[serial\] Port gone\n {4}Error: gone\n/,
    );
    const active = await grid.getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).innerText()).toContain('Broker refused');

    await rows.first().click();
    await rows.nth(2).click({ modifiers: ['Shift'] });
    await expect.poll(() => rows.and(page.locator('[aria-selected="true"]')).count()).toBe(3);
    await page.getByRole('button', { name: 'Copy selected: 3 entries' }).waitFor();
    await grid.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByRole('button', { name: 'Copy selected: 4 entries' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy all: 4 entries' }).waitFor();
  });
});

describe('the level that is written', () => {
  test('is shown and changed, and what decides it instead is said', async () => {
    fill();
    rig.service.settings.stated = { ...rig.service.settings.stated, overridden: { log_level: '--log-level' } };
    const { page } = await open();
    const written = page.getByRole('combobox', { name: 'Log level' });
    await expect.poll(() => written.inputValue()).toBe('info');
    await page
      .getByText('Overridden by --log-level. The saved value applies the next time Mensura starts without it.')
      .waitFor();
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await written.selectOption('All levels');
    await expect.poll(() => rig.service.settings.settings.log_level).toBe('debug');
    // The answer, which has the level of then, comes by another way than the next change.
    await (await answered).finished();
    await expect.poll(() => written.inputValue()).toBe('debug');
    rig.service.settings.put({ log_level: 'error' });
    await expect.poll(() => written.inputValue()).toBe('error');
  });

  test('a refusal is said, and the level stays', async () => {
    const { page } = await open({ expected: /status of 500/ });
    rig.service.settings.onAsked = ({ method }) =>
      method === 'PATCH' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
    const written = page.getByRole('combobox', { name: 'Log level' });
    await written.selectOption('Errors only');
    await page
      .getByRole('alert')
      .getByText('The disk is full.')
      .or(page.getByText('The disk is full.'))
      .first()
      .waitFor();
    expect(await written.inputValue()).toBe('info');
  });
});

describe('diagnostics', () => {
  test('say what is in them, and are saved', async () => {
    fill();
    const { page } = await open();
    await page.getByRole('button', { name: 'Save diagnostics' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save diagnostics' });
    await dialog.getByText('Passwords, certificates, keys and history are not included.').waitFor();
    expect(rig.service.log.asked.some(({ path }) => path === 'diagnostics')).toBe(false);
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save file' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^mensura-diagnostics-\d{4}-\d\d-\d\d-\d{4}\.zip$/);
    expect(Object.keys(unzipSync(await readFile(await download.path())))).toEqual(['versions.json']);
    await dialog.getByText('Download started').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('while they are gathered they can be cancelled; a failure is said, and tried again', async () => {
    const { page } = await open({ expected: /status of 500/ });
    const dialog = page.getByRole('dialog', { name: 'Save diagnostics' });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    rig.service.log.onAsked = ({ path }) => (path === 'diagnostics' ? promise : undefined);
    await page.getByRole('button', { name: 'Save diagnostics' }).click();
    await dialog.getByRole('button', { name: 'Save file' }).click();
    await dialog.getByText('Collecting data…').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    resolve(undefined);
    rig.service.log.onAsked = ({ path }) =>
      path === 'diagnostics' ? { status: 500, body: { message: 'The disk does not give the log.' } } : undefined;
    await page.getByRole('button', { name: 'Save diagnostics' }).click();
    await dialog.getByRole('button', { name: 'Save file' }).click();
    await dialog.getByRole('alert').getByText('The disk does not give the log.').waitFor();
    rig.service.log.onAsked = undefined;
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await saving;
  });
});

test('by the rules of accessibility, in either theme', async () => {
  fill();
  const { page, rows, grid } = await open();
  await expect.poll(() => rows.count()).toBe(4);
  await grid.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByText('at read (port.ts:12)').waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save diagnostics' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
});

test.each([
  [1024, 700],
  [400, 780],
])('at %d x %d nothing is cut off', async (width, height) => {
  fill();
  const { page, rows } = await open({ viewport: { width, height } });
  await expect.poll(() => rows.count()).toBe(4);
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  for (const name of ['Save diagnostics', 'Pause']) {
    const box = await page.getByRole('button', { name }).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, name).toBe(true);
  }
  expect((await page.locator('.log-scroll').boundingBox())?.height).toBeGreaterThan(height / 3);
});

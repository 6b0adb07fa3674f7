/** Dashboards: their tiles, arranging them, and their files. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppDevice, DashboardInput, Tile } from '../../service/contract/index.ts';
import { alarmOf } from '../support/views/alarms.ts';
import { appDevice, readings } from '../support/views/devices.ts';
import { axeViolations, colorViolations, wearTheme } from './support/axe.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();
let kitchen: AppDevice;

const REFUSAL = { status: 500, body: { message: 'The disk is full.' } };

const TEMPERATURE = 'usb/E1/temperature';

function value(id: string, x: number, y: number): Tile {
  return { kind: 'value', id, x, y, w: 3, h: 3, title: id, channel: TEMPERATURE, span_ms: 600_000 };
}

const HALL: DashboardInput = {
  name: 'Hall',
  tiles: [
    value('Inside', 0, 0),
    { kind: 'gauge', id: 'gauge', x: 3, y: 0, w: 3, h: 4, title: 'Dial', channel: TEMPERATURE, min: 0, max: 40 },
    { kind: 'alarms', id: 'alarms', x: 6, y: 0, w: 3, h: 4, title: '', channels: [] },
    { kind: 'text', id: 'text', x: 9, y: 0, w: 3, h: 3, title: 'Note', text: 'See https://a.example/x.\n<b>5 °C</b>' },
    {
      kind: 'chart',
      id: 'chart',
      x: 0,
      y: 4,
      w: 6,
      h: 6,
      title: 'Line',
      channels: [TEMPERATURE],
      span_ms: 600_000,
    },
    { kind: 'table', id: 'table', x: 6, y: 4, w: 6, h: 5, title: 'All', channels: [TEMPERATURE, 'usb/E9/co2'] },
  ],
};

/** Places as the service has them: `Inside 0,0 3x3`. */
function places(): string[] {
  const [stored] = rig.service.dashboards.list();
  return (stored?.dashboard.tiles ?? []).map(({ id, x, y, w, h }) => `${id} ${x},${y} ${w}x${h}`);
}

beforeEach(() => {
  kitchen = appDevice({
    serial: 'E1',
    alias: 'Kitchen',
    channels: { temperature: { unit: '°C', description: 'Temperature', value: 20 } },
  });
  rig.service.put(kitchen);
});

/** The ID of the tile with the focus. */
const focused = (page: Page): Promise<string | undefined> => page.evaluate('document.activeElement?.dataset.tile');

const tile = (page: Page, name: string) => page.locator(`.tile[aria-label="${name}"]`);

describe('a dashboard', () => {
  test('shows its tiles live, and axe finds nothing in either theme, in view, in edit mode and in the full window', async () => {
    rig.service.dashboards.put({ id: 'd1', dashboard: HALL });
    const { page } = await rig.open('/dashboards');
    await page.waitForURL(/#\/dashboards\/d1$/);
    rig.service.send('readings', readings(kitchen, { temperature: 21.25 }));
    await tile(page, 'Inside').getByText('21.25').waitFor();
    await tile(page, 'Dial').getByText('21.25').waitFor();
    await tile(page, 'Line').locator('.chart-value').getByText('21.25').waitFor();
    await tile(page, 'All')
      .getByRole('row', { name: /Temperature/ })
      .getByText('21.25')
      .first()
      .waitFor();
    await tile(page, 'All').getByRole('row', { name: /co2/ }).getByText('Disconnected').waitFor();
    await tile(page, 'Alarms').getByText('No active alarms').waitFor();
    rig.service.alarms.put(alarmOf({ id: 'a1', serial: 'E1' }));
    await tile(page, 'Inside').getByText('Alarm: above 30 °C').waitFor();
    await tile(page, 'Alarms')
      .getByRole('link', { name: /Temperature.*above 30 °C/ })
      .waitFor();
    expect(await tile(page, 'Note').getByRole('link').getAttribute('href')).toBe('https://a.example/x');
    await tile(page, 'Note').getByText('<b>5 °C</b>').waitFor();
    rig.service.remove(kitchen);
    await tile(page, 'Inside').getByText('Disconnected since').waitFor();
    expect(await tile(page, 'Inside').innerText()).toContain('21.25');
    for (const mode of ['', '/edit', '/full']) {
      await page.evaluate(`location.hash = '/dashboards/d1${mode}'`);
      await tile(page, 'Inside').first().waitFor();
      await page.getByRole(mode === '/full' ? 'dialog' : 'article', { name: /Hall$/ }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
    }
    await wearTheme(page, 'dark');
    expect(await colorViolations(page)).toEqual([]);
    await wearTheme(page, 'light');
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/dashboards\/d1$/);
  });

  test('is arranged by keys, by the mouse and by a menu; each change is saved, and undone', async () => {
    const [a, b] = [value('a', 0, 0), value('b', 3, 0)];
    rig.service.dashboards.put({ id: 'd1', dashboard: { name: 'Hall', tiles: [a, b] } });
    const { page } = await rig.open('/dashboards/d1/edit');
    await tile(page, 'b').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(places).toEqual(['a 0,0 3x3', 'b 4,0 3x3']);
    await page.getByText('b: column 5, row 1, 3 wide, 3 high').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(places).toEqual(['a 0,0 3x3', 'b 4,0 3x4']);
    await page.keyboard.press('Control+z');
    await expect.poll(places).toEqual(['a 0,0 3x3', 'b 4,0 3x3']);
    const grip = tile(page, 'a').locator('.tile-grip');
    const from = await grip.boundingBox();
    const to = await tile(page, 'b').boundingBox();
    if (!from || !to) throw new Error('The tiles are not shown.');
    await page.mouse.move(from.x + 30, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 12, { steps: 5 });
    await page.mouse.up();
    await expect.poll(places).toEqual(['a 4,0 3x3', 'b 4,3 3x3']);
    const corner = await tile(page, 'a').boundingBox();
    if (!corner) throw new Error('The tile is not shown.');
    await page.mouse.move(corner.x + corner.width - 8, corner.y + corner.height - 8);
    await page.mouse.down();
    await page.mouse.move(corner.x + corner.width + 150, corner.y + corner.height - 8, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => places()[0]).toMatch(/^a 4,0 [45]x3$/);
    await page.getByRole('button', { name: 'Actions for b' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(() => places()[0]).toBe('b 4,0 3x3');
    await page.keyboard.press('Escape');
    // The menu returns the focus to its button when it has closed.
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Actions for b');
    // The Undo of the message restores the tile, also after another change, and Ctrl+Z works without a focused tile.
    await tile(page, 'b').focus();
    await page.keyboard.press('Delete');
    await expect.poll(places).toEqual([expect.stringMatching(/^a 4,0/)]);
    expect(await focused(page)).toBe('a');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(places).toEqual([expect.stringMatching(/^a 3,0/)]);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(places).toEqual(['b 4,0 3x3', expect.stringMatching(/^a 3,3/)]);
    await expect.poll(() => focused(page)).toBe('b');
    await page.getByRole('button', { name: 'Actions for b' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    await expect.poll(() => places().length).toBe(3);
    await expect.poll(() => focused(page)).toMatch(/^t/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => places().length).toBe(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => places().length).toBe(1);
    // Closing the window sends the change that waits for its turn.
    await tile(page, 'a').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.goto(new URL('/favicon.svg', page.url()).href);
    await expect.poll(places).toEqual([expect.stringMatching(/^a 5,0/)]);
  });

  test('is added with a tile, renamed, exported, deleted, restored and imported', async () => {
    const { page } = await rig.open('/dashboards');
    await page.getByRole('main').getByRole('link', { name: 'Add dashboard' }).last().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Lab');
    await page.getByRole('button', { name: 'Add dashboard' }).click();
    await page.getByRole('button', { name: 'Add tile' }).click();
    await page.getByRole('menuitem', { name: 'Value with trend' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Add tile' }).click();
    await dialog.getByText('Select a channel.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('radio');
    await dialog.getByRole('radio', { name: /Temperature/ }).check();
    await dialog.getByRole('textbox', { name: 'Time window' }).fill('1 h');
    await dialog.getByRole('button', { name: 'Add tile' }).click();
    await expect.poll(() => focused(page)).toMatch(/^t/);
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Lab 2');
    await name.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
    const stored = () => rig.service.dashboards.list().map(({ dashboard }) => dashboard);
    await expect
      .poll(stored)
      .toMatchObject([{ name: 'Lab 2', tiles: [{ kind: 'value', channel: TEMPERATURE, span_ms: 3_600_000 }] }]);
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement?.textContent.trim()')).toBe('Edit');
    await page.getByRole('button', { name: 'Dashboard actions' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).click();
    const file = await (await download).path();
    const exported = stored()[0];
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(exported);
    await page.getByRole('button', { name: 'Dashboard actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(stored).toEqual([]);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(stored).toEqual([exported]);
    await page.getByRole('article', { name: 'Lab 2' }).waitFor();
    await page.evaluate(`location.hash = '/dashboards/+new'`);
    const input = page.getByLabel('Dashboard file');
    await input.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"name":""}') });
    await page.getByRole('dialog').getByText('Name: must not be empty.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await input.setInputFiles({ name: 'y.json', mimeType: 'application/json', buffer: await readFile(file) });
    await expect.poll(stored).toEqual([exported, exported]);
  });

  test('opens in a new window as the start page, is changed by another window, and says why it cannot be saved', async () => {
    rig.service.dashboards.put({ id: 'd1', dashboard: { name: 'Hall', tiles: [value('a', 0, 0)] } });
    const first = await rig.open('/dashboards/d1');
    await first.page.getByRole('button', { name: 'Dashboard actions' }).click();
    await first.page.getByRole('menuitem', { name: 'Use as start page' }).click();
    await first.page.getByRole('option', { name: /Hall/ }).getByText('Start page').waitFor();
    const { page } = await rig.open('', { expected: /status of 500/ });
    await page.waitForURL(/#\/dashboards\/d1$/);
    rig.service.dashboards.put({ id: 'd1', dashboard: { name: 'Hall', tiles: [value('a', 0, 0), value('b', 3, 0)] } });
    await tile(page, 'b').waitFor();
    rig.service.dashboards.onAsked = ({ method }) => (method === 'PUT' ? REFUSAL : undefined);
    await page.getByRole('link', { name: 'Edit' }).click();
    await tile(page, 'b').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('The disk is full. Your changes stay in this window.').waitFor();
    rig.service.dashboards.onAsked = undefined;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(places).toEqual(['a 0,0 3x3', 'b 4,0 3x3']);
    await page.getByText('The disk is full.').waitFor({ state: 'detached' });
  });

  test('keeps how its charts are arranged, for every window; the full window changes nothing', async () => {
    const humidity = 'usb/E1/humidity';
    rig.service.put(
      appDevice({
        serial: 'E1',
        channels: {
          temperature: { unit: '°C', description: 'Temperature', value: 20 },
          humidity: { unit: '%rh', description: 'Humidity', value: 40 },
        },
      }),
    );
    const line: Tile = {
      kind: 'chart',
      id: 'chart',
      x: 0,
      y: 0,
      w: 12,
      h: 12,
      title: 'Line',
      channels: [TEMPERATURE, humidity],
      span_ms: 600_000,
    };
    rig.service.dashboards.put({ id: 'd1', dashboard: { name: 'Hall', tiles: [line] } });
    const choose = async (page: Page, ...words: string[]): Promise<void> => {
      await page.getByRole('button', { name: 'Options for Humidity', exact: true }).click();
      for (const word of words) await page.getByRole('menuitem', { name: word, exact: true }).click();
    };
    const panels = (page: Page) => page.locator('.chart-panel');
    const kept = (): unknown => {
      const [stored] = rig.service.dashboards.list()[0]?.dashboard.tiles ?? [];
      return stored?.kind === 'chart' ? stored.arrangement?.panels : undefined;
    };
    const other = await rig.open('/dashboards/d1');
    await expect.poll(() => panels(other.page).count()).toBe(2);
    const { page } = await rig.open('/dashboards/d1', { expected: /status of 500/ });
    await expect.poll(() => panels(page).count()).toBe(2);
    await choose(page, 'Move to panel', 'Temperature');
    await expect.poll(kept).toEqual([{ left: [TEMPERATURE], right: [humidity], height: null }]);
    await expect.poll(() => panels(page).count()).toBe(1);
    await expect.poll(() => panels(other.page).count()).toBe(1);
    await other.page.getByRole('separator', { name: /^Height of/ }).press('ArrowDown');
    await expect.poll(kept).toMatchObject([{ height: expect.any(Number) as number }]);
    const before = kept();
    await other.page.getByRole('link', { name: 'Fill window' }).click();
    await other.page.getByRole('button', { name: 'Close' }).waitFor();
    await other.page.locator('.chart-panel[data-sized]').waitFor();
    await choose(other.page, 'Move to new panel');
    await expect.poll(() => panels(other.page).count()).toBe(2);
    await other.page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => panels(other.page).count()).toBe(1);
    expect(kept()).toEqual(before);
    rig.service.dashboards.onAsked = ({ method }) => (method === 'PUT' ? REFUSAL : undefined);
    await choose(page, 'Reset layout');
    await page.getByText('The disk is full. Your changes stay in this window.').waitFor();
    rig.service.dashboards.onAsked = undefined;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(kept).toBe(undefined);
    await expect.poll(() => panels(other.page).count()).toBe(2);
  });

  test('is the start page again when its deletion is undone', async () => {
    rig.service.dashboards.put({ id: 'd1', dashboard: { name: 'Hall', tiles: [] } });
    rig.service.settings.settings.start_dashboard = 'd1';
    const { page } = await rig.open('/dashboards/d1');
    const start = page.getByRole('option', { name: /Hall/ }).getByText('Start page');
    await start.waitFor();
    await page.getByRole('button', { name: 'Dashboard actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await start.waitFor({ state: 'detached' });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await start.waitFor();
    const [restored] = rig.service.dashboards.list();
    expect(restored?.id).not.toBe('d1');
    expect(rig.service.settings.settings.start_dashboard).toBe(restored?.id);
  });

  test('asks before it is left with unsaved changes, and reports a last change that could not be saved', async () => {
    rig.service.dashboards.put({ id: 'd1', dashboard: { name: 'Hall', tiles: [value('a', 0, 0)] } });
    const { page } = await rig.open('/dashboards/d1/edit', { expected: /status of 500/ });
    rig.service.dashboards.onAsked = ({ method }) => (method === 'PUT' ? REFUSAL : undefined);
    await tile(page, 'a').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('The disk is full.').waitFor();
    rig.service.dashboards.onAsked = undefined;
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/#\/dashboards\/d1$/);
    await page.getByRole('link', { name: 'Edit' }).click();
    await tile(page, 'a').focus();
    await page.keyboard.press('Shift+ArrowDown');
    // The discarded change was not sent when the page was left.
    await expect.poll(places).toEqual(['a 0,0 3x4']);
    const { promise, resolve } = Promise.withResolvers<typeof REFUSAL>();
    rig.service.dashboards.onAsked = ({ method }) => (method === 'PUT' ? promise : undefined);
    await page.keyboard.press('ArrowRight');
    await page.goBack();
    await page.getByRole('article', { name: 'Hall', exact: true }).waitFor();
    resolve(REFUSAL);
    const toast = page.locator('.toast');
    await toast.getByText('Cannot save the dashboard “Hall”').waitFor();
    rig.service.dashboards.onAsked = undefined;
    await toast.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(places).toEqual(['a 1,0 3x4']);
  });

  test('says in the full window that the service does not respond, and stays there while it restarts', async () => {
    const hall = { id: 'd1', dashboard: HALL };
    rig.service.dashboards.put(hall);
    const { page } = await rig.open('/dashboards/d1/full', { expected: /net::ERR|Failed to load resource/ });
    const full = page.getByRole('dialog', { name: 'Hall' });
    await full.getByText('No active alarms').waitFor();
    const comeBack = await rig.leave();
    await full.getByText(/^No response from the service since/).waitFor();
    await full.getByText('Unavailable').waitFor();
    await comeBack((service) => service.dashboards.put(hall));
    await full.getByText('No active alarms').waitFor();
    await full.getByText(/^No response/).waitFor({ state: 'detached' });
  });

  test('that another window deletes stays in edit mode, and says why it cannot be saved', async () => {
    rig.service.dashboards.put({ id: 'd1', dashboard: { name: 'Hall', tiles: [value('a', 0, 0)] } });
    const { page } = await rig.open('/dashboards/d1/edit', { expected: /status of 404/ });
    await tile(page, 'a').press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).fill('Outside');
    await rig.service.dashboards.remove('d1');
    // The window has received the deletion, too.
    rig.service.alarms.raise({ serial: 'E1', channel: 'temperature' });
    await page.locator('.rail').getByText('1 unacknowledged').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No dashboard with ID d1. Your changes stay in this window.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('Dashboard not found').waitFor();
  });

  test('lists the selected channels that nobody knows any more, to deselect them', async () => {
    const chart = HALL.tiles.find(({ kind }) => kind === 'chart');
    if (chart?.kind !== 'chart') throw new Error('There is no chart.');
    const tiles = [{ ...chart, channels: [TEMPERATURE, 'usb/E9/co2'] }];
    rig.service.dashboards.put({ id: 'd1', dashboard: { name: 'Hall', tiles } });
    const { page } = await rig.open('/dashboards/d1/edit');
    await tile(page, 'Line').press('Enter');
    await page.getByRole('checkbox', { name: /co2/ }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => rig.service.dashboards.list()[0]?.dashboard.tiles)
      .toMatchObject([{ channels: [TEMPERATURE] }]);
    // A menu stays in the window at 200 % zoom, and scrolls.
    await page.setViewportSize({ width: 450, height: 350 });
    await page.getByRole('button', { name: 'Actions for Line' }).click();
    const last = page.getByRole('menuitem', { name: 'Remove' });
    await last.scrollIntoViewIfNeeded();
    const box = await last.boundingBox();
    if (!box) throw new Error('The menu is not shown.');
    expect(box.y + box.height).toBeLessThanOrEqual(350);
  });
});

test('Compare is saved as a dashboard', async () => {
  const { page } = await rig.open('/compare');
  await page.getByRole('checkbox', { name: /Temperature/ }).check();
  await page.getByRole('separator', { name: /^Height of/ }).press('Home');
  await page.getByRole('button', { name: 'Save as dashboard' }).click();
  await page.waitForURL(/#\/dashboards\/.*\/edit$/);
  await expect
    .poll(() => rig.service.dashboards.list()[0]?.dashboard.tiles)
    .toMatchObject([
      {
        kind: 'chart',
        channels: [TEMPERATURE],
        arrangement: { panels: [{ left: [TEMPERATURE], right: [], height: 60 }] },
      },
      { kind: 'value', channel: TEMPERATURE },
    ]);
});

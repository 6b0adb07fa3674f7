/** Runs: the list, the page of a run, the bar of active runs and the palette, with a played service. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { channelStatistics, runChannel, runOf } from '../support/views/runs.ts';
import { violationsInThemes } from './support/axe.ts';
import { overflows } from './support/entry-page.ts';
import { sticksOut } from './support/every-page.ts';
import { runCommand } from './support/palette.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const HOUR_MS = 3_600_000;

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

const active = (facts = {}) =>
  runOf({ id: 2, name: 'Batch 13', from: ago(HOUR_MS), to: null, tags: [], operator: '', ...facts });

beforeEach(() => {
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cold room' }));
  rig.service.runs.put(runOf());
  rig.service.runs.onStatistics = ({ from, to, channels }) => ({
    from,
    to: to ?? new Date().toISOString(),
    bytes: 3 * 1024 * 1024,
    channels: channels.map(({ channel, low, high }) =>
      channel === 'temperature'
        ? channelStatistics({ low, high })
        : channelStatistics({
            channel,
            unit: '%rh',
            low,
            high,
            mean: 50,
            outside_ms: null,
            mean_kinetic_temperature: null,
          }),
    ),
  });
});

const row = (page: Page, name: string) => page.getByRole('row', { name });
const bar = (page: Page) => page.getByRole('region', { name: 'Active runs' });
const toast = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text });

describe('the list', () => {
  test('has the active runs first, with what each of them is, and axe finds nothing in either theme', async () => {
    rig.service.runs.put(active({ id: 3, name: 'Old but active', from: '2026-11-01T00:00:00.000Z' }));
    const { page } = await rig.open('/runs');
    await row(page, 'Batch 12').waitFor();
    const names = await page.getByRole('rowheader').getByRole('link').allInnerTexts();
    expect(names).toEqual(['Old but active', 'Batch 12']);
    const text = await row(page, 'Batch 12').innerText();
    for (const part of ['Finished', '3 h', 'Cold room', 'A. Rossi', 'cold room']) expect(text).toContain(part);
    expect(await violationsInThemes(page)).toEqual([]);
    rig.service.runs.put(runOf({ id: 3, name: 'Old and finished', from: '2026-11-01T00:00:00.000Z' }));
    await row(page, 'Old and finished').waitFor();
    expect(await page.getByRole('rowheader').getByRole('link').allInnerTexts()).toEqual([
      'Batch 12',
      'Old and finished',
    ]);
  });

  test('is searched by the service, and says so if nothing matches', async () => {
    rig.service.runs.put(runOf({ id: 5, name: 'Oven', operator: 'B. Verdi' }));
    const { page } = await rig.open('/runs');
    const search = page.getByRole('searchbox');
    await search.fill('verdi');
    await row(page, 'Batch 12').waitFor({ state: 'detached' });
    await row(page, 'Oven').waitFor();
    await search.fill('nobody');
    await page.getByText('No runs match “nobody”.').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await row(page, 'Batch 12').waitFor();
  });

  test('selects runs to compare', async () => {
    for (let id = 2; id <= 9; id += 1) rig.service.runs.put(runOf({ id, name: `Run ${id}` }));
    const { page } = await rig.open('/runs');
    const choose = (name: string): Promise<void> =>
      page.getByRole('checkbox', { name: `Select ${name}` }).press('Space');
    await choose('Run 2');
    const selection = page.getByRole('group', { name: 'Selected runs' });
    await selection.getByText('1 run selected').waitFor();
    await selection.getByText('Select 2 to 8 runs to compare them.').waitFor();
    await choose('Batch 12');
    await selection.getByRole('link', { name: 'Compare' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    for (let id = 3; id <= 9; id += 1) await choose(`Run ${id}`);
    await selection.getByText('9 runs selected').waitFor();
    expect(await selection.getByRole('link', { name: 'Compare' }).count()).toBe(0);
    await selection.getByRole('button', { name: 'Clear selection' }).click();
    await selection.waitFor({ state: 'detached' });
    await choose('Run 2');
    await choose('Batch 12');
    await selection.getByRole('link', { name: 'Compare' }).press('Enter');
    await page.getByRole('heading', { name: 'Compare runs' }).waitFor();
    for (const name of ['Run 2', 'Batch 12']) await page.getByRole('link', { name, exact: true }).waitFor();
  });

  test('shows more on request', async () => {
    for (let id = 10; id < 70; id += 1) rig.service.runs.put(runOf({ id, name: `Run ${id}` }));
    const { page } = await rig.open('/runs');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(61);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('without runs leads to the form of the first one', async () => {
    await rig.service.runs.remove(1);
    const { page } = await rig.open('/runs');
    await page.getByRole('heading', { name: 'No runs' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Start the first run' }).click();
    await page.getByRole('heading', { name: 'Start a run' }).waitFor();
  });

  test('says why it cannot be loaded, and retries', async () => {
    // The first events of a new connection list again, too: they must be over.
    rig.service.runs.put(active());
    const { page } = await rig.open('/log', { expected: /500/ });
    await bar(page).waitFor();
    rig.service.runs.onAsked = () => ({ status: 500, body: { message: 'The disk is full.' } });
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByText('The disk is full.').waitFor();
    rig.service.runs.onAsked = undefined;
    await page.getByRole('button', { name: 'Retry' }).click();
    await row(page, 'Batch 12').waitFor();
  });
});

describe('the page of a run', () => {
  test('has facts and statistics in the units of the user, and axe finds nothing in either theme', async () => {
    rig.service.settings.settings = { ...rig.service.settings.settings, display_units: { '°C': '°F' } };
    rig.service.runs.put(runOf({ notes: 'Door opened once.\nClosed again.' }));
    const { page } = await rig.open('/runs/1');
    const statistics = page.getByRole('table');
    await statistics.getByText('3 min 20 s (20.0 %)').waitFor();
    const cells = await row(page, 'Temperature').getByRole('cell').allInnerTexts();
    expect(cells.slice(1, 4)).toEqual(['29.30', '46.85', '0.9000']);
    expect(cells).toContain('35.6 to 46.4');
    expect(cells).toContain('10,800');
    const facts = await page.getByRole('region', { name: 'Facts' }).innerText();
    for (const part of ['3 h', 'A. Rossi', '3.0 MiB', 'Door opened once.']) expect(facts).toContain(part);
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('has the same start and duration as the list, with the readings before the start', async () => {
    rig.service.runs.put(
      runOf({ name: 'Door test', from: '2026-11-20T08:59:30.000Z', started: '2026-11-20T09:00:00.000Z' }),
    );
    const { page } = await rig.open('/runs', { timezoneId: 'UTC' });
    await row(page, 'Door test').waitFor();
    const listed = await row(page, 'Door test').getByRole('cell').allInnerTexts();
    expect(listed.slice(1, 3)).toEqual([expect.stringContaining('09:00'), '3 h']);
    await page.getByRole('link', { name: 'Door test' }).click();
    const facts = page.getByRole('region', { name: 'Facts' });
    await facts.getByText('3 h', { exact: true }).waitFor();
    await facts.getByText(/09:00:00, with 30 s before the start$/).waitFor();
  });

  test('of an active run follows its readings, and stops it', async () => {
    let count = 100;
    rig.service.runs.onStatistics = ({ from }) => ({
      from,
      to: new Date().toISOString(),
      bytes: 0,
      channels: [channelStatistics({ count: (count += 1) })],
    });
    rig.service.runs.put(active({ stop_at: new Date(Date.now() + HOUR_MS).toISOString() }));
    const { page } = await rig.open('/runs/2');
    await page
      .getByRole('region', { name: 'Facts' })
      .getByText(/59 min .* left/)
      .waitFor();
    await expect.poll(() => row(page, 'Temperature').innerText(), { timeout: 20_000 }).toMatch(/10[3-9]/);
    await page.getByRole('main').getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop run' }).click();
    await page.getByRole('main').getByText('Finished').waitFor();
    await toast(page, 'Stopped the run “Batch 13”').waitFor();
    expect(await bar(page).count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('MAIN');
  });

  test('is deleted at once, and restored by Undo', async () => {
    const { page } = await rig.open('/runs/1');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/#\/runs$/);
    await page.getByRole('heading', { name: 'No runs' }).waitFor();
    await toast(page, 'Deleted the run “Batch 12”').getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(/#\/runs\/1$/);
    await page.getByRole('heading', { name: 'Batch 12' }).waitFor();
  });

  test('is not found once another window has deleted it', async () => {
    const { page } = await rig.open('/runs/1', { expected: /404/ });
    await page.getByRole('heading', { name: 'Batch 12' }).waitFor();
    await rig.service.runs.remove(1);
    await page.getByRole('heading', { name: 'Run 1 not found' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('stays while the service restarts, which sends active runs alone', async () => {
    const { page } = await rig.open('/runs/1', { expected: /ERR_|50\d/ });
    await page.getByRole('heading', { name: 'Batch 12' }).waitFor();
    const comeBack = await rig.leave();
    await page.getByText('No response from the service').waitFor();
    await comeBack((service) => service.runs.put(runOf({ name: 'Batch 12b' })));
    await page.getByRole('heading', { name: 'Batch 12b' }).waitFor();
  });

  test('has its range changed, with an error at the field, and restored by Undo', async () => {
    const { page } = await rig.open('/runs/1', { timezoneId: 'UTC' });
    await page.getByRole('button', { name: 'Change range…' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('To').fill('2026-11-20T08:00');
    await dialog.getByRole('button', { name: 'Change range' }).click();
    await dialog.getByText('Must be after the start.').waitFor();
    await dialog.getByRole('button', { name: 'Current range' }).click();
    await dialog.getByLabel('From').fill('2026-11-20T10:00');
    expect(await violationsInThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change range' }).click();
    await expect.poll(() => rig.service.runs.runs.get(1)?.from).toBe('2026-11-20T10:00:00.000Z');
    await page.getByRole('region', { name: 'Facts' }).getByText('2 h', { exact: true }).waitFor();
    await toast(page, 'Changed the range').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rig.service.runs.runs.get(1)?.from).toBe('2026-11-20T09:00:00.000Z');
  });

  test('has texts attached, shown, deleted and restored', async () => {
    const { page } = await rig.open('/runs/1');
    await page.getByRole('button', { name: 'Attach text…' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Name').fill('a/b.txt');
    await dialog.getByLabel('Text', { exact: true }).fill('Probe on the upper shelf.');
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await dialog.getByText('Must not contain / or \\.').waitFor();
    await dialog.getByLabel('Name').fill('protocol.txt');
    expect(await violationsInThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('button', { name: 'protocol.txt', exact: true }).click();
    await page.getByRole('dialog', { name: 'protocol.txt' }).getByText('Probe on the upper shelf.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete protocol.txt' }).click();
    await toast(page, 'Deleted the attachment').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'protocol.txt', exact: true }).waitFor();
    expect(rig.service.runs.texts.get('1/protocol.txt')).toBe('Probe on the upper shelf.');
  });

  test('leads to its charts, its report and an export of its channels and range', async () => {
    const { page } = await rig.open('/runs/1', { timezoneId: 'UTC' });
    const charts = await page.getByRole('link', { name: 'Show charts' }).getAttribute('href');
    expect(charts).toBe(
      '#/compare/channel=usb%2FE1%2Ftemperature&channel=usb%2FE1%2Frelative_humidity' +
        '&from=2026-11-20T09:00:00.000Z&to=2026-11-20T12:00:00.000Z',
    );
    expect(await page.getByRole('link', { name: 'Report' }).getAttribute('href')).toBe('#/runs/1/report');
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export readings' });
    expect(await dialog.getByLabel('From').inputValue()).toBe('2026-11-20T09:00');
    expect(await dialog.getByRole('checkbox', { name: 'Temperature' }).isChecked()).toBe(true);
  });
});

describe('the bar', () => {
  test('is on every page while a run is active, is no live region, and stops it after a question', async () => {
    const { page } = await rig.open('/log', { expected: /409/ });
    await page.getByRole('heading', { name: 'Log' }).waitFor();
    expect(await bar(page).count()).toBe(0);
    rig.service.runs.put(active({ stop_at: new Date(Date.now() + 2 * HOUR_MS).toISOString() }));
    await bar(page).getByText('1 h 59 min', { exact: false }).waitFor();
    await bar(page).getByText('21,600 readings').waitFor();
    expect(await bar(page).locator('[aria-live], output, [role="status"], [role="alert"]').count()).toBe(0);
    expect(await violationsInThemes(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Stop Batch 13' }).click();
    const question = page.getByRole('alertdialog', { name: 'Stop the run “Batch 13”?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Stop Batch 13');
    await bar(page).getByRole('button', { name: 'Stop Batch 13' }).click();
    rig.service.runs.onAsked = ({ method }) =>
      method === 'POST' ? { status: 409, body: { message: 'The run is finished.' } } : undefined;
    await question.getByRole('button', { name: 'Stop run' }).click();
    await question.getByText('The run is finished.').waitFor();
    rig.service.runs.onAsked = undefined;
    await question.getByRole('button', { name: 'Stop run' }).click();
    // Nothing beside an open question has a role.
    await question.waitFor({ state: 'detached' });
    await bar(page).waitFor({ state: 'detached' });
    expect(rig.service.runs.runs.get(2)?.to).not.toBeNull();
  }, 60_000);

  test('summarizes several', async () => {
    for (const id of [2, 3, 4, 5]) rig.service.runs.put(active({ id, name: `Batch ${id}` }));
    const { page } = await rig.open('/settings');
    await bar(page).getByRole('link', { name: '4 active runs' }).waitFor();
    await bar(page).getByText('1 more').waitFor();
    await bar(page).getByRole('link', { name: 'Batch 3' }).click();
    await page.getByRole('heading', { name: 'Batch 3' }).waitFor();
  });
});

test('the palette starts a run, opens an active one and stops it', async () => {
  rig.service.runs.put(active());
  const { page } = await rig.open('/log');
  await bar(page).waitFor();
  await runCommand(page, 'start run', 'Start run');
  await page.getByRole('heading', { name: 'Start a run' }).waitFor();
  await runCommand(page, 'batch 13 active', 'Batch 13');
  await page.getByRole('heading', { name: 'Batch 13' }).waitFor();
  await runCommand(page, 'stop batch', 'Stop run Batch 13…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop run' }).click();
  await expect.poll(() => rig.service.runs.runs.get(2)?.to).not.toBeNull();
});

test('hostile names and a window of 320 pixels cut nothing off', async () => {
  const word = `<img src=x onerror=alert(1)>${'W'.repeat(70)}`;
  const hostile = { operator: `\u202E${'o'.repeat(90)}`, notes: `${'n'.repeat(300)}\n`, tags: ['t'.repeat(40)] };
  const channels = [runChannel('temperature', { low: -1e300, high: 1e300 }), runChannel('relative_humidity')];
  const attachments = [{ name: `${'a'.repeat(96)}.txt`, length: 50_000 }];
  rig.service.runs.put(runOf({ name: word, channels, attachments, ...hostile }));
  rig.service.runs.put(active({ name: word.toLowerCase(), ...hostile }));
  const { page } = await rig.open('/runs', { viewport: { width: 320, height: 640 } });
  for (const route of ['/runs', '/runs/1', '/runs/2']) {
    await page.evaluate(`location.hash = ${JSON.stringify(route)}`);
    await page
      .getByRole('main')
      .getByText(/onerror/)
      .first()
      .waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await sticksOut(page)).toEqual([]);
    const stop = await bar(page).getByRole('button').boundingBox();
    expect(stop && stop.x + stop.width).toBeLessThanOrEqual(320);
    expect(await bar(page).getByRole('link').isVisible()).toBe(true);
    expect(await violationsInThemes(page)).toEqual([]);
  }
});

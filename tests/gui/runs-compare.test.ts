/** Several runs in one chart, aligned at their start. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelStatistics, Run, RunStatistics } from '../../service/contract/index.ts';
import type { Kept } from '../support/played-history.ts';
import { appDevice } from '../support/views/devices.ts';
import { axeViolations, violationsInThemes } from './support/axe.ts';
import { drawn, pointAt, stretches } from './support/chart.ts';
import { sticksOut } from './support/every-page.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const REF = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
/** Starts of two runs: each lasts 10 min, the second has readings of 2 min before its start, too. */
const FIRST = Date.UTC(2026, 10, 20, 14);
const SECOND_RUN = Date.UTC(2026, 10, 21, 9);

/** Of a run that does not exist. */
const UNKNOWN = /status of 404/;

const iso = (at: number): string => new Date(at).toISOString();

function putRun(id: number, started: number, fields: Partial<Run> = {}): void {
  rig.service.runs.put({
    id,
    name: `Batch ${id}`,
    channels: [{ ...REF, low: 2, high: 25 }],
    operator: '',
    notes: '',
    tags: [],
    from: iso(started),
    to: iso(started + 10 * MINUTE),
    started: iso(started),
    stop_at: null,
    plan: null,
    attachments: [],
    ...fields,
  });
}

const FIGURES: Omit<ChannelStatistics, 'family' | 'serial' | 'channel' | 'unit'> = {
  count: 600,
  failed: 0,
  gaps: 0,
  min: 20,
  max: 26,
  mean: 23.25,
  standard_deviation: 1.5,
  resolution_ms: 0,
  first: null,
  last: null,
  area: null,
  covered_ms: 600_000,
  area_missing: null,
};

function statisticsOf(run: Run): RunStatistics {
  const channels = run.channels.map(({ low, high, ...ref }) => {
    const isTemperature = ref.channel === 'temperature';
    const mean = isTemperature ? FIGURES.mean : 48;
    const figures = { ...FIGURES, mean, outside_ms: isTemperature ? 90_000 : null };
    const kinetic = isTemperature ? 23.5 : null;
    return { ...ref, unit: isTemperature ? '°C' : '%rh', low, high, ...figures, mean_kinetic_temperature: kinetic };
  });
  return { from: run.from, to: run.to ?? iso(Date.now()), bytes: 4096, channels };
}

/** A reading each second. @param seconds since the start of a run */
function kept(started: number, from: number, to: number, valueAt: (second: number) => number): Kept[] {
  return Array.from({ length: to - from }, (_, index) => [started + (from + index) * SECOND, valueAt(from + index)]);
}

beforeEach(() => {
  const value = { unit: '°C', description: 'Temperature', value: 20 };
  const humidity = { unit: '%rh', description: 'Relative humidity', value: 50 };
  const channels = { temperature: value, relative_humidity: humidity };
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cold room', channels }));
  rig.service.history.keep(REF, '°C', [
    // The first run has a gap from its third minute to its sixth.
    ...kept(FIRST, 0, 180, (second) => 20 + second / 100),
    [FIRST + 360 * SECOND, 24, true],
    ...kept(FIRST, 361, 600, (second) => 20 + second / 100),
    ...kept(SECOND_RUN, -120, 600, (second) => 22 + second / 200),
  ]);
  rig.service.runs.onStatistics = statisticsOf;
  putRun(12, FIRST);
  putRun(15, SECOND_RUN, { from: iso(SECOND_RUN - 2 * MINUTE) });
});

async function openRuns(...ids: number[]): Promise<Page> {
  const route = `/runs/compare?${ids.map((id) => `run=${id}`).join('&')}`;
  const { page } = await rig.open(route, { expected: UNKNOWN });
  await page.getByRole('heading', { name: 'Temperature, °C' }).waitFor();
  await drawn(page);
  return page;
}

const cursor = (page: Page) => page.getByRole('slider', { name: /Time since the start/ });

describe('the chart', () => {
  test('aligns the runs at their start, with the readings before it, and keeps gaps', async () => {
    const page = await openRuns(12, 15);
    // From −2 min to 10 min: the start is at a sixth of the width.
    const [before, after, ...others] = await stretches(page, 0, 1);
    expect(others).toEqual([]);
    expect(before?.from).toBeCloseTo(1 / 6, 1);
    expect(before?.to).toBeCloseTo(5 / 12, 1);
    expect(after?.from).toBeCloseTo(8 / 12, 1);
    expect(after?.to).toBeCloseTo(1, 1);
    const second = await stretches(page, 0, 2);
    expect(second[0]?.from).toBeCloseTo(0, 1);
    expect(second.at(-1)?.to).toBeCloseTo(1, 1);
  });

  test('has the values of all runs at the pointer', async () => {
    const page = await openRuns(12, 15);
    await pointAt(page, 0, 1 / 4);
    const legend = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
    await expect
      .poll(() => legend.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Batch 12\s+Temperature\s+20\.60 °C$/),
        expect.stringMatching(/^Batch 15\s+Temperature\s+22\.30 °C$/),
      ]);
  });

  test('is read with the keys', async () => {
    const page = await openRuns(12, 15);
    await cursor(page).focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => cursor(page).getAttribute('aria-valuetext'))
      .toBe('0 s; Batch 12 · Temperature: 20.00 °C; Batch 15 · Temperature: 22.00 °C');
    await page.keyboard.press('Home');
    await expect
      .poll(() => cursor(page).getAttribute('aria-valuetext'))
      .toBe('−2 min; Batch 12 · Temperature: no reading; Batch 15 · Temperature: 21.40 °C');
    await page.keyboard.press('Escape');
    await expect.poll(() => cursor(page).getAttribute('aria-valuetext')).toBe('No cursor');
  });

  test('is described in figures for screen readers', async () => {
    const page = await openRuns(12, 15);
    const table = page.getByRole('table', { name: 'Readings by the time since the start: −2 min to 10 min' });
    await expect
      .poll(() => table.getByRole('row').nth(2).getByRole('cell').allInnerTexts())
      .toEqual(['21.40 °C at −2 min', '25.00 °C at 9 min 59 s', '21.40 °C', '25.00 °C', 'rising']);
  });

  test('is shown as a table of the times since the start', async () => {
    const page = await openRuns(12, 15);
    await page.getByRole('button', { name: 'Show as table' }).click();
    const dialog = page.getByRole('dialog', { name: 'Readings: Temperature, °C' });
    await dialog.getByText('−2 min to 10 min. Each row covers 5 s').waitFor();
    const rows = dialog.getByRole('row');
    expect(await rows.nth(1).getByRole('rowheader').innerText()).toBe('−2 min');
    expect(await rows.nth(1).getByRole('cell').first().innerText()).toContain('no reading');
    expect(await rows.nth(1).getByRole('cell').nth(1).innerText()).toContain('21.41');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.getByRole('button', { name: 'Show as table' }).evaluate((button) => button.matches(':focus')))
      .toBe(true);
  });

  test('of another channel is selected', async () => {
    const humidity = { ...REF, channel: 'relative_humidity' };
    rig.service.history.keep(
      humidity,
      '%rh',
      kept(FIRST, 0, 600, () => 48),
    );
    putRun(12, FIRST, {
      channels: [
        { ...REF, low: 2, high: 25 },
        { ...humidity, low: null, high: null },
      ],
    });
    const page = await openRuns(12, 15);
    await page.getByLabel('Channel').selectOption({ label: 'Relative humidity (1 of 2 runs)' });
    await page.getByRole('heading', { name: 'Relative humidity (1 of 2 runs), %rh' }).waitFor();
    const rows = page.getByRole('region', { name: 'Statistics' }).getByRole('row');
    expect(await rows.nth(1).getByRole('cell').first().innerText()).toBe('48.0000');
    expect(await rows.nth(2).innerText()).toContain('This run does not have the channel');
  });
});

test('the table has the statistics of the runs side by side', async () => {
  const page = await openRuns(12, 15);
  const rows = page.getByRole('region', { name: 'Statistics' }).getByRole('row');
  expect(await rows.nth(1).getByRole('rowheader').innerText()).toContain('Batch 12');
  const figures = ['23.2500', '20.00', '26.00', '1.5000', '10 min', '1 min 30 s', '23.5000'];
  expect(await rows.nth(1).getByRole('cell').allInnerTexts()).toEqual(figures);
  expect(await rows.nth(2).getByRole('cell').allInnerTexts()).toEqual(figures);
  expect(await rows.nth(2).getByRole('link').getAttribute('href')).toBe('#/runs/15');
});

test('an active run grows; a finished one is not read again', async () => {
  const started = Date.now() - 10 * MINUTE;
  const ref = { ...REF, serial: 'E2' };
  rig.service.history.keep(
    ref,
    '°C',
    kept(started, 0, 60, () => 21),
  );
  putRun(20, started, { to: null, channels: [{ ...ref, low: null, high: null }] });
  const { page } = await rig.openBlank();
  await page.clock.install();
  await page.goto(`${rig.service.url}/#/runs/compare?run=12&run=20`);
  const last = page.locator('.chart-summary tbody tr').nth(1).getByRole('cell').nth(1);
  await expect.poll(() => last.innerText()).toBe('21.00 °C at 59 s');
  rig.service.history.keep(
    ref,
    '°C',
    kept(started, 0, 120, () => 22),
  );
  await expect
    .poll(async () => {
      await page.clock.fastForward(5000);
      return last.innerText();
    })
    .toBe('22.00 °C at 1 min 59 s');
  const { runs, history } = rig.service;
  expect(runs.calls.filter(([what, id]) => what === 'statistics' && id === 12)).toHaveLength(1);
  expect(history.calls.filter(([what, , from]) => what === 'query' && from === FIRST)).toHaveLength(1);
});

describe('what cannot be compared', () => {
  test('without runs, the page links to the list', async () => {
    const { page } = await rig.open('/runs/compare');
    await page.getByRole('heading', { name: 'Compare runs' }).waitFor();
    expect(await page.getByRole('link', { name: 'Select runs' }).getAttribute('href')).toBe('#/runs');
  });

  test('an unknown run is named, the others are compared', async () => {
    const page = await openRuns(12, 99);
    await page.getByText('No run with ID 99').waitFor();
    await expect.poll(() => page.locator('.run-legend li').count()).toBe(1);
  });

  test('of more than eight runs, the first eight are compared', async () => {
    const ids = Array.from({ length: 9 }, (_, index) => 101 + index);
    for (const id of ids) putRun(id, FIRST);
    const page = await openRuns(...ids);
    await page.getByText('The first 8 of 9 runs are compared.').waitFor();
    await expect.poll(() => page.locator('.run-legend li').count()).toBe(8);
  });

  test('an error is shown until a retry succeeds', async () => {
    rig.service.history.onAsked = ({ path }) =>
      path === 'history' ? { status: 503, body: { message: 'The history is busy.' } } : undefined;
    const { page } = await rig.openBlank({ expected: /status of 503/ });
    await page.clock.install();
    await page.goto(`${rig.service.url}/#/runs/compare?run=12`);
    await page.getByText('The history is busy. The page retries every 5 s.').waitFor();
    rig.service.history.onAsked = undefined;
    await expect
      .poll(async () => {
        await page.clock.fastForward(5000);
        return page.getByRole('heading', { name: 'Temperature, °C' }).count();
      })
      .toBe(1);
    expect(await page.getByText('The history is busy.').count()).toBe(0);
  });

  test('a run without stored readings says so', async () => {
    rig.service.history.kept.clear();
    const page = await openRuns(12);
    await page.getByText('No readings of these runs').waitFor();
  });
});

test('the page is accessible in both themes, and fits a narrow window', async () => {
  const page = await openRuns(12, 15, 99);
  await page.getByText('No run with ID 99').waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sticksOut(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
});

/** How evenly charts of many channels move over a month of stored readings, beside a page with only uPlot. */
import type { Browser, Page } from 'playwright';
import { channelPath } from '../../../service/contract/index.ts';
import { findBrowser, launchBrowser } from '../../support/browser.ts';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { filledChannel, fillHistory } from '../../support/filled-history.ts';
import { makeFolder } from '../history/one-channel.ts';
import type { Result, Section } from '../results.ts';
import { startWatchedService } from '../services.ts';
import { openBareMonth } from './bare-month.ts';
import {
  type FramesOptions,
  frameResults,
  LONG_MS,
  observe,
  type Round,
  VIEWPORT,
  WANTED_FRAMES,
  withPage,
} from './page-frames.ts';

export interface MonthOptions extends FramesOptions {
  /** Between two stored readings of a channel, in milliseconds. */
  periodMs: number;
}

const CHANNELS = 50;
const DAY_MS = 86_400_000;
/** Before the view and after it, more than both ways move it together. */
const STORED_DAYS = 62;
const VIEW_DAYS = 31;
/** The widest that the charts draw for this view, in milliseconds. */
const BUCKET_MS = 1_800_000;

/** The mouse goes this far to either side, in steps of about so much, in CSS pixels. */
const STROKE = 240;
const STEP = 16;

/** Presses of an arrow key to one side; a keyboard repeats them 30 times a second. */
const PRESSES = 2;
const REPEAT_MS = 33;

async function* drag(page: Page): AsyncGenerator<void> {
  const [x, y] = [0.6 * VIEWPORT.width, 0.6 * VIEWPORT.height];
  const steps = Math.round((4 * STROKE) / STEP);
  await page.mouse.move(x, y);
  await page.mouse.down();
  try {
    for (let step = 1; ; step += 1) {
      await page.mouse.move(x + STROKE * Math.sin((2 * Math.PI * step) / steps), y);
      yield;
    }
  } finally {
    await page.mouse.up();
  }
}

async function* keys(page: Page): AsyncGenerator<void> {
  for (let press = 0; ; press += 1) {
    const isBack = press % (4 * PRESSES) < PRESSES || press % (4 * PRESSES) >= 3 * PRESSES;
    await page.keyboard.press(isBack ? 'ArrowLeft' : 'ArrowRight');
    await page.waitForTimeout(REPEAT_MS);
    yield;
  }
}

/** The ways to move the view, to either side and back. */
type Pan = Record<'drag' | 'keys', Round>;

async function pan(page: Page, options: FramesOptions): Promise<Pan> {
  return { drag: await observe(page, options, drag), keys: await observe(page, options, keys) };
}

/** The stored readings, and how both pages reach them. */
interface Stored {
  url: string;
  /** The link to the view. */
  link: string;
  /** The path of everything stored, in buckets. */
  history: string;
  view: { from: number; to: number };
}

async function startStored(atEnd: AtEnd, periodMs: number): Promise<Stored> {
  const dataDir = await makeFolder(atEnd);
  const to = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS;
  const from = to - STORED_DAYS * DAY_MS;
  const perChannel = (STORED_DAYS * DAY_MS) / periodMs;
  await fillHistory(dataDir, { channels: CHANNELS, perChannel, from, stepMs: periodMs });
  const { url, stop } = await startWatchedService({ dataDir });
  atEnd(stop);
  const margin = ((STORED_DAYS - VIEW_DAYS) / 2) * DAY_MS;
  const view = { from: from + margin, to: to - margin };
  const query = (range: { from: number; to: number }): string => {
    const whole = new URLSearchParams();
    for (let place = 0; place < CHANNELS; place += 1) whole.append('channel', channelPath(filledChannel(place)));
    for (const [name, at] of Object.entries(range)) whole.append(name, new Date(at).toISOString());
    return whole.toString();
  };
  const points = (to - from) / BUCKET_MS;
  return {
    url,
    link: `${url}/#/compare/${query(view)}`,
    history: `/app/v1/history?${query({ from, to })}&points=${points}`,
    view,
  };
}

/** @returns the size of the plot too @throws Error if a channel is not drawn, at the start or at the end */
function measureCharts(
  browser: Browser,
  { link }: Stored,
  options: FramesOptions,
): Promise<Pan & { size: { width: number; height: number } }> {
  return withPage(browser, async (page) => {
    await page.goto(link);
    const drawn = page.locator('.chart-minimum').filter({ hasText: /\d/ });
    await drawn.nth(CHANNELS - 1).waitFor();
    await page.getByRole('application', { name: 'Charts' }).focus();
    const round = await pan(page, options);
    await drawn.nth(CHANNELS - 1).waitFor();
    const size = await page.locator('.chart-plot').boundingBox();
    if (!size) throw new Error('The page has no chart.');
    return { ...round, size: { width: Math.round(size.width), height: Math.round(size.height) } };
  });
}

/** @throws Error if a line has less than all points */
function measureBare(
  browser: Browser,
  { url, history, view }: Stored,
  size: { width: number; height: number },
  options: FramesOptions,
): Promise<Pan> {
  return withPage(browser, async (page) => {
    const points = await openBareMonth(page, { url, history, size, ...view });
    const due = (view.to - view.from) / BUCKET_MS;
    const isWhole = points.length === CHANNELS && points.every((count) => count === due);
    if (!isWhole)
      throw new Error(`Of ${CHANNELS} lines of ${due} points each, the bare page has ${points.join(', ')}.`);
    return pan(page, options);
  });
}

export async function measureMonth({ periodMs, ...options }: MonthOptions): Promise<Section> {
  const section: Section = {
    title: 'Charts of a month',
    method:
      `Chromium without a graphics card, 1440 x 900. ${CHANNELS} channels with a reading every ${periodMs / 60_000} min, ` +
      `stored for ${STORED_DAYS} days. A link opens ${VIEW_DAYS} of them on the Compare page: ${CHANNELS} lines in one ` +
      `panel, of ${(VIEW_DAYS * DAY_MS) / BUCKET_MS} buckets each, with bands from minimum to maximum. The mouse drags the ` +
      'view to either side and back, then the arrow keys do. Beside it, a page with only uPlot, with the same buckets, ' +
      `lines, bands and size, moved in the same way. A frame longer than ${LONG_MS} ms is long. ${options.rounds} rounds ` +
      `of ${options.durationMs / 1000} s for each way after ${options.warmUpMs / 1000} s.`,
    results: [],
  };
  if (!findBrowser()) return { ...section, skipped: 'Missing: Chromium (package chromium).' };
  return withEnds(async (atEnd) => {
    const stored = await startStored(atEnd, periodMs);
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const charts: Pan[] = [];
    const bare: Pan[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const { size, ...moved } = await measureCharts(browser, stored, options);
      charts.push(moved);
      bare.push(await measureBare(browser, stored, size, options));
    }
    return { ...section, results: [...resultsOf('Charts', charts, true), ...resultsOf('uPlot alone', bare)] };
  });
}

function resultsOf(name: string, pans: readonly Pan[], isWanted = false): Result[] {
  return (['drag', 'keys'] as const).flatMap((way) => {
    const rounds = pans.map((each) => each[way]);
    const wanted = { is: 'at least', value: WANTED_FRAMES, beside: `uPlot alone, ${way}: frames` } as const;
    return frameResults(`${name}, ${way}`, rounds, isWanted ? wanted : undefined);
  });
}

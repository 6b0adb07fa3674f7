/** How evenly the list of many devices scrolls while they measure, beside a plain virtual list. */
import type { Browser, Page } from 'playwright';
import { ROW_HEIGHT } from '../../../renderer/features/devices/list-layout.ts';
import { findBrowser, launchBrowser } from '../../support/browser.ts';
import { withEnds } from '../../support/ends.ts';
import type { Section } from '../results.ts';
import { startWatchedService } from '../services.ts';
import { openBareList } from './bare-list.ts';
import { type FramesOptions, frameResults, LONG_MS, observe, type Round, withPage } from './page-frames.ts';

const DEVICES = 300;
const PERIOD_MS = 100;
const WANTED_FRAMES = 55;

/** One notch of the wheel in CSS pixels, the notches to one side, and the pause between two in milliseconds. */
const NOTCH = 120;
const NOTCHES = 60;
const PAUSE_MS = 50;

/** Over the list, down and up again. */
async function* scroll(page: Page): AsyncGenerator<void> {
  await page.mouse.move(...POINTER);
  for (let notch = 0; ; notch += 1) {
    await page.mouse.wheel(0, notch % (2 * NOTCHES) < NOTCHES ? NOTCH : -NOTCH);
    await page.waitForTimeout(PAUSE_MS);
    yield;
  }
}

/** Over both lists, in CSS pixels. */
const POINTER = [200, 400] as const;

interface Size {
  width: number;
  height: number;
}

/** @returns the size of the list too @throws Error if a device is missing, or the values of a row stand still */
function measureList(browser: Browser, url: string, options: FramesOptions): Promise<Round & { size: Size }> {
  return withPage(browser, async (page) => {
    await page.goto(`${url}/#/devices`);
    await page
      .locator('.list-head .badge')
      .filter({ hasText: new RegExp(`^${DEVICES}$`) })
      .waitFor();
    const round = await observe(page, options, scroll);
    const row = page.locator('.device-row-values').last();
    const text = await row.textContent();
    await row.filter({ hasNotText: text ?? '' }).waitFor();
    const size = await page.locator('.list-scroll').boundingBox();
    if (!size) throw new Error('The page has no list.');
    return { ...round, size };
  });
}

function measureBare(browser: Browser, url: string, size: Size, options: FramesOptions): Promise<Round> {
  return withPage(browser, async (page) => {
    await openBareList(page, DEVICES, { url, size, rowHeight: ROW_HEIGHT });
    return observe(page, options, scroll);
  });
}

export async function measureDeviceList(options: FramesOptions): Promise<Section> {
  const section: Section = {
    title: 'Scrolling the devices',
    method:
      `Chromium without a graphics card, 1440 x 900. The service simulates ${DEVICES} devices with a reading every ` +
      `${PERIOD_MS} ms of each channel, and runs on the same computer. The Devices page, whose list is scrolled down ` +
      `and up with the wheel, beside a page with only a virtual list of the same size that receives the same stream and ` +
      `shows serial number and three values of each device. A frame longer than ${LONG_MS} ms is long. ` +
      `${options.rounds} rounds of ${options.durationMs / 1000} s each after ${options.warmUpMs / 1000} s.`,
    results: [],
  };
  if (!findBrowser()) return { ...section, skipped: 'Missing: Chromium (package chromium).' };
  return withEnds(async (atEnd) => {
    // Of the gateway family: of the others one is unplugged now and then.
    const simulation = [`--simulate=0x${DEVICES}`, `--simulate-period=${PERIOD_MS}`, '--simulate-seed=1'];
    const { url, stop } = await startWatchedService({ args: [...simulation, '--simulate-faults=false'] });
    atEnd(stop);
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const list: Round[] = [];
    const bare: Round[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const { size, ...measured } = await measureList(browser, url, options);
      list.push(measured);
      bare.push(await measureBare(browser, url, size, options));
    }
    const wanted = { is: 'at least', value: WANTED_FRAMES, beside: 'plain list: frames' } as const;
    return {
      ...section,
      results: [...frameResults('Devices page', list, wanted), ...frameResults('plain list', bare)],
    };
  });
}

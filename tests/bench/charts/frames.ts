/** How evenly the charts draw live readings, beside a page with only uPlot. */
import type { Browser } from 'playwright';
import { PlayedService } from '../../gui/support/played-service.ts';
import { findBrowser, launchBrowser } from '../../support/browser.ts';
import { appDevice, readings } from '../../support/views/devices.ts';
import type { Section } from '../results.ts';
import { openBarePage } from './bare-page.ts';
import {
  type FramesOptions,
  frameResults,
  LONG_MS,
  observe,
  type Round,
  WANTED_FRAMES,
  withPage,
} from './page-frames.ts';

/** Two channels of each of four units: eight, in four panels. */
const UNITS: readonly (readonly [unit: string, middle: number])[] = [
  ['°C', 22],
  ['%rh', 50],
  ['kPa', 101],
  ['ppm', 600],
];
const PERIOD_MS = 100;
const WINDOW_MS = 60_000;

interface Channel {
  label: string;
  unit: string;
  middle: number;
}

const CHANNELS: readonly Channel[] = UNITS.flatMap(([unit, middle], index) =>
  [1, 2].map((number) => ({ label: `channel_${index}_${number}`, unit, middle: middle + number })),
);

/** An emulated service with one device of eight channels at 10 Hz. */
async function startStream(): Promise<{ service: PlayedService; stop: () => Promise<void> }> {
  const service = new PlayedService();
  await service.start();
  const facts = CHANNELS.map(
    ({ label, unit, middle }) => [label, { unit, description: label, value: middle }] as const,
  );
  const device = appDevice({ serial: 'E1', channels: Object.fromEntries(facts) });
  service.put(device);
  const value = ({ middle }: Channel, at: number): number => middle + Math.sin(at / 5000) + 0.1 * Math.sin(at * 0.37);
  const timer = setInterval(() => {
    const at = Date.now();
    const values = CHANNELS.map((channel) => [channel.label, value(channel, at)] as const);
    service.send('readings', readings(device, Object.fromEntries(values), at));
  }, PERIOD_MS);
  return {
    service,
    stop: async () => {
      clearInterval(timer);
      await service.stop();
    },
  };
}

/** One round of the real page. */
function measureCharts(browser: Browser, url: string, options: FramesOptions): Promise<Round> {
  return withPage(browser, async (page) => {
    await page.goto(url);
    await page.locator('.device-view canvas').first().waitFor();
    await page.getByRole('button', { name: '1 min', exact: true }).click();
    return observe(page, options);
  });
}

/** One round of the bare page. */
function measureBare(browser: Browser, url: string, options: FramesOptions): Promise<Round> {
  return withPage(browser, async (page) => {
    const panels = UNITS.map(([unit]) => CHANNELS.filter((channel) => channel.unit === unit).map(({ label }) => label));
    await openBarePage(page, { url, panels, windowMs: WINDOW_MS });
    return observe(page, options);
  });
}

export async function measureFrames(options: FramesOptions): Promise<Section> {
  const section: Section = {
    title: 'Charts with live readings',
    method:
      `Chromium without a graphics card, 1440 x 900. Eight channels in four panels, ten readings a second of each, a ` +
      'time window of one minute. The device page, beside a page with only uPlot that receives the same stream and ' +
      `draws in every frame. A frame longer than ${LONG_MS} ms is long. ${options.rounds} rounds of ` +
      `${options.durationMs / 1000} s each after ${options.warmUpMs / 1000} s.`,
    results: [],
  };
  if (!findBrowser()) return { ...section, skipped: 'Missing: Chromium (package chromium).' };
  const { service, stop } = await startStream();
  const browser = await launchBrowser();
  const charts: Round[] = [];
  const bare: Round[] = [];
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      charts.push(await measureCharts(browser, service.url, options));
      bare.push(await measureBare(browser, service.url, options));
    }
  } finally {
    await browser.close();
    await stop();
  }
  const wanted = { is: 'at least', value: WANTED_FRAMES, beside: 'uPlot alone: frames' } as const;
  return { ...section, results: [...frameResults('Charts', charts, wanted), ...frameResults('uPlot alone', bare)] };
}

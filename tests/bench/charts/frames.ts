/** How evenly the charts draw live readings, beside a page with only uPlot. */
import type { Browser, CDPSession, Page } from 'playwright';
import { PlayedService } from '../../gui/support/played-service.ts';
import { findBrowser, launchBrowser } from '../../support/browser.ts';
import { appDevice, readings } from '../../support/views/devices.ts';
import { type Result, resultOf, type Section, type Wanted } from '../results.ts';
import { quantile } from '../statistics.ts';
import { openBarePage } from './bare-page.ts';

export interface FramesOptions {
  rounds: number;
  /** Both in milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

/** Two channels of each of four units: eight, in four panels. */
const UNITS: readonly (readonly [unit: string, middle: number])[] = [
  ['°C', 22],
  ['%rh', 50],
  ['kPa', 101],
  ['ppm', 600],
];
const PERIOD_MS = 100;
const WINDOW_MS = 60_000;

/** One and a half frames of 60 a second, in milliseconds: a longer one skipped a frame. */
const LONG_MS = 25;

/** One of 60 frames a second may be skipped. */
const WANTED_FRAMES = 59;

interface Channel {
  label: string;
  unit: string;
  middle: number;
}

const CHANNELS: readonly Channel[] = UNITS.flatMap(([unit, middle], index) =>
  [1, 2].map((number) => ({ label: `channel_${index}_${number}`, unit, middle: middle + number })),
);

/** One round of one page. */
interface Round {
  /** Milliseconds from one frame to the next. */
  frames: number[];
  /** Milliseconds of the page's main thread in each second. */
  busy: number;
}

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

async function busySoFar(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser reports no TaskDuration.');
  return seconds * 1000;
}

/** Records the time of every frame. */
async function observe(page: Page, { warmUpMs, durationMs }: FramesOptions): Promise<Round> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.waitForTimeout(warmUpMs);
  const before = await busySoFar(session);
  const frames = await page.evaluate<number[]>(`new Promise((resolve) => {
    const frames = [];
    let last = performance.now();
    const end = last + ${durationMs};
    const note = (now) => {
      frames.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(note);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(note);
  })`);
  const busy = ((await busySoFar(session)) - before) / (durationMs / 1000);
  return { frames, busy };
}

async function withPage<Value>(browser: Browser, run: (page: Page) => Promise<Value>): Promise<Value> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' });
  try {
    return await run(await context.newPage());
  } finally {
    await context.close();
  }
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
  return { ...section, results: [...resultsOf('Charts', charts, wanted), ...resultsOf('uPlot alone', bare)] };
}

function resultsOf(name: string, rounds: readonly Round[], wanted?: Wanted): Result[] {
  const at = (q: number): number[] => rounds.map(({ frames }) => quantile(frames, q));
  const long = rounds.map(({ frames }) => (100 * frames.filter((ms) => ms > LONG_MS).length) / frames.length);
  const rates = rounds.map(({ frames }) => (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0));
  return [
    resultOf(`${name}: frames`, '1/s', rates, wanted),
    resultOf(`${name}: frame to frame, median`, 'ms', at(0.5)),
    resultOf(`${name}: frame to frame, p95`, 'ms', at(0.95)),
    resultOf(`${name}: frame to frame, p99`, 'ms', at(0.99)),
    resultOf(`${name}: long frames`, '%', long),
    resultOf(
      `${name}: main thread busy`,
      'ms/s',
      rounds.map(({ busy }) => busy),
    ),
  ];
}

/** The frames of a page, also while something moves in it. */
import type { Browser, CDPSession, Page } from 'playwright';
import { PATIENCE_MS } from '../patience.ts';
import { type Result, resultOf, type Wanted } from '../results.ts';
import { quantile } from '../statistics.ts';

export interface FramesOptions {
  rounds: number;
  /** Both in milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

/** One and a half frames of 60 a second, in milliseconds: a longer one skipped a frame. */
export const LONG_MS = 25;

/** Recorded on the slowest page too. */
const LEAST_FRAMES = 3;

/** Of drawings: one of 60 frames a second may be skipped. */
export const WANTED_FRAMES = 59;

/** One round of one page. */
export interface Round {
  /** Milliseconds from one frame to the next. */
  frames: number[];
  /** Milliseconds of the page's main thread in each second. */
  busy: number;
}

/** Of each page, in CSS pixels. */
export const VIEWPORT = { width: 1440, height: 900 };

/** A page of its own, closed at the end. */
export async function withPage<Value>(browser: Browser, run: (page: Page) => Promise<Value>): Promise<Value> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'no-preference' });
  try {
    context.setDefaultTimeout(PATIENCE_MS);
    return await run(await context.newPage());
  } finally {
    await context.close();
  }
}

const NO_STEPS: AsyncIterable<void> = (async function* none() {})();

/** What a user does without end; each step follows the page's response to the one before. */
export type Gesture = (page: Page) => AsyncGenerator<void>;

/** Records the time of every frame. @param gesture from the warm-up on */
export async function observe(
  page: Page,
  { warmUpMs, durationMs }: Omit<FramesOptions, 'rounds'>,
  gesture?: Gesture,
): Promise<Round> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await during(page.waitForTimeout(warmUpMs), gesture?.(page));
  const before = await busySoFar(session);
  const began = performance.now();
  const recording = page.evaluate<number[]>(`new Promise((resolve) => {
    const frames = [];
    let last = performance.now();
    const end = last + ${durationMs};
    const isDue = (now) => now < end || frames.length < ${LEAST_FRAMES};
    const note = (now) => {
      frames.push(now - last);
      last = now;
      if (isDue(now)) requestAnimationFrame(note);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(note);
  })`);
  const frames = await during(recording, gesture?.(page));
  const busy = ((await busySoFar(session)) - before) / ((performance.now() - began) / 1000);
  return { frames, busy };
}

async function during<Value>(waited: Promise<Value>, steps: AsyncIterable<void> = NO_STEPS): Promise<Value> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  waited.then(end, end);
  for await (const _ of steps) if (isOver) break;
  return waited;
}

async function busySoFar(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser reports no TaskDuration.');
  return seconds * 1000;
}

/** @param wanted of the frames in a second */
export function frameResults(name: string, rounds: readonly Round[], wanted?: Wanted): Result[] {
  const at = (q: number): number[] => rounds.map(({ frames }) => quantile(frames, q));
  const long = rounds.map(({ frames }) => (100 * frames.filter((ms) => ms > LONG_MS).length) / frames.length);
  const rates = rounds.map(({ frames }) => (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0));
  const busy = rounds.map((round) => round.busy);
  return [
    resultOf(`${name}: frames`, '1/s', rates, wanted),
    resultOf(`${name}: frame to frame, median`, 'ms', at(0.5)),
    resultOf(`${name}: frame to frame, p95`, 'ms', at(0.95)),
    resultOf(`${name}: frame to frame, p99`, 'ms', at(0.99)),
    resultOf(`${name}: long frames`, '%', long),
    resultOf(`${name}: main thread busy`, 'ms/s', busy),
  ];
}

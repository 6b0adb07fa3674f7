/** Reads the charts off the page as a user does: the pixels that are drawn, and the figures beside them. */
import type { Locator, Page } from 'playwright';
import type { OpenPageOptions } from './browser.ts';
import type { PlayedRig } from './played-rig.ts';

/**
 * Opens a page for which it is always this moment, of which the service tells too: however slow the machine, what is
 * live slides nothing out of view, and nothing is drawn that no test asked for. Timers go on.
 * @param at milliseconds since 1970
 */
export async function openAt(rig: PlayedRig, at: number, route = '/', options: OpenPageOptions = {}): Promise<Page> {
  tellTime(rig, at);
  return (await rig.open(route, { ...options, at, script: AXES })).page;
}

/** Noon of today, by the local clock: times of the hours around it are written without a date. */
export function noon(): number {
  return new Date().setHours(12, 0, 0, 0);
}

/** From now on it is always this moment on a page of `openAt`. @param at milliseconds since 1970 */
export async function moveTo(page: Page, rig: PlayedRig, at: number): Promise<void> {
  tellTime(rig, at);
  await page.clock.setFixedTime(at);
}

function tellTime(rig: PlayedRig, at: number): void {
  rig.service.status.time = new Date(at).toISOString();
  // Includes a reading of this moment, and does not depend on the time of day of the run.
  rig.service.history.until = () => at + 1;
}

/** A stretch of a line: where it begins and ends, as parts of the plot's width. */
export interface Stretch {
  from: number;
  to: number;
}

/** Columns without ink that dashes and the screen's rounding may leave in a line, in pixels of the screen. */
const BRIDGED = 6;

/**
 * Where a plot shows a series' colour, from left to right.
 * @param panel counted from the top, from 0
 * @param series 1 to 10, the `--series-` colour
 */
export async function stretches(page: Page, panel: number, series: number): Promise<Stretch[]> {
  const ink = await page.evaluate<boolean[]>(`(() => {
    const plot = document.querySelectorAll('.chart-plot')[${panel}];
    const canvas = plot.querySelector('canvas');
    const probe = document.createElement('canvas').getContext('2d');
    probe.fillStyle = getComputedStyle(plot).getPropertyValue('--series-${series}');
    probe.fillRect(0, 0, 1, 1);
    const colour = probe.getImageData(0, 0, 1, 1).data;
    const outer = canvas.getBoundingClientRect();
    const inner = plot.querySelector('.chart-area').getBoundingClientRect();
    const ratio = canvas.width / outer.width;
    const width = Math.round(inner.width * ratio);
    const left = Math.round((inner.left - outer.left) * ratio);
    const { data } = canvas.getContext('2d').getImageData(left, 0, width, canvas.height);
    return Array.from({ length: width }, (_, x) => {
      for (let y = 0; y < canvas.height; y += 1) {
        const at = (y * width + x) * 4;
        const isSame = [0, 1, 2].every((part) => Math.abs(data[at + part] - colour[part]) < 40);
        if (isSame && data[at + 3] > 60) return true;
      }
      return false;
    });
  })()`);
  const found: Stretch[] = [];
  for (const [x, isInk] of ink.entries()) {
    if (!isInk) continue;
    const last = found.at(-1);
    if (last && x - last.to <= BRIDGED) last.to = x;
    else found.push({ from: x, to: x });
  }
  return found.map(({ from, to }) => ({ from: from / ink.length, to: (to + 1) / ink.length }));
}

/** The value in the legend, as it is written. */
export const legendValue = (page: Page, channel: string): Locator =>
  page.locator(`.chart-value[data-channel="${channel}"]`);

/** The mark of the time that is shown, in the overview. */
export const overviewWindow = (page: Page): Locator => page.getByRole('slider', { name: 'Time window' });

/** `14:41:10.250` as milliseconds of the day. */
export function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000);
}

/** The time that is shown, in milliseconds of the day, to the second. */
export async function timeShown(page: Page): Promise<{ from: number; to: number }> {
  const [from = '', to = ''] = ((await overviewWindow(page).getAttribute('aria-valuetext')) ?? '').split(' to ');
  return { from: timeOfDay(from), to: timeOfDay(to) };
}

/** Puts the pointer into a panel's plot. @param at part of its width */
export async function pointAt(page: Page, panel: number, at: number): Promise<void> {
  const box = await page.locator('.chart-plot .chart-area').nth(panel).boundingBox();
  if (!box) throw new Error(`There is no panel ${panel}.`);
  await page.mouse.move(box.x + at * box.width, box.y + box.height / 2);
}

/** Waits until the charts have drawn what happened before. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** Notes what each canvas has written on it since it was cleared last. */
const AXES = `(() => {
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  window.written = new Map();
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    window.written.set(this.canvas, []);
    return clearRect.apply(this, box);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    window.written.get(this.canvas)?.push(text);
    return fillText.call(this, text, ...rest);
  };
})()`;

/** What is written along the axes, on a page of `openAt`. */
export function axisTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...window.written].flatMap(([canvas, texts]) => (canvas.isConnected ? texts : []))`);
}

/**
 * Notes the addresses of what the charts are answered from now on, where the page has the answer: what it gave up while
 * it zoomed is asked for again when it is wanted again.
 */
export async function noteAnswers(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`(() => {
    const { arrayBuffer } = Response.prototype;
    window.answered = [];
    Response.prototype.arrayBuffer = async function () {
      const bytes = await arrayBuffer.call(this);
      window.answered.push(this.url);
      return bytes;
    };
  })()`);
  return () => page.evaluate<string[]>('window.answered');
}

/** What the yardsticks are built on. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';

const SCRIPT = fileURLToPath(import.meta.resolve('uplot/dist/uPlot.iife.min.js'));

/** Its path on the origin of the service. */
const PATH = '/bare.html';

/** Opens a page on the origin of a service, without anything of it. @param url of the service @param body in HTML */
export async function openEmptyPage(page: Page, url: string, body = ''): Promise<void> {
  const whole = `<!doctype html><body style="margin:0">${body}</body>`;
  await page.route(`**${PATH}`, (route) => route.fulfill({ contentType: 'text/html', body: whole }));
  await page.goto(url + PATH);
}

/** The same with `uPlot` in it. */
export async function openUPlotPage(page: Page, url: string): Promise<void> {
  await openEmptyPage(page, url);
  await page.evaluate(await readFile(SCRIPT, 'utf8').then((text) => `${text}; window.uPlot = uPlot; undefined`));
}

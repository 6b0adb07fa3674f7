/**
 * Takes pictures of every page, in light and dark, with nothing there and with much: for the documentation, and to look
 * at critically. Build first.
 *
 *   node tests/screenshots/main.ts FOLDER [--size 1024x700] [--only WORD]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';
import { PICTURES, type Picture } from './pictures.ts';
import { openFullWorld } from './world.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '1440x900' }, only: { type: 'string', default: '' } },
});
const [folder = 'pictures'] = positionals;
const [width = 1440, height = 900] = values.size.split('x').map(Number);
mkdirSync(folder, { recursive: true });

/** What moves is to stand still, and what comes over the stream is to be there. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForTimeout(2500);
}

async function take(browser: Browser, url: string, picture: Picture, state: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${picture.name}: ${error.message}`));
    for (const [name, value] of Object.entries(picture.preferences ?? {})) {
      await page.addInitScript(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
    }
    await page.goto(`${url}/#${picture.route}`);
    await settle(page);
    await picture.prepare?.(page);
    const name = `${picture.name}-${state}-${theme}.png`;
    await page.screenshot({ path: join(folder, name) });
    console.log(name);
    await context.close();
  }
}

const wanted = PICTURES.filter(({ name }) => name.includes(values.only));
// With the scrollbars that users see.
const browser = await launchBrowser([], undefined, { ignoreDefaultArgs: ['--hide-scrollbars'] });
/** What was started, the newest last. */
const started: (() => Promise<unknown>)[] = [() => browser.close()];

async function end(): Promise<void> {
  for (const stop of started.splice(0).toReversed()) await stop();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  const empty = await startService();
  started.push(() => empty.stop());
  for (const picture of wanted) {
    if (picture.states !== 'full') await take(browser, empty.url, picture, 'empty');
  }
  const full = await openFullWorld();
  started.push(() => full.close());
  for (const picture of wanted) {
    if (picture.states !== 'empty') await take(browser, full.url, picture, 'full');
  }
} finally {
  await end();
}

/** Pages that serve one test of a file after another: a new one costs several times as much. */
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { errorText } from '../../../service/support/errors.ts';
import { launchEngine } from '../../support/browser.ts';
import { keepFailed } from './artifacts.ts';
import { type OpenPage, type OpenPageOptions, TestPage } from './browser.ts';

export interface Pages {
  /** Opens an address in a page where nothing is stored. It need not be closed. */
  open(url: string, options?: OpenPageOptions): Promise<OpenPage>;
  /** Opens an empty page, to prepare it before it goes anywhere. */
  blank(options?: OpenPageOptions): Promise<OpenPage>;
}

/**
 * A browser for the tests of a file. Each test ends with no fault in any of its pages. Call it after the hooks that stop
 * what the pages show: the last one to be registered runs first.
 */
export function pagesOfFile(): Pages {
  let browser: Browser;
  /** Cleared ones, by their kind. */
  const spare = new Map<string, TestPage>();
  const used: { opened: TestPage; origin: string }[] = [];
  beforeAll(async () => {
    browser = await launchEngine();
  });
  afterAll(() => browser.close());
  afterEach(async (context) => {
    await keepFailed(context);
    const hasFailed = context.task.result?.state === 'fail';
    const errors: unknown[] = [];
    for (const { opened, origin } of used.splice(0)) {
      if (opened.page.isClosed()) continue;
      const kind = `${origin} ${opened.kind}`;
      const isAlike = !opened.isSpoilt && new URL(opened.page.url()).origin === origin;
      try {
        if (hasFailed || !isAlike || spare.has(kind)) await opened.close();
        else {
          await opened.clear();
          spare.set(kind, opened);
        }
      } catch (error) {
        errors.push(error);
        await opened.page.context().close();
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(errorText).join('\n'));
  });
  return {
    blank: async (options) => {
      const opened = await TestPage.open(browser, options);
      used.push({ opened, origin: '' });
      return opened;
    },
    open: async (url, options = {}) => {
      const { origin } = new URL(url);
      const kind = `${origin} ${TestPage.kindOf(options)}`;
      const known = spare.get(kind);
      spare.delete(kind);
      const opened = known ?? (await TestPage.open(browser, options));
      used.push({ opened, origin });
      if (known) await known.prepare(options);
      await opened.page.goto(url);
      return opened;
    },
  };
}

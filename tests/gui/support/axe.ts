/** Automatic accessibility checks of a page as it stands. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds wrong by WCAG 2.2 A and AA and its best practices: each rule with the elements it names. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Through the debugger: the page's own policy rightly refuses foreign scripts.
  await page.evaluate(await readFile(SOURCE, 'utf8'));
  const results = await page.evaluate<AxeResults>('axe.run()');
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

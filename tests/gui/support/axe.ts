/** Automatic accessibility checks of a page as it stands. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Where focus that would leave a popup is caught and sent back at once: nobody ever stays there. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** Belongs to WCAG 2.2 AA, and is left out by axe unless asked for: what is pressed is 24 pixels high and wide, or alone. */
const MORE_RULES = ['target-size'];

/**
 * What axe finds wrong by WCAG 2.2 A and AA and its best practices: each rule with the elements it names.
 * @param rules that do not apply to what is shown
 */
export async function axeViolations(page: Page, ...rules: string[]): Promise<string[]> {
  // Through the debugger: the page's own policy rightly refuses foreign scripts.
  await page.evaluate(await readFile(SOURCE, 'utf8'));
  const enabled = [...MORE_RULES.map((rule) => [rule, true] as const), ...rules.map((rule) => [rule, false] as const)];
  const options = { rules: Object.fromEntries(enabled.map(([rule, isOn]) => [rule, { enabled: isOn }])) };
  const results = await page.evaluate<AxeResults>(
    `axe.run({ exclude: [['${FOCUS_GUARDS}']] }, ${JSON.stringify(options)})`,
  );
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

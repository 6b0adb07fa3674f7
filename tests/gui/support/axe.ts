/** Automatic accessibility checks of a page as it stands. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where focus that would leave a popup is caught and sent back at once: nobody ever stays there. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** Belongs to WCAG 2.2 AA, and is left out by axe unless asked for: what is pressed is 24 pixels high and wide, or alone. */
const MORE_RULES = ['target-size'];

/** The rules that compare colors: the only ones that another theme can break. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong by WCAG 2.2 A and AA and its best practices: each rule with the elements it names.
 * @param rules that do not apply to what is shown
 */
export function axeViolations(page: Page, ...rules: string[]): Promise<string[]> {
  const enabled = [...MORE_RULES.map((rule) => [rule, true] as const), ...rules.map((rule) => [rule, false] as const)];
  return violations(page, { rules: Object.fromEntries(enabled.map(([rule, isOn]) => [rule, { enabled: isOn }])) });
}

/** What axe finds wrong with the colors alone: all that can differ where the page was looked at in the other theme. */
export function colorViolations(page: Page): Promise<string[]> {
  return violations(page, { runOnly: COLOR_RULES });
}

/**
 * What axe finds wrong in the light theme, which is worn, and with the colors of the dark one.
 * @param rules that do not apply to what is shown
 */
export async function violationsInThemes(page: Page, ...rules: string[]): Promise<string[]> {
  const found = await axeViolations(page, ...rules);
  await wearTheme(page, 'dark');
  const inDark = await colorViolations(page);
  await wearTheme(page, 'light');
  return [...found, ...inDark.map((violation) => `in the dark theme: ${violation}`)];
}

/** Changes the theme, as the system does, and waits until the page wears it. */
export async function wearTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
  await page.evaluate(TRANSITIONS_END);
}

/** Waits until no transition begins any more: that of an inherited color begins one in each child, a frame later. */
const TRANSITIONS_END = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const running = async () => {
    await frame();
    await frame();
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  };
  let quiet = 0;
  while (quiet < 2) {
    const transitions = await running();
    quiet = transitions.length === 0 ? quiet + 1 : 0;
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  }
})()`;

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  // Through the debugger: the page's own policy rightly refuses foreign scripts.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(SOURCE);
  // Written down in the page: the results hold every element that was looked at.
  return page.evaluate<string[]>(`axe.run({ exclude: [['${FOCUS_GUARDS}']] }, ${JSON.stringify(options)})
    .then(({ violations }) => violations.map(({ id, help, nodes }) =>
      id + ': ' + help + ': ' + nodes.map(({ html }) => html).join(' | ')))`);
}

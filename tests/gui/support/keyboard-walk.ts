/** A walk through a page by Tab alone. */
import type { Page } from 'playwright';

/** Presses after which a walk that has not come around is one that never will. */
const MOST_STEPS = 600;

export interface Walk {
  /** What had the focus without showing it. */
  readonly unseen: string[];
  /** What can be used by mouse, and was not reached. */
  readonly unreached: string[];
  /** How many stops there were. */
  readonly stops: number;
  /** Whether the focus left the page at its end: it was nowhere held. */
  readonly hasCome: boolean;
}

/** Numbers what had the focus, and tells about it. Where nothing has it, the end of the page is reached. */
const STOP = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  // Tab goes through the parts of a date and time before it leaves the field.
  const isSame = element.dataset.walked === 'last';
  const isKnown = element.dataset.walked !== undefined && !isSame;
  for (const one of document.querySelectorAll('[data-walked=last]')) one.dataset.walked = '';
  element.dataset.walked = 'last';
  const shows = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  };
  const box = element.getBoundingClientRect();
  const isInView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return { isKnown, isSame, isSeen: shows(element) && isInView && box.width > 0, html: element.outerHTML.slice(0, 160) };
})()`;

/** Elements of a group of which one can be reached by Tab: the arrows lead to the others. */
const ROVING = '[role=option], [role=tab], [role=radio], [role=menuitem], input[type=radio]';

const UNREACHED = `[...document.querySelectorAll(
  'a[href], button, input, select, textarea, summary, [role=option], [role=tab], [role=slider], [role=separator]',
)]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden'))
  .filter((element) => !element.disabled && !element.closest('[inert], fieldset:disabled, [aria-hidden=true]'))
  .filter((element) => element.dataset.walked === undefined)
  .filter((element) => {
    const group = element.closest('[role=listbox], [role=tablist], [role=radiogroup], fieldset, form');
    return !(element.matches(${JSON.stringify(ROVING)}) && group?.querySelector('[data-walked]'));
  })
  .map((element) => element.outerHTML.slice(0, 160))`;

interface Stop {
  isKnown: boolean;
  /** It had the focus at the step before, too. */
  isSame: boolean;
  isSeen: boolean;
  html: string;
}

/** Goes from the beginning of the page to its end. */
export async function walk(page: Page): Promise<Walk> {
  await page.evaluate('document.activeElement?.blur()');
  await page.evaluate("for (const one of document.querySelectorAll('[data-walked]')) delete one.dataset.walked");
  // From the very beginning: the rail.
  await page.locator('.rail').evaluate((rail) => {
    rail.tabIndex = -1;
    rail.focus();
    rail.removeAttribute('tabindex');
  });
  const unseen: string[] = [];
  let stops = 0;
  let hasCome = false;
  for (let step = 0; step < MOST_STEPS && !hasCome; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop | null>(STOP);
    hasCome = stop === null || (stop.isKnown && stops > 1);
    if (!stop || hasCome) break;
    if (stop.isSame) continue;
    stops += 1;
    if (!stop.isSeen) unseen.push(stop.html);
  }
  return { unseen, stops, hasCome, unreached: await page.evaluate<string[]>(UNREACHED) };
}

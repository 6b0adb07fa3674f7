/** What of the hostile names a page shows: one that leaves an entry out could not be harmed by its name. */
import type { Page } from 'playwright';
import { HOSTILE_TEXTS, type HostileText } from './hostile-world.ts';

/** All that is in sight within an element, or can be scrolled to: texts, and what fields hold. */
const SEEN = (within: string): string => `(() => {
  const root = document.querySelector(${JSON.stringify(within)});
  if (!root) return '';
  const seen = [];
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1 &&
      !element.closest('.visually-hidden, option, title');
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isSeen(node.parentElement)) seen.push(node.data);
  }
  for (const field of root.querySelectorAll('input, textarea, select')) {
    if (isSeen(field)) seen.push(field.tagName === 'SELECT' ? field.selectedOptions[0]?.text ?? '' : field.value);
  }
  return seen.join('\\n');
})()`;

/** Without the signs that have no picture: a field of one line has no line ends, and a picture of text no NUL. */
// oxlint-disable-next-line no-control-regex -- they are meant
const drawn = (text: string): string => text.replaceAll(/[\u0000-\u001F]/g, '');

/** The texts that are not to be seen, whole, within the element that this selector finds first. */
export async function unseenIn(page: Page, within: string, kinds: readonly HostileText[]): Promise<HostileText[]> {
  const seen = drawn(await page.evaluate<string>(SEEN(within)));
  return kinds.filter((kind) => !seen.includes(drawn(HOSTILE_TEXTS[kind])));
}

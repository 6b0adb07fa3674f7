/** What a hostile name has done to a page: found out in the page itself. */
import type { Page } from 'playwright';

/** Notes whatever script of a name runs; for `damageOf`. Before the page is opened. */
export const TRAP = 'globalThis.ranBy = []; globalThis.ran = (what) => ranBy.push(what);';

/** Elements and links that a name has made. */
const MADE = `[
  ...ranBy.map((what) => 'ran: ' + what),
  ...[...document.querySelectorAll('img[src="x"], svg[onload], [onfocus], [onerror]')].map((one) => one.outerHTML),
  ...[...document.querySelectorAll('[href], [src], [action], [formaction]')]
    .flatMap((one) => [one.href, one.src, one.action, one.formAction])
    .filter((link) => typeof link === 'string' && /^(javascript|vbscript|data):/i.test(link)),
]`;

/** Text that no scrolling brings into view, and no ellipsis stands for. */
const CUT = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility() || parent.closest('.visually-hidden, option')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    let edge = innerWidth;
    for (let at = parent; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.textOverflow === 'ellipsis' || ['auto', 'scroll'].includes(style.overflowX)) edge = Infinity;
      if (style.overflowX !== 'visible') {
        edge = Math.min(edge, edge === Infinity ? edge : at.getBoundingClientRect().right);
        break;
      }
    }
    if (right > edge + 1) found.push('cut: <' + parent.className + '> ' + node.data.slice(0, 40));
  }
  return found;
})()`;

/**
 * Figures that a name before them turns around: digits in the same line of thought (the Unicode bidirectional
 * algorithm's paragraph, or isolate) after a sign that overrides the direction.
 */
const TURNED = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf('\\u202E');
    if (at < 0 || !node.parentElement.checkVisibility() || node.parentElement.closest('option, title')) continue;
    let host = node.parentElement;
    for (let style = getComputedStyle(host); style.display === 'inline' && style.unicodeBidi === 'normal'; ) {
      host = host.parentElement;
      style = getComputedStyle(host);
    }
    const rest = document.createRange();
    rest.setStart(node, at);
    rest.setEndAfter(host.lastChild);
    const after = rest.toString();
    if (/[\\s(]\\d/.test(after)) found.push('turned: <' + host.className + '> ' + after.slice(0, 60));
  }
  return found;
})()`;

/** What is wrong with the page that is shown; empty when every name is text and nothing else. */
export function damageOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...${MADE}, ...${CUT}, ...${TURNED}]`);
}

/** The yardstick: a plain virtual list that receives the same stream and updates the rows in view with every frame. */
import type { Page } from 'playwright';
import { openEmptyPage } from './empty-page.ts';

export interface BareListOptions {
  /** Of the service. */
  url: string;
  /** Of the list, and of a row, in CSS pixels. */
  size: { width: number; height: number };
  rowHeight: number;
}

/** Opens the page and waits until every device has sent a reading. @param devices how many there are */
export async function openBareList(
  page: Page,
  devices: number,
  { url, size, rowHeight }: BareListOptions,
): Promise<void> {
  const style = `width:${size.width}px;height:${size.height}px;overflow-y:auto;font:14px sans-serif`;
  await openEmptyPage(page, url, `<div style="${style}"><div style="position:relative"></div></div>`);
  await page.evaluate(`(() => {
    const list = document.querySelector('div');
    const rows = list.firstChild;
    const texts = new Map();
    const elements = new Map();
    window.heard = 0;
    new EventSource('/app/v1/events').addEventListener('readings', ({ data }) => {
      const { serial, values } = JSON.parse(data);
      const figures = Object.values(values).slice(0, 3).map(({ magnitude, unit }) => magnitude.toFixed(2) + ' ' + unit);
      texts.set(serial, figures.join('  '));
      window.heard = texts.size;
    });
    const draw = () => {
      const serials = [...texts.keys()];
      rows.style.height = serials.length * ${rowHeight} + 'px';
      const first = Math.max(0, Math.floor(list.scrollTop / ${rowHeight}) - 2);
      const shown = serials.slice(first, first + Math.ceil(${size.height / rowHeight}) + 4);
      for (const [serial, element] of elements) {
        if (shown.includes(serial)) continue;
        element.remove();
        elements.delete(serial);
      }
      for (const [index, serial] of shown.entries()) {
        let element = elements.get(serial);
        if (!element) {
          element = document.createElement('div');
          element.style.cssText = 'position:absolute;top:' + (first + index) * ${rowHeight} + 'px;height:${rowHeight}px';
          element.append(document.createElement('b'), document.createElement('p'));
          element.firstChild.textContent = serial;
          rows.append(element);
          elements.set(serial, element);
        }
        if (element.lastChild.textContent !== texts.get(serial)) element.lastChild.textContent = texts.get(serial);
      }
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  })()`);
  await page.waitForFunction(`window.heard >= ${devices}`);
}

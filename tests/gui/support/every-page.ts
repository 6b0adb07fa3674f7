/** Every page of the real service, by the links of its rail: a page that is added is covered by itself. */
import type { Page } from 'playwright';
import { type RunningService, startService } from '../../support/service.ts';
import { PATIENCE_MS } from './browser.ts';

/** As a first start is: no instrument, nothing set up. */
export function emptyService(): Promise<RunningService> {
  return startService({ args: ['--no-simulate'] });
}

/** With instruments, and one of everything that can be set up: some of it fails, as it does. */
export async function fullService(): Promise<RunningService> {
  const service = await startService({ args: ['--simulate', '--simulate-publish'] });
  const add = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
  // Nobody listens at port 1.
  await add('/app/v1/mqtt/clients', { identifier: 'local', name: 'local', host: '127.0.0.1', port: 1 });
  await add('/app/v1/gateways', { kind: 'sensgate', name: 'Hall', host: '127.0.0.1', port: 1 });
  const plant = { kind: 'influxdb1', name: 'Plant', url: 'http://127.0.0.1:1', database: 'plant' };
  await add('/app/v1/databases', plant);
  await add('/app/v1/destinations', { kind: 'ntfy', name: 'Phone', url: 'http://127.0.0.1:1', topic: 'plant' });
  const channel = 'usb/SIM00001/temperature';
  const place = { w: 4, h: 4 };
  await add('/app/v1/dashboards', {
    name: 'Hall',
    tiles: [
      { ...place, id: 'value', kind: 'value', x: 0, y: 0, channel },
      { ...place, id: 'gauge', kind: 'gauge', x: 4, y: 0, channel },
      { ...place, id: 'alarms', kind: 'alarms', x: 8, y: 0, channels: [] },
      { ...place, id: 'chart', kind: 'chart', x: 0, y: 4, channels: [channel] },
      { ...place, id: 'table', kind: 'table', x: 4, y: 4, channels: [channel] },
      { ...place, id: 'text', kind: 'text', x: 8, y: 4, text: 'See https://hall.example/plan' },
      { ...place, id: 'client', kind: 'mqtt-client', x: 0, y: 8, client: 'local' },
    ],
  });
  const watched = { family: 'usb', serial: 'SIM00001', channel: 'temperature' };
  await add('/app/v1/alarms/rules', { ...watched, lower: 1000 });
  await add('/app/v1/runs', { name: 'Batch 12', channels: [{ ...watched, low: 2, high: 8 }], tags: ['hall'] });
  const start = { kind: 'schedule', weekdays: ['mon', 'fri'], time: '06:00' };
  await add('/app/v1/run-plans', { name: 'Batch {n}', channels: [watched], start });
  return service;
}

/** Pages below another one, which the rail does not link to. */
const SUBPAGES = ['/runs/automatic'];

/** The routes of all pages: as the rail links to them, and those below. */
export async function pageRoutes(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return [...hrefs.map((href) => href.replace(/^#/, '')), ...SUBPAGES];
}

/** Goes there; done when the page has heard of it and drawn it: until then, the place before is still shown. */
const GO = (route: string): string => `new Promise((done) => {
  const before = location.href;
  const drawn = () => requestAnimationFrame(() => requestAnimationFrame(done));
  addEventListener('hashchange', drawn, { once: true });
  location.hash = ${JSON.stringify(route)};
  if (location.href !== before) return;
  removeEventListener('hashchange', drawn);
  drawn();
})`;

/** Done when nothing is said to be asked for, and nothing more is put in: figures may go on changing. */
const RESTS = `new Promise((done, fail) => {
  const end = performance.now() + ${PATIENCE_MS};
  let before = -1;
  let same = 0;
  const look = () => {
    const count = document.querySelector('.turning, [aria-busy="true"]') ? -1 : document.querySelectorAll('main *').length;
    same = count >= 0 && count === before ? same + 1 : 0;
    before = count;
    if (same === 4) done();
    else if (performance.now() > end) fail(new Error('The page at ' + location.hash + ' does not come to rest.'));
    else setTimeout(look, 50);
  };
  look();
})`;

/** Goes to a page and waits until it stands: its content is there, and nothing says that it is still being asked for. */
export async function showPage(page: Page, route: string): Promise<void> {
  await page.evaluate(GO(route));
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await page.evaluate(RESTS);
  // Another font is another width of texts.
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** What of the page's controls and texts sticks out of the window on the right, where nothing scrolls sideways. */
export function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const scrolls = (element) => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
        if (getComputedStyle(at).textOverflow === 'ellipsis') return true;
      }
      return false;
    };
    return [...document.querySelectorAll('main :is(input, select, textarea, button, a, p, h1, h2, h3)')]
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && box.right > innerWidth + 1 && !scrolls(element);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  })()`);
}

/** Where the user is, and whether they are still there when what they waited for comes. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as GuardedLocation from '../../../renderer/app/guarded-location.ts';

const events = new EventTarget();
let page: typeof GuardedLocation;

/** The address as the user changes it: by the back key, or typed. */
function address(route: string): void {
  location.hash = `#${route}`;
  events.dispatchEvent(new Event('hashchange'));
}

beforeAll(async () => {
  const at = new URL('http://127.0.0.1/#/mqtt/lab');
  const change = (_state: unknown, _title: string, url: string): void => {
    at.href = new URL(url, at).href;
  };
  vi.stubGlobal('location', at);
  vi.stubGlobal('history', { pushState: change, replaceState: change });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
  page = await import('../../../renderer/app/guarded-location.ts');
  page.startLocation();
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => page.forceNavigate('/mqtt/lab'));

test('is the same place while nothing else is shown', () => {
  const isHere = page.captureLocation();
  expect(isHere()).toBe(true);
  expect(page.rawRoute.get()).toBe('/mqtt/lab');
});

test.each([
  ['a step of the page', () => page.forceNavigate('/mqtt/roof')],
  ['a message', () => page.navigateTo('/mqtt/roof')],
  ['the address', () => address('/mqtt/roof')],
])('is left by %s', (_by, go) => {
  const isHere = page.captureLocation();
  go();
  expect(page.rawRoute.get()).toBe('/mqtt/roof');
  expect(isHere()).toBe(false);
});

test('is left even where the user came back: what is shown there has begun anew', () => {
  const isHere = page.captureLocation();
  address('/mqtt/roof');
  address('/mqtt/lab');
  expect(isHere()).toBe(false);
});

test('stays the same place where what was new has got a name', () => {
  page.forceNavigate('/mqtt/+new');
  const isHere = page.captureLocation();
  page.replacePath('/mqtt/attic');
  expect(page.rawRoute.get()).toBe('/mqtt/attic');
  expect(isHere()).toBe(true);
  page.forceNavigate('/mqtt/lab');
  expect(isHere()).toBe(false);
});

test('is replaced only while the user is there, and their address says so', () => {
  page.redirect('/mqtt/lab', '/mqtt/roof');
  expect(page.rawRoute.get()).toBe('/mqtt/roof');
  page.redirect('/mqtt/lab', '/mqtt/attic');
  expect(page.rawRoute.get()).toBe('/mqtt/roof');
  location.hash = '#/log';
  page.redirect('/mqtt/roof', '/mqtt/attic');
  expect(location.hash).toBe('#/log');
});

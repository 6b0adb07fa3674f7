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
beforeEach(() => page.leaveFor('/mqtt/lab'));

test('is the same place while nothing else is shown', () => {
  const isHere = page.notePlace();
  expect(isHere()).toBe(true);
  expect(page.rawRoute.get()).toBe('/mqtt/lab');
});

test.each([
  ['a step of the page', () => page.leaveFor('/mqtt/roof')],
  ['a message', () => page.visit('/mqtt/roof')],
  ['the address', () => address('/mqtt/roof')],
])('is left by %s', (_by, go) => {
  const isHere = page.notePlace();
  go();
  expect(page.rawRoute.get()).toBe('/mqtt/roof');
  expect(isHere()).toBe(false);
});

test('is left even where the user came back: what is shown there has begun anew', () => {
  const isHere = page.notePlace();
  address('/mqtt/roof');
  address('/mqtt/lab');
  expect(isHere()).toBe(false);
});

test('stays the same place where what was new has got a name', () => {
  page.leaveFor('/mqtt/+new');
  const isHere = page.notePlace();
  page.readdress('/mqtt/attic');
  expect(page.rawRoute.get()).toBe('/mqtt/attic');
  expect(isHere()).toBe(true);
  page.leaveFor('/mqtt/lab');
  expect(isHere()).toBe(false);
});

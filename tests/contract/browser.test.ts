/** A page of another origin in a whole browser: it may try everything, and gets nothing. */
import type { Browser, Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { request } from '../support/raw-http.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { expectNothing, openPage, openTarget, servePages, stateOf } from './abuse-browser/rig.ts';
import { tryEverything } from './support/every-attempt.ts';

let browser: Browser;
let service: RunningService;
/** The port of the other origin's server, and of a second one whose origin is listed. */
let foreignPort: number;
let listedPort: number;

const open = (url: string): Promise<Page> => openPage(browser, url);

const notes = async (): Promise<string> => (await request(service.port, { path: '/app/v1/devices' })).text;

beforeAll(async () => {
  [foreignPort, listedPort] = [await servePages(), await servePages()];
  ({ service, browser } = await openTarget([`http://localhost:${listedPort}`], launchBrowser));
});

const foreign = (): [string, string][] => [
  ['another port', `http://127.0.0.1:${foreignPort}/`],
  ['another site', `http://localhost:${foreignPort}/`],
  ['a name that leads here', `http://evil.example:${foreignPort}/`],
];

describe('a page of another origin', () => {
  test('cannot read, load or write anything', async () => {
    for (const [what, url] of foreign()) {
      const before = await stateOf(service);
      const page = await open(url);
      expectNothing(await page.evaluate(tryEverything, service.url), what);
      expect(await stateOf(service), what).toBe(before);
      await page.close();
    }
  });

  test('cannot post a form', async () => {
    for (const [what, url] of foreign()) {
      const page = await open(url);
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
        await page.goto(url);
        const answered = page.waitForResponse((response) => response.url().startsWith(service.url));
        await page.setContent(
          `<form method="post" enctype="${type}" action="${service.url}/app/v1/devices/usb/E24638"><input name='{"note":"written by another page","x":"' value='"}'></form>`,
        );
        await page.evaluate('document.forms[0].submit()');
        expect((await answered).status(), `${what}, ${type}`).toBe(403);
        expect(await notes()).not.toContain('written by another page');
        // Until the refusal is shown: the next page would be gone to while this one is on its way.
        await page.waitForURL(`${service.url}/**`);
      }
      await page.close();
    }
  });

  test('cannot frame or read the pages', async () => {
    for (const [what, url] of foreign()) {
      const page = await open(url);
      await page.setContent(`<iframe src="${service.url}/"></iframe>`);
      const frame = await until('the frame', () => page.frames()[1]);
      await frame.waitForLoadState();
      expect(await frame.locator('#root').count(), what).toBe(0);
      await page.close();
    }
  });
});

describe('a name that leads to this computer', () => {
  test('is refused', async () => {
    const page = await open('about:blank');
    for (const path of ['/', '/docs', '/3.7.0/devices/usb', '/app/v1/devices', '/openapi.json']) {
      const response = await page.goto(`http://evil.example:${service.port}${path}`);
      expect(response?.status(), path).toBe(403);
      expect(await response?.text(), path).not.toContain('E24638');
    }
    // The refusal is a page of that origin: from there, too, nothing can be read.
    const results = await page.evaluate(tryEverything, `http://evil.example:${service.port}`);
    for (const result of Object.values(results)) expect(result).toMatch(/^(failed|opaque|403 .*)$/);
    await page.close();
  });
});

describe('who may', () => {
  test('its own page reads and streams, so that the tests above mean something', async () => {
    const page = await open(`${service.url}/`);
    const results = await page.evaluate(tryEverything, service.url);
    expect(results['read']).toContain('200 {"devices":{"E24638"');
    expect(results['stream']).toBe('open');
    expect(results['write']).toMatch(/^200 /);
    expect(await notes()).toContain('written by another page');
    await page.close();
    const undo = { method: 'PATCH', path: '/app/v1/devices/usb/E24638', body: '{"note":""}' };
    await request(service.port, { ...undo, headers: [['Content-Type', 'application/json']] });
  });

  test('a listed origin reads and streams', async () => {
    const page = await open(`http://localhost:${listedPort}/`);
    const results = await page.evaluate(tryEverything, service.url);
    expect(results['read']).toContain('200 {"devices":{"E24638"');
    expect(results['stream']).toBe('open');
    expect(results['write']).toMatch(/^200 /);
    await page.close();
  });

  test('a link on any page leads to the pages', async () => {
    const page = await open(`http://localhost:${foreignPort}/`);
    for (const path of ['/', '/docs']) {
      await page.setContent(`<a href="${service.url}${path}">Mensura</a>`);
      const answered = page.waitForResponse((response) => response.url() === `${service.url}${path}`);
      await page.click('a');
      expect((await answered).status(), path).toBe(200);
      await page.waitForLoadState();
      await page.goto(`http://localhost:${foreignPort}/`);
    }
    await page.close();
  });
});

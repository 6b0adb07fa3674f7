/** Windows, frames, links, redirects and workers of a page elsewhere; and origins that look like one that is listed. */
import { beforeAll, describe, expect, test } from 'vitest';
import { request } from '../../support/raw-http.ts';
import { tryEverything } from '../support/every-attempt.ts';
import { expectNothing, openPage, openTarget, servePages, stateOf, type Target } from './rig.ts';

const EXPORT = '/app/v1/export?channel=usb/E24638/temperature&format=csv';
const ROUTES = ['/3.7.0/devices/usb', '/app/v1/backup', EXPORT];

let target: Target;
let listedPort: number;
let foreignPort: number;
let before: string;
const hosts = (): string[] => [`http://localhost:${foreignPort}`, `http://evil.example:${foreignPort}`];

beforeAll(async () => {
  [listedPort, foreignPort] = [await servePages(), await servePages()];
  target = await openTarget([`http://localhost:${listedPort}`]);
  before = await stateOf(target.service);
});

describe('a page of another site', () => {
  test('is led to no answer by a link, and begins nothing with it', async () => {
    const { browser, service } = target;
    for (const host of hosts()) {
      const page = await openPage(browser, host);
      for (const path of ROUTES) {
        await page.goto(host);
        const answered = page.waitForResponse((response) => response.url().startsWith(service.url));
        await page.evaluate(`location.href = ${JSON.stringify(service.url + path)}`);
        expect((await answered).status(), `${host} ${path}`).toBe(403);
        await page.waitForURL(service.url + path);
      }
      await page.close();
    }
    expect(await stateOf(service)).toBe(before);
  });

  test('keeps no hold of a window that it opens, and is not known there', async () => {
    const { browser, service } = target;
    for (const host of [...hosts(), `http://127.0.0.1:${foreignPort}`]) {
      const page = await openPage(browser, host);
      const popup = page.waitForEvent('popup');
      await page.evaluate(`globalThis.held = open(${JSON.stringify(`${service.url}/`)})`);
      const opened = await popup;
      await opened.locator('#root').waitFor({ state: 'attached' });
      expect(await opened.evaluate('[opener, name].map(String)'), host).toEqual(['null', '']);
      // Cross-Origin-Opener-Policy: for the one who opened it, it is closed.
      await expect.poll(() => page.evaluate('held.closed')).toBe(true);
      await page.close();
    }
  });

  test('shows nothing of it in a frame, an object or an embed', async () => {
    const { browser, service } = target;
    for (const host of [...hosts(), `http://127.0.0.1:${foreignPort}`]) {
      const page = await openPage(browser, host);
      for (const path of ['/', '/docs', '/3.7.0/devices/usb', EXPORT]) {
        const url = service.url + path;
        await page.setContent(`<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`, {
          waitUntil: 'load',
        });
        const texts = await Promise.all(
          page.frames().map((frame) => frame.evaluate<string>('document.documentElement.outerHTML').catch(() => '')),
        );
        expect(texts.slice(1).join(), `${host} ${path}`).not.toMatch(/E24638|id="root"|swagger|Mensura/);
      }
      await page.close();
    }
    expect(await stateOf(service)).toBe(before);
  });

  test('sends nothing on by a redirect', async () => {
    const { browser, service } = target;
    const device = `${service.url}/app/v1/devices/usb/E24638`;
    const redirecting = await servePages({ Location: device, 'Access-Control-Allow-Origin': '*' });
    const page = await openPage(browser, `http://localhost:${foreignPort}`);
    const results = await page.evaluate(`Promise.all(['cors', 'no-cors'].flatMap((mode) =>
      ['GET', 'POST'].map((method) => fetch('http://localhost:${redirecting}/', {
        mode, method, ...(method === 'POST' && { body: '{"note":"written by another page"}' }),
      }).then((answer) => answer.text(), () => ''))))`);
    expect(results).toEqual(['', '', '', '']);
    await page.setContent(
      `<form method="post" enctype="text/plain" action="http://localhost:${redirecting}/"><input name='{"note":"written by another page","x":"' value='"}'></form>`,
    );
    const answered = page.waitForResponse((response) => response.url() === device);
    await page.evaluate('document.forms[0].submit()');
    expect((await answered).status()).toBe(403);
    // A page that is closed while it goes elsewhere may never be closed.
    await page.waitForURL(device);
    expect(await stateOf(service)).toBe(before);
    await page.close();
  });

  test('has no worker between the service and its pages', async () => {
    const { browser, service } = target;
    const page = await openPage(browser, `http://localhost:${foreignPort}`);
    const registered =
      await page.evaluate(`Promise.all([['/worker.js', '${service.url}/'], ['${service.url}/assets/x.js', '/']]
      .map(([script, scope]) => navigator.serviceWorker.register(script, { scope }).then(() => 'registered', () => 'refused')))`);
    expect(registered).toEqual(['refused', 'refused']);
    await page.close();
  });
});

describe('an origin that looks like a listed one', () => {
  test('is another: its port under another name, a longer name, a dot at the end', async () => {
    const { browser, service } = target;
    for (const host of ['127.0.0.1', 'localhost.evil.example', 'evil.example', 'localhost.']) {
      const page = await openPage(browser, `http://${host}:${listedPort}/`);
      expectNothing(await page.evaluate(tryEverything, service.url), host);
      await page.close();
    }
    expect(await stateOf(service)).toBe(before);
  });

  test('is the same in capitals and with a username in front, as browsers have it; and may not do what is kept from all', async () => {
    const { browser, service } = target;
    for (const host of ['LOCALHOST', 'somebody:secret@localhost']) {
      const page = await openPage(browser, `http://${host}:${listedPort}/`);
      const read = `fetch('${service.url}/3.7.0/devices/usb').then((answer) => answer.status)`;
      expect(await page.evaluate(read), host).toBe(200);
      const reset = `fetch('${service.url}/app/v1/reset', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
        .then(({ ok }) => ok, () => false)`;
      expect(await page.evaluate(reset), host).toBe(false);
      await page.close();
    }
  });

  test('gets no leave to reach private networks', async () => {
    const preflight: [string, string][] = [
      ['Origin', `http://localhost:${listedPort}`],
      ['Access-Control-Request-Method', 'GET'],
      ['Access-Control-Request-Private-Network', 'true'],
    ];
    const answer = await request(target.service.port, { path: ROUTES[0] ?? '', method: 'OPTIONS', headers: preflight });
    expect(answer.status).toBe(204);
    expect(answer.header('access-control-allow-private-network')).toBeUndefined();
  });
});

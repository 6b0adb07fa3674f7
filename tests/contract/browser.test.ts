/** A page of another origin in a real browser: it may try everything, and gets nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import type { RunningService } from '../support/service.ts';
import { request } from './support/raw-http.ts';
import { atEnd, plug, serve } from './support/rig.ts';
import { until } from './support/until.ts';

let browser: Browser;
let service: RunningService;
/** The port of the other origin's server, and of a second one whose origin is listed. */
let foreignPort: number;
let listedPort: number;

/** A server of pages that are empty, whatever the address. */
async function servePages(): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>other</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  atEnd(() => server.closeAllConnections());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function open(url: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const notes = async (): Promise<string> => (await request(service.port, { path: '/app/v1/devices' })).text;

beforeAll(async () => {
  [foreignPort, listedPort] = [await servePages(), await servePages()];
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-browser-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { version: 1, allowed_origins: [`http://localhost:${listedPort}`] };
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings));
  service = await serve([await plug()], { dataDir });
  await until('the first reading', async () => {
    return (await request(service.port, { path: '/3.7.0/devices/usb/E24638/measurement' })).status === 200;
  });
  browser = await launchBrowser(['--host-resolver-rules=MAP evil.example 127.0.0.1']);
  atEnd(() => browser.close());
});

/** What a page gets when it tries every way it has. Runs in the page. */
async function tryEverything(base: string): Promise<Record<string, string>> {
  const scope = globalThis as unknown as {
    document: { createElement(tag: string): Record<string, unknown>; body: { append(node: unknown): void } };
    EventSource: new (url: string) => { addEventListener(name: string, listener: () => void): void; close(): void };
  };
  const fetched = async (path: string, options: RequestInit): Promise<string> => {
    try {
      const response = await fetch(`${base}${path}`, options);
      return response.type === 'opaque' ? 'opaque' : `${response.status} ${await response.text()}`;
    } catch {
      return 'failed';
    }
  };
  const element = (tag: string, set: Record<string, string>): Promise<string> =>
    new Promise((resolve) => {
      const node = scope.document.createElement(tag);
      node['onload'] = () => resolve('loaded');
      node['onerror'] = () => resolve('failed');
      Object.assign(node, set);
      scope.document.body.append(node);
    });
  const stream = new Promise<string>((resolve) => {
    const source = new scope.EventSource(`${base}/app/v1/events`);
    source.addEventListener('open', () => {
      source.close();
      resolve('open');
    });
    source.addEventListener('error', () => {
      source.close();
      resolve('failed');
    });
  });
  const write = JSON.stringify({ note: 'written by another page' });
  const device = '/app/v1/devices/usb/E24638';
  const json = { 'Content-Type': 'application/json' };
  return {
    read: await fetched('/3.7.0/devices/usb', {}),
    old: await fetched('/3.5.0/devices/usb', {}),
    info: await fetched('/device-service-info', {}),
    app: await fetched('/app/v1/devices', {}),
    openapi: await fetched('/openapi.json', {}),
    page: await fetched('/', {}),
    opaque: await fetched('/3.7.0/devices/usb', { mode: 'no-cors' }),
    write: await fetched(device, { method: 'PATCH', headers: json, body: write }),
    plainWrite: await fetched(device, { method: 'POST', mode: 'no-cors', body: write }),
    image: await element('img', { src: `${base}/3.7.0/devices/usb` }),
    script: await element('script', { src: `${base}/3.7.0/devices/usb` }),
    style: await element('link', { rel: 'stylesheet', href: `${base}/openapi.json` }),
    stream: await stream,
  };
}

/** Nothing was read or loaded: a refusal of the service or of the browser. */
function expectNothing(results: Record<string, string>): void {
  for (const [what, result] of Object.entries(results)) {
    // An opaque answer can be made, but tells nothing.
    expect(result, what).toMatch(/^(failed|opaque)$/);
  }
}

const foreign = (): [string, string][] => [
  ['another port', `http://127.0.0.1:${foreignPort}/`],
  ['another site', `http://localhost:${foreignPort}/`],
  ['a name that leads here', `http://evil.example:${foreignPort}/`],
];

describe('a page of another origin', () => {
  test('cannot read, load or write anything', async () => {
    for (const [what, url] of foreign()) {
      const page = await open(url);
      expectNothing(await page.evaluate(tryEverything, service.url));
      expect(await notes(), what).not.toContain('written by another page');
      await page.context().close();
    }
  });

  test('cannot post a form', async () => {
    for (const [what, url] of foreign()) {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
        const page = await open(url);
        const answered = page.waitForResponse((response) => response.url().startsWith(service.url));
        await page.setContent(
          `<form method="post" enctype="${type}" action="${service.url}/app/v1/devices/usb/E24638"><input name='{"note":"written by another page","x":"' value='"}'></form>`,
        );
        await page.evaluate('document.forms[0].submit()');
        expect((await answered).status(), `${what}, ${type}`).toBe(403);
        expect(await notes()).not.toContain('written by another page');
        await page.context().close();
      }
    }
  });

  test('cannot frame or read the pages', async () => {
    for (const [what, url] of foreign()) {
      const page = await open(url);
      await page.setContent(`<iframe src="${service.url}/"></iframe>`);
      const frame = await until('the frame', () => page.frames()[1]);
      await frame.waitForLoadState();
      expect(await frame.locator('#root').count(), what).toBe(0);
      await page.context().close();
    }
  });
});

describe('a name that leads to this computer', () => {
  test('is refused', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    for (const path of ['/', '/docs', '/3.7.0/devices/usb', '/app/v1/devices', '/openapi.json']) {
      const response = await page.goto(`http://evil.example:${service.port}${path}`);
      expect(response?.status(), path).toBe(403);
      expect(await response?.text(), path).not.toContain('E24638');
    }
    // The refusal is a page of that origin: from there, too, nothing can be read.
    const results = await page.evaluate(tryEverything, `http://evil.example:${service.port}`);
    for (const result of Object.values(results)) expect(result).toMatch(/^(failed|opaque|403 .*)$/);
    await context.close();
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
    await page.context().close();
    const undo = { method: 'PATCH', path: '/app/v1/devices/usb/E24638', body: '{"note":""}' };
    await request(service.port, { ...undo, headers: [['Content-Type', 'application/json']] });
  });

  test('a listed origin reads and streams', async () => {
    const page = await open(`http://localhost:${listedPort}/`);
    const results = await page.evaluate(tryEverything, service.url);
    expect(results['read']).toContain('200 {"devices":{"E24638"');
    expect(results['stream']).toBe('open');
    expect(results['write']).toMatch(/^200 /);
    await page.context().close();
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
    await page.context().close();
  });
});

/** Another program had the service's port before, and left in a browser what it could. */
import { createServer, type RequestListener } from 'node:http';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { atEnd } from '../../support/at-end.ts';
import { launchEngine } from '../../support/browser.ts';
import { freePort } from '../../support/free-port.ts';
import { freshFolder, launch, type ServiceProcess } from '../../support/process.ts';
import { request } from '../../support/raw-http.ts';

/** Serves hostile content on the port while something is done. */
async function whileHostile(port: number, answer: RequestListener, work: () => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await work();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function startService(port: number): Promise<ServiceProcess> {
  const service = launch(['--data-dir', freshFolder(), '--port', String(port), '--simulate=1x0']);
  await service.ready();
  return service;
}

async function openProfile(): Promise<Page> {
  const browser = await launchEngine();
  atEnd(() => browser.close());
  return (await browser.newContext()).newPage();
}

const WORKER = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith(new Response('<title>taken over', { headers: { 'Content-Type': 'text/html' } }));
  });`;

test('its service worker ends when the browser looks for a newer one, with all that it stored', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const page = await openProfile();
  const hostile: RequestListener = (asked, response) => {
    const isWorker = asked.url === '/worker.js';
    response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html');
    response.end(isWorker ? WORKER : '<title>other</title>');
  };
  await whileHostile(port, hostile, async () => {
    await page.goto(url);
    await page.evaluate(`(async () => {
      await (await caches.open('left')).put('/', new Response('taken over'));
      localStorage.setItem('left', 'taken over');
      await navigator.serviceWorker.register('/worker.js');
      await navigator.serviceWorker.ready;
    })()`);
  });
  await startService(port);
  // The worker answers, not the service: no header of the page can help.
  await page.goto(url);
  expect(await page.title()).toBe('taken over');
  // Browsers do this by themselves some time after they opened a page.
  await page.evaluate(`navigator.serviceWorker.getRegistration().then((found) => found?.update()).catch(() => {})`);
  await page.goto(url);
  expect(await page.title()).toBe('Mensura');
  await page.getByText('SIM00001').first().waitFor();
  const left = await page.evaluate(`(async () => [
    (await navigator.serviceWorker.getRegistrations()).length,
    await caches.keys(),
    localStorage.getItem('left'),
  ])()`);
  expect(left).toEqual([0, [], null]);
});

test('its files in the cache, by the names of the real ones, are not used', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const page = await openProfile();
  const before = await startService(port);
  const real = (await request(port, { path: '/' })).text;
  const scripts = [...real.matchAll(/"\.(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  expect(scripts.length).toBeGreaterThan(1);
  before.child.kill('SIGTERM');
  await before.exit;

  const hostile: RequestListener = (asked, response) => {
    if (scripts.includes(asked.url ?? '')) {
      response.writeHead(200, {
        'Content-Type': 'text/javascript',
        'Cache-Control': 'public, max-age=31536000, immutable',
      });
      response.end(`document.title = 'taken over'`);
      return;
    }
    // Kept, and asked about each time, in a way that any answer of "not modified" would confirm.
    const later = new Date(Date.now() + 86_400_000).toUTCString();
    response.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', 'Last-Modified': later });
    response.end(real);
  };
  await whileHostile(port, hostile, async () => {
    await page.goto(url);
    await expect.poll(() => page.title()).toBe('taken over');
  });
  await startService(port);
  await page.goto(url);
  await page.getByText('SIM00001').first().waitFor();
  expect(await page.title()).not.toBe('taken over');
});

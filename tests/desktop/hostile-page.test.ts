import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';

let installation: Installation;
let app: DesktopApp;
/** Requests at the server that the script tries to reach. */
const reached: string[] = [];
const elsewhere = createServer((request, response) => {
  reached.push(request.url ?? '');
  response.end('<!doctype html><title>elsewhere</title>');
});
let foreign: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  foreign = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  installation = await install();
  app = await startDesktop(installation, { dataDir: await installation.makeFolder('data'), args: ['--simulate'] });
  await app.page.waitForLoadState();
  await app.page.evaluate(`
    globalThis.violations = 0;
    addEventListener('securitypolicyviolation', () => (globalThis.violations += 1));
    globalThis.put = (tag, set, inside = document.body) => {
      const element = Object.assign(document.createElement(tag), set);
      inside.append(element);
      return element;
    };`);
  await app.electron.evaluate(({ shell }) => {
    const links: string[] = ((globalThis as { opened?: string[] }).opened = []);
    shell.openExternal = async (link) => void links.push(link);
  });
});
afterAll(async () => {
  await app.electron.close();
  await installation.remove();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

/** Runs code in the page with a user gesture. */
const asUser = (code: string): Promise<unknown> =>
  app.electron.evaluate(
    ({ webContents }, script) => webContents.getAllWebContents()[0]?.executeJavaScript(script, true) as unknown,
    code,
  );

/** The page's URL without the hash, which the GUI changes. */
const placeNow = (): string => app.page.url().split('#')[0] ?? '';
let place: string;
let logged: number;
let violations: number;

beforeEach(async () => {
  place = placeNow();
  logged = app.output().length;
  violations = await app.page.evaluate('violations');
});

/** Whether the shell logged a blocked action, or the page's policy blocked it first. */
const isRefused = async (): Promise<boolean> =>
  /\b(?:blocked|rejected|denied)\b/.test(app.output().slice(logged)) ||
  (await app.page.evaluate<number>('violations')) > violations;

async function expectNothing(): Promise<void> {
  expect(placeNow()).toBe(place);
  expect(reached).toEqual([]);
  const state = await app.electron.evaluate(({ webContents }) => ({
    contents: webContents.getAllWebContents().length,
    opened: (globalThis as { opened?: string[] }).opened,
  }));
  expect(state).toEqual({ contents: 1, opened: [] });
}

describe('navigation is blocked for', () => {
  test.each([
    ['a link', `put('a', { href: URL }).click()`],
    ['a link for another window', `put('a', { href: URL, target: '_blank', rel: 'opener' }).click()`],
    ['a link that is downloaded', `put('a', { href: URL, download: 'x' }).click()`],
    ['another address', `location.replace(URL)`],
    [
      'a form',
      `{ const form = put('form', { action: URL, method: 'post' }); put('input', { name: 'a' }, form); form.submit(); }`,
    ],
    ['a form for another window', `put('form', { action: URL, target: '_blank' }).submit()`],
    ['a refresh', `put('meta', { httpEquiv: 'refresh', content: '0;url=' + URL }, document.head)`],
    ['a frame', `put('iframe', { src: URL })`],
    ['an object', `put('object', { data: URL })`],
    ['a window', `open(URL, 'x', 'popup,width=100,height=100,nodeIntegration=yes,webSecurity=no')`],
    [
      'a blob of its own',
      `location.href = URL.createObjectURL(new Blob(['<script>1</script>'], { type: 'text/html' }))`,
    ],
    ['a window with a blob', `open(window.URL.createObjectURL(new Blob(['x'], { type: 'text/html' })))`],
    ['a request', `fetch(URL, { mode: 'no-cors' }).catch(() => {})`],
    ['a beacon', `navigator.sendBeacon(URL, 'x')`],
    ['a picture', `put('img', { src: URL })`],
    ['a socket', `new WebSocket(URL.replace('http', 'ws')).addEventListener('error', () => {})`],
  ])('%s', async (_what, code) => {
    const script = code.replaceAll(/(?<!\w\.)\bURL\b(?!\.create)/g, JSON.stringify(foreign));
    await asUser(`${script}; undefined`);
    await expect.poll(isRefused).toBe(true);
    await expectNothing();
  });

  test('a link clicked with the middle button', async () => {
    await app.page.evaluate(`put('a', { href: '${foreign}', textContent: 'elsewhere', id: 'away',
      style: 'position: fixed; inset: 0 auto auto 0; z-index: 99999; background: red' })`);
    const session = await app.page.context().newCDPSession(app.page);
    for (const type of ['mousePressed', 'mouseReleased'] as const) {
      await session.send('Input.dispatchMouseEvent', { type, x: 5, y: 5, button: 'middle', clickCount: 1 });
    }
    await expect.poll(isRefused).toBe(true);
    await expectNothing();
    await app.page.evaluate(`document.getElementById('away').remove()`);
  });

  test('a dropped address and a dropped file', async () => {
    const session = await app.page.context().newCDPSession(app.page);
    for (const data of [foreign, 'file:///etc/passwd']) {
      const items = [{ mimeType: 'text/uri-list', data }];
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await session.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data: { items, dragOperationsMask: 1 } });
      }
    }
    // A later link is blocked after any effect of the drop.
    await asUser(`put('a', { href: ${JSON.stringify(foreign)} }).click()`);
    await expect.poll(isRefused).toBe(true);
    await expectNothing();
  });
});

test('exposes no bridge in frames', async () => {
  const seen = await asUser(`(async () => {
    const seen = [];
    for (const set of [{}, { srcdoc: '<p>x' }]) {
      const frame = document.createElement('iframe');
      Object.assign(frame, set);
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      document.body.append(frame);
      await loaded;
      try { seen.push(typeof frame.contentWindow.mensura); } catch { seen.push('undefined'); }
      frame.remove();
    }
    return seen;
  })()`);
  expect(seen).toEqual(['undefined', 'undefined']);
});

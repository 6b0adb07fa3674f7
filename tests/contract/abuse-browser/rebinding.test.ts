/** A name that leads to this computer, and pages without an origin: in a real browser, they get nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { atEnd } from '../../support/at-end.ts';
import { type Attempts, tryEverything } from '../support/every-attempt.ts';
import { startRebinding } from './rebinding-name.ts';
import { expectNothing, openPage, openTarget, servePages, stateOf, type Target } from './rig.ts';

let target: Target;
let before: string;

beforeAll(async () => {
  target = await openTarget();
  before = await stateOf(target.service);
});

/** What is no fetch in the page itself: nothing of it may load or open. A worker sees the refusal without its status. */
const NOT_FETCHED: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['image', 'icon', 'script', 'module', 'style', 'video', 'worker', 'stream', 'socket'].map((what) => [
      what,
      /^failed$/,
    ]),
  ),
  workerRead: /^\{"message":"The Host header [^"]*"\}$/,
};

describe('DNS rebinding', () => {
  // The page came from the attacker's server; then its name led here, so that everything it asks is of its own origin.
  test('a page whose own name leads to the service now reads and changes nothing', async () => {
    const { browser, service } = target;
    const name = await startRebinding(service.port);
    const origin = `http://evil.example:${name.port}`;
    const page = await openPage(browser, origin);
    name.rebind();
    const attempts = await page.evaluate(tryEverything, origin);
    // Its own origin's answers can be read: they are refusals, each of them.
    for (const [what, result] of Object.entries(attempts)) {
      expect(result, what).toMatch(NOT_FETCHED[what] ?? /^403 \{"message":"The Host header [^"]*"\}$/);
    }
    expect(Object.keys(attempts)).toEqual(expect.arrayContaining(Object.keys(NOT_FETCHED)));
    expect(await stateOf(service)).toBe(before);
    await page.context().close();
  });

  test.each(['localhost.evil.example', '127.0.0.1.evil.example', 'localhost.'])('by the name %s', async (name) => {
    const page = await openPage(target.browser, `http://${name}:${target.service.port}/`);
    expect(await page.locator('body').innerText()).toContain('The Host header must be localhost');
    expect(await page.locator('#root').count()).toBe(0);
    await page.context().close();
  });
});

describe('pages of the origin "null"', () => {
  const code = (base: string): string =>
    `<!doctype html><body><script>const tryEverything = ${tryEverything.toString()};
    tryEverything(${JSON.stringify(base)}).then((result) => { document.title = JSON.stringify(result); parent.postMessage(result, '*'); });</script>`;

  /** What the attempts of a page, or of a frame in it, came to. */
  async function attemptsAt(url: string, inFrame: boolean): Promise<Attempts> {
    const page = await openPage(target.browser, 'about:blank');
    await page.addInitScript(`addEventListener('message', ({ data }) => { document.title = JSON.stringify(data); });`);
    await page.goto(url);
    const done = await page.waitForFunction('document.title.startsWith("{") && document.title', undefined, {
      timeout: 20_000,
    });
    const result = JSON.parse((await done.jsonValue()) as string) as Attempts;
    expect(await page.evaluate(inFrame ? 'frames[0].origin ?? "null"' : 'origin').catch(() => 'null')).toBe('null');
    await page.context().close();
    return result;
  }

  test('a sandboxed frame', async () => {
    const inner = code(target.service.url).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const port = await servePages({}, `<iframe sandbox="allow-scripts allow-forms" srcdoc="${inner}"></iframe>`);
    expectNothing(await attemptsAt(`http://127.0.0.1:${port}/`, true), 'a sandboxed frame');
    expect(await stateOf(target.service)).toBe(before);
  });

  test('a data: address and a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mensura-page-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'page.html');
    await writeFile(file, code(target.service.url));
    const data = `data:text/html;base64,${Buffer.from(code(target.service.url)).toString('base64')}`;
    for (const url of [data, `file://${file}`]) {
      expectNothing(await attemptsAt(url, false), url.slice(0, 10));
      expect(await stateOf(target.service)).toBe(before);
    }
  });
});

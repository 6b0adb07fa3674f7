/** /docs, the GUI's files, and what stands at / without them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { html } from '../../../service/support/html.ts';
import { ask, messageOf } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

describe('/docs', () => {
  let host: Host;
  let page: string;

  beforeAll(async () => {
    host = await startHost();
    page = (await ask(host.port, '/docs', { headers: { Host: 'localhost:9999' } })).text;
  });
  afterAll(() => host.stop());

  test('shows every route with a curl line for the current base URL', () => {
    for (const path of ['/3.5.0/devices/usb', '/3.7.0/devices/usb/E24638/measurement', '/device-service-info']) {
      expect(page).toContain(`<pre tabindex="0">curl http://localhost:9999${path}</pre>`);
    }
    expect(page).toContain('curl -N http://localhost:9999/app/v1/events');
    expect(page).toContain('-X PATCH -H &#39;Content-Type: application/json&#39;');
    expect(page).toContain('<section id="schema-AppDevice">');
  });

  test('shows the MQTT operations with their defaults', () => {
    const json = '-H &#39;Content-Type: application/json&#39;';
    const body = '{&quot;mqtt&quot;:{&quot;clients&quot;:[&quot;lab&quot;]}}';
    for (const version of ['3.6.0', '3.7.0']) {
      const url = `http://localhost:9999/expert/${version}/remove_mqtt_client`;
      expect(page).toContain(`<pre tabindex="0">curl -X POST ${json} -d &#39;${body}&#39; ${url}</pre>`);
    }
    const client = 'http://localhost:9999/app/v1/mqtt/clients/lab';
    expect(page).toContain(`curl -X POST ${json} ${client}/enable</pre>`);
    expect(page).toContain(`curl -X DELETE ${json} ${client}</pre>`);
    expect(page).toContain('<h2 id="mqtt">MQTT</h2>');
    const type = '<small>application/json</small>';
    expect(page).toContain(`<p>Request body: <a href="#schema-ExpertAdd">ExpertAdd</a> ${type}</p>`);
    expect(page).toContain(
      `<p>Request body: <a href="#schema-MqttClientInput">MqttClientInput</a> ${type} (optional)</p>`,
    );
    expect(page).toContain('Broker port. At least 1, at most 65535, default <code>1883</code>.');
    expect(page).toContain('<code>3</code> or <code>4</code> or <code>5</code>');
  });

  test('has no broken links', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('loads only its icon and style sheet', async () => {
    expect([...page.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, target]) => target)).toEqual([
      '/favicon.svg',
      '/docs/style.css',
      '/openapi.json',
    ]);
    expect(page).not.toMatch(/<script|<style|style=/);
    const { headers } = await ask(host.port, '/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("style-src 'self'");
    const style = await ask(host.port, '/docs/style.css');
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  });

  test('reports a missing window', async () => {
    const answer = await ask(host.port, '/');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('href="/docs"');
    expect((await ask(host.port, '/assets/main.js')).status).toBe(404);
  });
});

const INDEX = '<!doctype html><title>GUI</title><script src="./assets/main-1a2b.js"></script>';

describe('the window', () => {
  let host: Host;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-gui-'));
    const gui = join(folder, 'gui');
    await mkdir(join(gui, 'assets/fonts'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(gui, 'private.txt'), 'secret');
    await writeFile(join(gui, 'index.html'), INDEX);
    await writeFile(join(gui, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(gui, 'assets/main-1a2b.js'), 'export {};');
    await writeFile(join(gui, 'assets/fonts/inter-3c4d.woff2'), 'font');
    await writeFile(join(gui, 'assets/.hidden'), 'secret');
    host = await startHost({ rendererDir: gui });
  });
  afterAll(async () => {
    await host.stop();
    await rm(folder, { recursive: true });
  });

  test('is at /, is revalidated each time, and may load only its own files', async () => {
    const { status, headers, text } = await ask(host.port, '/');
    expect([status, text.replace(/[\da-f]{32}\//, '')]).toEqual([200, INDEX]);
    expect(headers['cache-control']).toBe('no-cache');
    const policy = (headers['content-security-policy'] as string).split(/;\s*/);
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['permissions-policy']).toContain('serial=()');
    expect(headers['x-frame-options']).toBe('DENY');
  });

  test.each([
    ['/assets/main-1a2b.js', 'text/javascript; charset=utf-8'],
    ['/assets/fonts/inter-3c4d.woff2', 'font/woff2'],
  ])('lets %s be cached permanently', async (path, type) => {
    const { status, headers } = await ask(host.port, path);
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('has URLs that are unique to this run for its files', async () => {
    const files = async ({ port }: Host): Promise<string> =>
      /assets\/[^"]+/.exec((await ask(port, '/')).text)?.[0] ?? 'none';
    const another = await startHost({ rendererDir: join(folder, 'gui') });
    const [ours, theirs] = [await files(host), await files(another)];
    expect(ours).toMatch(/^assets\/[\da-f]{32}\/main-1a2b\.js$/);
    expect(theirs).not.toBe(ours);
    expect(await files(host)).toBe(ours);
    // A page that was loaded before a restart goes on.
    for (const { port } of [host, another]) expect((await ask(port, `/${ours}`)).text).toBe('export {};');
    await another.stop();
  });

  test.each(['/', '/docs', '/assets/main-1a2b.js'])('never confirms a cached %s', async (path) => {
    const later = new Date(Date.now() + 86_400_000).toUTCString();
    for (const headers of [{ 'If-None-Match': '*' }, { 'If-None-Match': '"x"' }, { 'If-Modified-Since': later }]) {
      expect((await ask(host.port, path, { headers })).status).toBe(200);
    }
  });

  test('has its icon', async () => {
    expect((await ask(host.port, '/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
    expect((await ask(host.port, '/favicon.ico')).status).toBe(404);
  });

  test.each([
    '/assets/',
    '/assets',
    '/assets/none.js',
    '/assets/.hidden',
    '/assets/fonts',
    '/assets/../private.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e/private.txt',
    '/assets/..%2fprivate.txt',
    '/assets/..%5cprivate.txt',
    '/assets/fonts/../../private.txt',
    '/assets/fonts%2f..%2f..%2fprivate.txt',
    '/assets//etc/passwd',
    '/assets/main-1a2b.js/',
    '/assets/main-1a2b.js%00',
    '/private.txt',
    '/index.html',
  ])('refuses %s', async (path) => {
    const answer = await ask(host.port, path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toContain('secret');
    expect(messageOf(answer)).not.toBe('');
  });
});

describe('pages', () => {
  test('escape all values', () => {
    expect(html`<p title="${'"'}">${"<b>&'"}${html`<i>`}${[html`1`, html`2`]}${3}</p>`.html).toBe(
      '<p title="&quot;">&lt;b&gt;&amp;&#39;<i>123</p>',
    );
  });

  test('show only hosts that the guards allow', async () => {
    const host = await startHost();
    expect((await ask(host.port, '/docs', { headers: { Host: 'localhost"><script>' } })).status).toBe(403);
    await host.stop();
  });
});

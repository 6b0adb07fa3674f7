/** The testable items of Electron's security checklist; docs/security.md has all. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';

let installation: Installation;
let app: DesktopApp;

beforeAll(async () => {
  installation = await install();
  app = await startDesktop(installation, { dataDir: await installation.makeFolder('data'), args: ['--simulate'] });
  await app.page.waitForLoadState();
});
afterAll(async () => {
  await app.electron.close();
  await installation.remove();
});

/** URLs for the system browser since the last call of `catchOpened`. */
const opened = (): Promise<string[]> => app.electron.evaluate(() => (globalThis as { opened?: string[] }).opened ?? []);

const catchOpened = (): Promise<void> =>
  app.electron.evaluate(({ shell }) => {
    const links: string[] = ((globalThis as { opened?: string[] }).opened = []);
    shell.openExternal = (link) => {
      links.push(link);
      return Promise.resolve();
    };
  });

const goTo = (link: string): Promise<unknown> => app.page.evaluate(`location.href = ${JSON.stringify(link)}`);

/** The page's URL without the hash, which the GUI changes. */
const place = (): string => app.page.url().split('#')[0] ?? '';

const windowCount = (): Promise<number> =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** A web server that is not Mensura. */
async function serveElsewhere(): Promise<{ url: string; stop(): Promise<unknown> }> {
  const server: Server = createServer((_request, response) => response.end('came through'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
}

/**
 * Runs a script in a page that the app would not open: in a window of the test, with the app's preload script or
 * another, in an unrestricted session.
 */
function inAnotherWindow(
  link: string,
  script: string,
  preload = join(installation.app, 'dist/electron/preload.cjs'),
): Promise<unknown> {
  return app.electron.evaluate(
    async ({ BrowserWindow }, { url, path, code }) => {
      const foreign = new BrowserWindow({
        show: false,
        webPreferences: { preload: path, partition: 'foreign' },
      });
      try {
        await foreign.loadURL(url);
        return (await foreign.webContents.executeJavaScript(code)) as unknown;
      } finally {
        foreign.destroy();
      }
    },
    { url: link, path: preload, code: script },
  );
}

describe('1, 18: the source of content', () => {
  test('is the loopback address of the service', () => {
    expect(app.page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  });

  test('is nowhere else: other requests are blocked below the page', async () => {
    const other = await serveElsewhere();
    const fetched = await app.electron.evaluate(
      ({ session }, link) => session.defaultSession.fetch(link).then((answer) => answer.text(), String),
      other.url,
    );
    expect(fetched).toContain('ERR_BLOCKED_BY_CLIENT');
    await other.stop();
  });
});

describe('2, 3, 4, 6, 8, 9, 10: the renderer', () => {
  test('has only the rights of a browser page', async () => {
    const preferences = await app.electron.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .map((contents) => (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences()),
    );
    expect(preferences).toHaveLength(1);
    expect(preferences[0]).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
    expect(preferences[0]).not.toMatchObject({ nodeIntegrationInWorker: true });
    const { enableBlinkFeatures } = preferences[0] as { enableBlinkFeatures?: string };
    expect(enableBlinkFeatures ?? '').toBe('');
  });

  test('has no access to Node', async () => {
    const types = await app.page.evaluate<string[]>(
      `['require', 'process', 'module', 'Buffer', 'electron'].map((name) => typeof globalThis[name])`,
    );
    expect(new Set(types)).toEqual(new Set(['undefined']));
  });

  test.runIf(process.platform === 'linux')('runs in the sandbox of the operating system', async () => {
    const pid = await app.electron.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getOSProcessId());
    // 2: a seccomp filter is in force (man proc_pid_status).
    expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
    expect(await readFile(`/proc/${app.process.pid}/cmdline`, 'utf8')).not.toContain('no-sandbox');
  });
});

describe('5: permissions', () => {
  test.each(['geolocation', 'camera', 'microphone', 'midi', 'clipboard-read'])('%s is denied', async (name) => {
    const query = `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`;
    expect(await app.page.evaluate(query)).toBe('denied');
  });

  test('is denied on request', async () => {
    expect(await app.page.evaluate('Notification.requestPermission()')).toBe('denied');
    const position = `new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(() => resolve('told'), ({ code }) => resolve(code)))`;
    // GeolocationPositionError.PERMISSION_DENIED
    expect(await app.page.evaluate(position)).toBe(1);
  });

  test('copying is allowed for the copy buttons', async () => {
    await app.page.evaluate(`navigator.clipboard.writeText('from the GUI')`);
    expect(await app.electron.evaluate(async ({ clipboard }) => clipboard.readText())).toBe('from the GUI');
  });
});

describe('7: content security policy', () => {
  test('forbids foreign and inline scripts', async () => {
    const policy = (await fetch(`${app.url}/`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe-eval');
    expect(/script-src[^;]*unsafe-inline/.test(policy)).toBe(false);
  });

  test('is in force in the window', async () => {
    const ran = await app.page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'globalThis.inlineRan = true';
      document.head.append(script);
      globalThis.inlineRan ?? false`);
    expect(ran).toBe(false);
  });
});

describe('11, 12: embedded pages', () => {
  test('are impossible: the webview element is unknown', async () => {
    expect(await app.page.evaluate(`'getWebContentsId' in document.createElement('webview')`)).toBe(false);
  });
});

describe('13, 14, 15: leaving the page', () => {
  beforeEach(catchOpened);

  test.each(['https://example.com/', 'file:///etc/passwd', 'http://localhost:1/'])(
    'navigation to %s goes nowhere',
    async (link) => {
      const before = place();
      const count = app.output().length;
      await goTo(link);
      // Chromium itself blocks files.
      if (!link.startsWith('file:')) await expect.poll(() => app.output().slice(count)).toContain('blocked link');
      expect(place()).toBe(before);
      expect(await opened()).toEqual([]);
    },
  );

  test('a known link opens in the browser', async () => {
    const before = place();
    await goTo(`${app.url}/docs`);
    await expect.poll(opened).toEqual([`${app.url}/docs`]);
    expect(place()).toBe(before);
  });

  test('no other window opens', async () => {
    const docs = `${app.url}/docs`;
    const handles = await app.page.evaluate(
      `['https://example.com/', 'about:blank', '${docs}'].map((link) => String(open(link)))`,
    );
    expect(handles).toEqual(['null', 'null', 'null']);
    await expect.poll(opened).toEqual([docs]);
    expect(await windowCount()).toBe(1);
  });

  test('a frame cannot show another address', async () => {
    const seen = await app.page.evaluate(`(async () => {
      const frame = document.createElement('iframe');
      frame.src = 'https://example.com/';
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      const { name } = frame;
      return { hasPage: frame.contentDocument !== null, frames: frames.length, name };
    })()`);
    // Chromium's page for a blocked frame has another origin, so its document is not accessible.
    expect(seen).toEqual({ hasPage: false, frames: 1, name: '' });
    expect(app.page.frames().map((frame) => frame.url())).not.toContain('https://example.com/');
    await app.page.evaluate(`document.querySelector('iframe').remove()`);
  });
});

describe('17, 20: the bridge between page and shell', () => {
  test('is exactly as documented', async () => {
    const bridge = await app.page.evaluate(
      `Object.entries(mensura).map(([name, value]) => [name, typeof value === 'function' ? 'function' : value])`,
    );
    expect(bridge).toEqual([
      ['desktop', true],
      ['addSerialPort', 'function'],
      ['chooseCsvFolder', 'function'],
      ['chooseDataFolder', 'function'],
      ['savePdf', 'function'],
    ]);
  });

  test.each(['mensura:add-serial-port', 'mensura:choose-csv-folder', 'mensura:choose-data-folder', 'mensura:save-pdf'])(
    'is refused to every other page, even one of the same origin: %s',
    async (channel) => {
      const preload = join(await installation.makeFolder(channel.slice(8)), 'preload.cjs');
      const script = `const { contextBridge, ipcRenderer } = require('electron');
        contextBridge.exposeInMainWorld('call', (channel) => ipcRenderer.invoke(channel));`;
      await writeFile(preload, script, { mode: 0o644 });
      const call = `call('${channel}').then(() => 'answered', (error) => error.message)`;
      const answer = await inAnotherWindow(`${app.url}/docs`, call, preload);
      expect(answer).toContain('Only the Mensura window may call this');
      await app.printed(new RegExp(`rejected call to ${channel}`));
    },
  );

  test('is absent in every other window, even on a page of the same origin', async () => {
    expect(await inAnotherWindow(`${app.url}/docs`, 'typeof mensura')).toBe('undefined');
  });

  test('is absent on a page of another origin', async () => {
    const other = await serveElsewhere();
    expect(await inAnotherWindow(other.url, '[document.body.innerText, typeof mensura]')).toEqual([
      'came through',
      'undefined',
    ]);
    await other.stop();
  });
});

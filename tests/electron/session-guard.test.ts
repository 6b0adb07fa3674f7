import type { Session, WebContents } from 'electron';
import { beforeEach, describe, expect, test } from 'vitest';
import { guardSession, type IsProven } from '../../electron/session-guard.ts';
import { silentLogger } from '../../service/support/logger.ts';

const ORIGIN = 'http://127.0.0.1:11395';
const FORMER = 'http://127.0.0.1:11394';
const KEY = 'f'.repeat(64);

const PAGE = { url: `${ORIGIN}/#/devices`, origin: ORIGIN, parent: null };
const FRAME = { ...PAGE, parent: PAGE };

interface Answer {
  cancel?: boolean;
  requestHeaders?: Record<string, string>;
  responseHeaders?: Record<string, string[]>;
}
type Ask = (details: object, answer: (given: Answer) => void) => void;

/** A session that records its handlers. */
class PlayedSession {
  request: (contents: object, permission: string, answer: (isGranted: boolean) => void) => void = () => {};
  check: (contents: object | null, permission: string) => boolean = () => true;
  device: () => boolean = () => true;
  readonly asked: Record<'request' | 'send' | 'headers', Ask> = {
    request: () => {},
    send: () => {},
    headers: () => {},
  };
  readonly cleared: unknown[] = [];
  readonly webRequest = {
    onBeforeRequest: (ask: Ask) => (this.asked.request = ask),
    onBeforeSendHeaders: (_filter: object, ask: Ask) => (this.asked.send = ask),
    onHeadersReceived: (_filter: object, ask: Ask) => (this.asked.headers = ask),
  };
  proxy: unknown;
  setPermissionRequestHandler = (ask: PlayedSession['request']): void => void (this.request = ask);
  setPermissionCheckHandler = (ask: PlayedSession['check']): void => void (this.check = ask);
  setDevicePermissionHandler = (ask: PlayedSession['device']): void => void (this.device = ask);
  setProxy = async (rules: unknown): Promise<void> => void (this.proxy = rules);
  clearStorageData = async ({ storages }: { storages: string[] }): Promise<void> => void this.cleared.push(...storages);
  clearCache = async (): Promise<void> => void this.cleared.push('cache');
  clearCodeCaches = async (): Promise<void> => void this.cleared.push('code');

  ask(kind: keyof PlayedSession['asked'], details: object): Answer {
    let given: Answer = {};
    this.asked[kind](details, (answer) => (given = answer));
    return given;
  }
}

let session: PlayedSession;
let isProven: IsProven;

beforeEach(async () => {
  session = new PlayedSession();
  isProven = await guardSession(session as unknown as Session, {
    address: { url: ORIGIN, formerUrl: FORMER },
    proxy: { key: KEY, rules: { mode: 'fixed_servers' } },
    logger: silentLogger,
  });
});

describe('a permission', () => {
  test.each([
    ['clipboard-sanitized-write', PAGE, true],
    ['fullscreen', PAGE, true],
    ['screen-wake-lock', PAGE, true],
    ['clipboard-read', PAGE, false],
    ['media', PAGE, false],
    ['notifications', PAGE, false],
    ['clipboard-sanitized-write', FRAME, false],
    ['fullscreen', { ...PAGE, origin: FORMER, url: `${FORMER}/` }, false],
  ])('"%s" (%#) is granted only to the page, and only if needed', (permission, mainFrame, isGranted) => {
    let given: boolean | undefined;
    session.request({ mainFrame }, permission, (answer) => (given = answer));
    expect(given).toBe(isGranted);
    expect(session.check({ mainFrame }, permission)).toBe(isGranted);
  });

  test('is denied without a page, and for devices', () => {
    expect(session.check(null, 'fullscreen')).toBe(false);
    expect(session.device()).toBe(false);
  });
});

describe('a request', () => {
  test.each([
    [`${ORIGIN}/app/v1/status`, 'xhr', false],
    ['data:text/plain,x', 'image', false],
    ['https://www.example.com/', 'xhr', true],
    ['http://127.0.0.1:80/', 'image', true],
    [`${FORMER}/app/v1/settings`, 'xhr', false],
    [`${FORMER}/`, 'mainFrame', true],
  ])('to %s (%s) is blocked: %s', (url, resourceType, cancel) => {
    expect(session.ask('request', { url, resourceType })).toEqual({ cancel });
  });

  test('goes to the service through the proxy with its key, except for service workers', () => {
    const requestHeaders = { Accept: '*/*' };
    const withKey = { ...requestHeaders, 'x-mensura-window-key': KEY };
    expect(session.ask('send', { url: ORIGIN, requestHeaders })).toEqual({ requestHeaders: withKey });
    const ofWorker = { requestHeaders: { 'Service-Worker': 'script' } };
    expect(session.ask('send', { url: ORIGIN, ...ofWorker })).toEqual({ cancel: true });
    expect(session.proxy).toEqual({ mode: 'fixed_servers' });
  });
});

describe('a response', () => {
  const webContents = {} as WebContents;
  const details = { url: `${ORIGIN}/`, resourceType: 'mainFrame', webContents };

  test.each([[{}], [{ 'x-mensura-window-key': ['0'.repeat(64)] }]])('without the key is blocked: %j', (headers) => {
    expect(session.ask('headers', { ...details, responseHeaders: headers })).toEqual({ cancel: true });
    expect(isProven(webContents, ORIGIN)).toBe(false);
  });

  test('through the proxy proves its page and does not contain the key', () => {
    const responseHeaders = { 'x-mensura-window-key': [KEY], 'content-type': ['text/html'] };
    expect(session.ask('headers', { ...details, responseHeaders })).toEqual({
      responseHeaders: { 'content-type': ['text/html'] },
    });
    expect(isProven(webContents, ORIGIN)).toBe(true);
    expect(isProven(webContents, FORMER)).toBe(false);
  });
});

test('deletes data of earlier runs except preferences', () => {
  expect(session.cleared).toEqual(
    expect.arrayContaining(['serviceworkers', 'cachestorage', 'cookies', 'cache', 'code']),
  );
  expect(session.cleared).not.toContain('localstorage');
});

import { describe, expect, test } from 'vitest';
import { classifyLink, isAppFrame, isOwnFile, isOwnRequest } from '../../electron/links.ts';

const ORIGIN = 'http://127.0.0.1:11395';

describe('judgeLink', () => {
  test.each(['/', '/#/devices', '/?view=1#/mqtt'])('opens the GUI at %s in the window', (path) => {
    expect(classifyLink(`${ORIGIN}${path}`, ORIGIN)).toBe('app');
  });

  test.each([`${ORIGIN}/docs`, `${ORIGIN}/3.7.0/devices/usb`, 'https://www.dracal.com/en/'])(
    'leaves %s to the browser',
    (link) => {
      expect(classifyLink(link, ORIGIN)).toBe('browser');
    },
  );

  test.each([
    'http://127.0.0.1:11396/',
    'http://localhost:11395/',
    'https://127.0.0.1:11395/',
    'http://127.0.0.1:11395@evil.example/',
    'http://user@127.0.0.1:11395/',
    'http://www.dracal.com/',
    'https://www.dracal.com:8443/',
    'https://www.dracal.com.evil.example/',
    'https://evil.example/?https://www.dracal.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    `blob:${ORIGIN}/940ae43c-ea21-453d-8776-ff587a99058d`,
    `filesystem:${ORIGIN}/temporary/x`,
    'smb://server/share',
    'ms-msdt:/id',
    'mensura',
    '',
  ])('rejects %j', (link) => {
    expect(classifyLink(link, ORIGIN)).toBe('refused');
  });
});

describe('isAppFrame', () => {
  const frame = { url: `${ORIGIN}/#/devices`, origin: ORIGIN, parent: null };

  test('accepts the GUI in the top frame', () => {
    expect(isAppFrame(frame, ORIGIN)).toBe(true);
  });

  test.each([
    ['a frame inside another', { ...frame, parent: {} }],
    ['another origin', { ...frame, origin: 'http://127.0.0.1:1', url: 'http://127.0.0.1:1/' }],
    ['another page of the same origin', { ...frame, url: `${ORIGIN}/docs` }],
    ['an opaque origin', { ...frame, origin: 'null' }],
    ['a frame that is gone', null],
  ])('rejects %s', (_what, other) => {
    expect(isAppFrame(other, ORIGIN)).toBe(false);
  });
});

describe('isOwnRequest', () => {
  test.each([`${ORIGIN}/app/v1/events`, 'data:text/html,x', 'blob:http://127.0.0.1:11395/1'])(
    'lets %s pass',
    (link) => {
      expect(isOwnRequest(link, ORIGIN)).toBe(true);
    },
  );

  test.each(['https://example.com/', 'http://127.0.0.1:80/', 'file:///etc/passwd', 'ws://127.0.0.1:11395/', ''])(
    'stops %j',
    (link) => {
      expect(isOwnRequest(link, ORIGIN)).toBe(false);
    },
  );
});

describe('isOwnFile', () => {
  test.each([`${ORIGIN}/app/v1/export?channel=usb/E1/co2`, `${ORIGIN}/app/v1/mqtt/export`, `blob:${ORIGIN}/6f1c`])(
    'takes %s',
    (link) => expect(isOwnFile(link, ORIGIN)).toBe(true),
  );

  test.each([
    'http://127.0.0.1:11396/app/v1/export',
    'http://user@127.0.0.1:11395/app/v1/export',
    'http://localhost:11395/app/v1/export',
    'https://127.0.0.1:11395/app/v1/export',
    'blob:http://127.0.0.1:11396/6f1c',
    'data:text/plain,x',
    'file:///etc/passwd',
    'nonsense',
  ])('rejects %s', (link) => expect(isOwnFile(link, ORIGIN)).toBe(false));
});

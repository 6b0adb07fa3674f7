/** Ways out of the folders that are served: every dot, every separator, in front of every kind of route. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIST } from '../../../build/paths.ts';
import { startTarget, type Target } from '../fuzz/support/target.ts';
import { converse } from '../fuzz/support/wire.ts';

const PLANTED = 'planted where nobody may look';

let target: Target;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mensura-planted-'));
  writeFileSync(join(folder, 'planted.txt'), PLANTED);
  target = await startTarget();
  writeFileSync(join(target.service.dataDir, 'planted.txt'), PLANTED);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await target.service.stop();
});

const DOTS = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '..;',
  '..%00',
  '. .',
  '....',
  '%u002e%u002e',
];
const SEPARATORS = [
  '/',
  '//',
  '/./',
  '%2f',
  '%2F',
  '%5c',
  '\\',
  '%252f',
  '%255c',
  '%c0%af',
  '%e0%80%af',
  ';/',
  '%u2215',
];
const BEGINNINGS = ['/assets/', '/assets/x/', '/', '/docs/', '/favicon.svg/', '/app/v1/', '/3.7.0/devices/', '/assets'];

/** Whether it is read as it stands, or in the folder of the files above the one that is asked. */
async function expectNothing(path: string): Promise<void> {
  const { answers, end, rest } = await converse(target.service.port, [
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1'),
  ]);
  const texts = answers.map(({ status, body }) => `${status} ${body.toString()}`);
  expect([path.slice(0, 200), end, rest]).toEqual([path.slice(0, 200), 'closed', '']);
  for (const text of texts) {
    expect(text, path).toMatch(/^4(?:00|04|31) \{"message":"/);
    expect(text, path).not.toContain(PLANTED);
    expect(text, path).not.toContain('root:');
  }
  expect(texts.length, path).toBe(1);
}

test('nothing outside is read, by any writing of the way out', async () => {
  const assets = join(DIST, 'renderer/assets');
  const wanted = [
    join(folder, 'planted.txt'),
    join(target.service.dataDir, 'planted.txt'),
    join(DIST, 'package.json'),
    '/etc/passwd',
  ];
  const ways = wanted.map((file) => relative(assets, file).split('/'));
  let asked = 0;
  for (const beginning of BEGINNINGS) {
    for (const dots of DOTS) {
      for (const [index, separator] of SEPARATORS.entries()) {
        // Each way in turn, so that all of them meet all dots and separators over the beginnings.
        const way = ways[(asked + index) % ways.length] ?? [];
        await expectNothing(beginning + way.map((part) => (part === '..' ? dots : part)).join(separator));
        asked += 1;
      }
    }
  }
  expect(asked).toBe(BEGINNINGS.length * DOTS.length * SEPARATORS.length);
});

test.each([
  [
    'absolute',
    [
      '/assets//etc/passwd',
      '/assets/%2fetc%2fpasswd',
      '//etc/passwd',
      '/assets/file:///etc/passwd',
      '/assets/\\\\?\\C:\\x',
    ],
  ],
  ['with NUL', ['/assets/%00', '/assets/../planted.txt%00.js', '/favicon.svg%00', '/%00', '/docs%00/style.css']],
  [
    'with a stream or a short name of Windows',
    ['/assets/x.js::$DATA', '/assets/INDEX~1.JS', '/index.html::$INDEX_ALLOCATION'],
  ],
  [
    'with a device of Windows',
    ['/assets/CON', '/assets/aux.js', '/assets/NUL', '/assets/COM1', '/assets/lpt1.txt', '/assets/PRN.'],
  ],
  [
    'with dots or blanks at the end',
    ['/assets/.', '/assets/..', '/assets/...', '/index.html.', '/favicon.svg%20', '/favicon.svg.'],
  ],
  [
    'of a hidden file',
    ['/assets/.git/config', '/.git/config', '/assets/.env', '/.env', '/assets/%2eenv', '/assets/.well-known/x'],
  ],
  ['of a folder', ['/assets', '/assets/', '/assets/.', '/docs/', '/app', '/app/', '/app/v1', '/assets//']],
  [
    'that is no UTF-8',
    ['/assets/%ff', '/assets/%c3%28', '/assets/%ed%a0%80', '/assets/\xff\xfe', '/3.7.0/devices/usb/%ff/measurement'],
  ],
  ['with parameters', ['/assets/;x=y', '/docs;a=b', '/app/v1/status;jsessionid=1', '/;/../app/v1/status']],
  [
    'that goes on for ever',
    [
      `/assets/${'a'.repeat(5000)}`,
      `/assets/${'../'.repeat(3000)}etc/passwd`,
      `/assets/${'%2e%2e/'.repeat(1000)}etc/passwd`,
      `/${'a/'.repeat(4000)}`,
      `/${'x'.repeat(20_000)}`,
    ],
  ],
])('a path %s gives nothing', async (_what, paths) => {
  for (const path of paths) await expectNothing(path);
});

test.each([
  'bytes=0-3',
  'bytes=99999999999-',
  'bytes=5-1',
  'bytes=0-0,2-3,-1',
  'bytes=-',
  `bytes=${'0-,'.repeat(20)}0-`,
])('a file that is there is sent whole, whatever part of it is asked for: %j', async (range) => {
  const { answers } = await converse(target.service.port, [
    `GET /favicon.svg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nRange: ${range}\r\n\r\n`,
  ]);
  expect(answers.map(({ status, body }) => [status, /<\/svg>\s*$/.test(body.toString())])).toEqual([[200, true]]);
});

test('the head of a file is judged as its content', async () => {
  const { answers } = await converse(
    target.service.port,
    ['HEAD /assets/../../package.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    { isHead: true },
  );
  expect(answers.map(({ status }) => status)).toEqual([404]);
  await target.expectWell();
});

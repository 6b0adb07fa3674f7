/** Names of this service that are none, in every place where a request can name it; guards.test.ts has the plain ones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTarget, type Target } from '../fuzz/support/target.ts';
import { converse, FIN } from '../fuzz/support/wire.ts';

let target: Target;

beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.service.stop());

async function ask(line: string, headers: string): Promise<{ status: number; text: string }[]> {
  const text = `${line}\r\n${headers}Connection: close\r\n\r\n`;
  const heard = await converse(target.service.port, [Buffer.from(text, 'latin1'), FIN]);
  expect(heard.rest).toBe('');
  return heard.answers.map(({ status, body }) => ({ status, text: body.toString() }));
}

const LINES = [
  'GET /3.7.0/devices/usb HTTP/1.1',
  'GET / HTTP/1.1',
  'GET /app/v1/events HTTP/1.1',
  'OPTIONS /app/v1/reset HTTP/1.1',
];

test.each([
  'Host: localhost:\r\n',
  'Host: localhost:80:\r\n',
  'Host: localhost:123456\r\n',
  'Host: localhost:99999\r\n',
  'Host: localhost:0\r\n',
  'Host: localhost:011395\r\n',
  'Host: localhost.:11395\r\n',
  'Host: 127.0.0.1.\r\n',
  'Host: 127.0.0.1%00.evil.example\r\n',
  'Host: localhost#@evil.example\r\n',
  'Host: localhost\\@evil.example\r\n',
  'Host: user:password@localhost\r\n',
  'Host: evil.example@localhost\r\n',
  'Host: localhost?.evil.example\r\n',
  'Host: localhost evil.example\r\n',
  'Host: [::1\r\n',
  'Host: ::1]\r\n',
  'Host: [::1%25lo]\r\n',
  'Host: [0:0:0:0:0:0:0:1]\r\n',
  'Host: [::ffff:7f00:1]\r\n',
  'Host: 127.000.000.001\r\n',
  'Host: 0177.0.0.1\r\n',
  'Host: 127.0.1\r\n',
  'Host: \xef\xbd\x8cocalhost\r\n',
  'Host: loc\xc3\xa1lhost\r\n',
  'Host: xn--localhost\r\n',
  'Host: localhost\r\nHost: localhost\r\n',
  'Host: localhost\r\nhOST: evil.example\r\n',
  'Host: localhost\r\n evil.example\r\n',
  'Host : localhost\r\n',
  'X-Forwarded-Host: localhost\r\n',
  'Forwarded: host=localhost\r\n',
])('%j is refused on every kind of route', async (headers) => {
  for (const line of LINES) {
    const answers = await ask(line, headers);
    expect(answers.length).toBe(1);
    for (const { status, text } of answers) {
      expect([400, 403]).toContain(status);
      expect(text).not.toContain('SIM0000');
    }
  }
});

test.each([
  'GET http://evil.example/3.7.0/devices/usb HTTP/1.1',
  'GET http://localhost/3.7.0/devices/usb HTTP/1.1',
  'GET https://127.0.0.1/3.7.0/devices/usb HTTP/1.1',
  'GET http://user@localhost/3.7.0/devices/usb HTTP/1.1',
  'GET file:///etc/passwd HTTP/1.1',
  'GET 3.7.0/devices/usb HTTP/1.1',
  'GET localhost:80 HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET ?/3.7.0/devices/usb HTTP/1.1',
  'GET \\3.7.0\\devices\\usb HTTP/1.1',
])('the target of "%s" is refused, whatever the Host', async (line) => {
  for (const headers of ['Host: localhost\r\n', 'Host: evil.example\r\n', '']) {
    const answers = await ask(line, headers);
    expect(answers.length).toBe(1);
    for (const { status, text } of answers) {
      expect([400, 403]).toContain(status);
      expect(text).not.toContain('SIM0000');
    }
  }
});

test.each(['Host: LOCALHOST\r\n', 'Host: \t localhost:1 \t\r\n', 'host: [::1]:65535\r\n'])(
  '%j is welcome',
  async (headers) => {
    const [answer] = await ask('GET /3.7.0/devices/usb HTTP/1.1', headers);
    expect(answer?.status).toBe(200);
  },
);

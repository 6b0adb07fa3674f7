/** What a port can do to somebody who asks it: each has its code, and words. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { GatewayTestResult, SensgateConfig } from '../../../../../service/contract/index.ts';
import { gatewayTestResultSchema } from '../../../../../service/contract/index.ts';
import { addressOf, type SensgateTiming } from '../../../../../service/drivers/gateway/sensgate/options.ts';
import { describeRequestFailure } from '../../../../../service/drivers/gateway/sensgate/request-failures.ts';
import { PTH, PTH_CAL, PTH_CAL_DAMAGED, TMC } from './published.ts';
import { AdapterRecord, answering, configOf, http, kindWith, listen } from './support.ts';

async function verdictOf(
  port: number,
  changes: Partial<SensgateConfig> = {},
  timing?: Partial<SensgateTiming>,
): Promise<GatewayTestResult> {
  const verdict = await kindWith(timing).test(configOf(port, changes), new AbortController().signal);
  return gatewayTestResultSchema.parse(verdict);
}

/** How long an answer may take where none comes. */
const SHORT = { responseMinMs: 300, responseMaxMs: 300 };

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

describe('a test of a gateway', () => {
  test('that answers names its instruments', async () => {
    const port = await answering(http(`${PTH_CAL}\r\n${TMC}\r\n`));
    expect(await verdictOf(port)).toEqual({
      ok: true,
      text: `Connected to port ${port} of 127.0.0.1. Found 2 devices.`,
      error: null,
      duration_ms: expect.any(Number),
      notes: [],
      unknown_answer: null,
      instruments: ['E24638', 'E24640'],
    });
  });

  test('asks as documented', async () => {
    let asked = '';
    const port = await listen((socket) => {
      socket.on('data', (bytes) => {
        asked += bytes.toString('latin1');
        socket.end(http(PTH));
      });
    });
    await verdictOf(port);
    const lines = asked.split('\r\n');
    expect(lines[0]).toBe('GET /sensgate/rvcp/devices HTTP/1.1');
    expect(lines).toContain(`Host: 127.0.0.1:${port}`);
    expect(asked).not.toMatch(/^(cookie|authorization|proxy)/im);
  });

  test('without instruments works, and says what that means', async () => {
    const verdict = await verdictOf(await answering(http('[]')));
    expect(verdict).toMatchObject({ ok: true, instruments: [], error: null });
    expect(verdict.notes).toEqual([
      'The response lists no devices, so Mensura cannot confirm that this is a SensGate.',
    ]);
  });

  test('names damaged lines', async () => {
    const verdict = await verdictOf(await answering(http(`${PTH_CAL_DAMAGED}\n${TMC}\n`)));
    expect(verdict).toMatchObject({ ok: true, instruments: ['E24640'] });
    expect(verdict.notes).toEqual(['Damaged lines are ignored: E24638.']);
  });

  test('that answers what nobody knows shows what came, as it came', async () => {
    const body = JSON.stringify({ gateway: 'G00033', ports: [{ port: 1, attached: 'E24638' }], rest: 'x'.repeat(500) });
    const port = await answering(http(body, 'Content-Type: application/json; charset=utf-8'));
    expect(await verdictOf(port)).toMatchObject({
      ok: false,
      text: `Port ${port} of 127.0.0.1 returned a response without any device.`,
      error: { code: 'answer-unknown' },
      unknown_answer: {
        path: '/sensgate/rvcp/devices',
        status: 200,
        content_type: 'application/json; charset=utf-8',
        head: body.slice(0, 256),
      },
      instruments: [],
    });
  });

  test('that is ended from this side ends at once, and leaves nothing open', async () => {
    const closed = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const port = await listen((socket) => {
      socket.on('data', () => asked.resolve());
      socket.on('close', () => closed.resolve());
    });
    const ending = new AbortController();
    const verdict = kindWith().test(configOf(port), ending.signal);
    await asked.promise;
    ending.abort();
    expect(await verdict).toMatchObject({ ok: false, error: null, text: 'The test was canceled.' });
    await closed.promise;
    expect(await kindWith().test(configOf(port), ending.signal)).toMatchObject({ ok: false, error: null });
  });

  test('that works leaves no connection open', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await listen((socket) => {
      socket.on('data', () => socket.write(http(PTH)));
      socket.on('close', () => closed.resolve());
    });
    expect(await verdictOf(port)).toMatchObject({ ok: true });
    await closed.promise;
  });

  test('with an address of IPv6 in brackets, or none that there can be', async () => {
    const free = await freePort();
    for (const host of ['[::1]', '::1']) {
      // A machine without IPv6 has no way there.
      expect((await verdictOf(free, { host })).error?.code).toMatch(/^(port-refused|unreachable)$/);
    }
    expect(await verdictOf(free, { host: 'no-such-host.invalid' })).toMatchObject({ error: { code: 'host-unknown' } });
    expect((await verdictOf(free, { host: 'größe.invalid' })).error?.code).toBe('host-unknown');
    expect((await verdictOf(free, { host: '日本.invalid' })).error?.code).toBe('host-unknown');
  });
});

describe('what a port does', () => {
  test('nobody listens', async () => {
    expect(await verdictOf(await freePort())).toMatchObject({ error: { code: 'port-refused' }, unknown_answer: null });
  });

  const cases: [string, string | Uint8Array, string, number | null][] = [
    ['a web page', http('<!doctype html><p>Printer', 'Content-Type: text/html'), 'not-a-gateway', 200],
    ['no text', http('a\0b'), 'not-a-gateway', 200],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'not-a-gateway', null],
    ['random bytes', Uint8Array.of(0x16, 3, 1, 2, 0, 1, 0, 1), 'not-a-gateway', null],
    ['headers without an end', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(40_000)}`, 'answer-too-large', null],
    ['a body that is too large', http('x'.repeat(1_100_000)), 'answer-too-large', 200],
    ['an announced body that is cut', http(PTH_CAL).slice(0, -10), 'answer-broken', 200],
    [
      'a damaged chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nD,VCP\r\nzz\r\n',
      'answer-broken',
      200,
    ],
    [
      'chunks without an end',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nD,VCP\r\n',
      'answer-broken',
      200,
    ],
    ['damaged lines', http(PTH_CAL_DAMAGED), 'answer-broken', 200],
    ['half of its JSON', http(`["${PTH_CAL}",`), 'answer-broken', 200],
    ['a redirect', http(PTH, 'Location: http://127.0.0.1:9/', '302 Found'), 'http-error', 302],
    ['a password wanted', http('', 'WWW-Authenticate: Basic', '401 Unauthorized'), 'http-error', 401],
    ['nothing under the path', http('Not Found', 'Content-Type: text/html', '404 Not Found'), 'http-error', 404],
    ['a fault of its own', http('oops', 'A: b', '500 Internal Server Error'), 'http-error', 500],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', 'no-answer', null],
    ['nothing, and closes', '', 'no-answer', null],
  ];

  test.each(cases)('%s', async (_, bytes, code, status) => {
    const verdict = await verdictOf(await answering(bytes, true));
    expect(verdict).toMatchObject({ ok: false, error: { code }, instruments: [] });
    expect(verdict.text).toBe(verdict.error?.text);
    expect(verdict.error?.remedy).not.toBe('');
    expect(verdict.unknown_answer?.status ?? null).toBe(status);
  });

  test('takes the connection, and says nothing', async () => {
    const port = await listen(() => {});
    const verdict = await verdictOf(port, {}, SHORT);
    expect(verdict).toMatchObject({ error: { code: 'no-answer' }, unknown_answer: null });
    expect(verdict.text).toBe(`Port ${port} of 127.0.0.1 accepts connections but did not respond within 0.3 s.`);
  });

  test('begins to answer, and never ends', async () => {
    const port = await answering(http(PTH).slice(0, -10));
    const verdict = await verdictOf(port, {}, SHORT);
    expect(verdict).toMatchObject({ error: { code: 'no-answer' }, unknown_answer: { status: 200 } });
    expect(verdict.text).toContain('did not complete its response within 0.3 s');
  });

  test('sends an endless body: no more of it is read than is allowed', async () => {
    let sent = 0;
    const port = await listen((socket) => {
      const piece = Buffer.alloc(65_536, 'x');
      const more = (): void => {
        while (!socket.destroyed && socket.write(piece)) sent += piece.length;
      };
      socket.on('drain', more);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        more();
      });
    });
    expect(await verdictOf(port)).toMatchObject({
      error: { code: 'answer-too-large' },
      unknown_answer: { status: 200 },
    });
    // What the system buffers on both sides comes on top.
    expect(sent).toBeLessThan(64 * 1_048_576);
  });

  test('closes the kept connection when it is used again: it is asked on a new one, and nobody notices', async () => {
    let connections = 0;
    const port = await listen((socket, count) => {
      connections = count;
      let asked = 0;
      socket.on('data', () => {
        asked += 1;
        if (asked === 1) socket.write(http(PTH_CAL));
        else socket.destroy();
      });
    });
    const record = new AdapterRecord(configOf(port));
    await record.more('E24638', 5);
    expect(connections).toBeGreaterThan(3);
    expect(record.of('lost')).toEqual([]);
    expect(record.adapter.status).toMatchObject({ state: 'online', refused: 0, error: null });
    // Connecting and online: there was nothing else to tell.
    expect(record.of('status')).toHaveLength(2);
  });
});

test.each([
  ['192.168.40.1', '192.168.40.1:8080'],
  ['gate.example', 'gate.example:8080'],
  ['fe80::1', '[fe80::1]:8080'],
  ['[fe80::1]', '[fe80::1]:8080'],
])('a gateway without a known serial number goes by its address: %s', (host, address) => {
  expect(addressOf({ host, port: 8080 })).toBe(address);
});

describe('words for what loopback does not do', () => {
  const place = { host: 'gate.example', port: 8080, path: '/x' };

  test.each([
    ['EAI_AGAIN', 'host-unknown'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['ETIMEDOUT', 'unreachable'],
    ['EACCES', 'unreachable'],
    ['ESOMETHING', 'unreachable'],
  ])('%s while connecting', (code, expected) => {
    const failure = describeRequestFailure({ kind: 'error', code, phase: 'connecting' }, place);
    expect(failure).toMatchObject({ code: expected, lasting: false });
    expect(failure.text).toContain('gate.example');
    expect(failure.remedy).not.toBe('');
  });

  test('no connection in time', () => {
    const failure = describeRequestFailure({ kind: 'silence', phase: 'connecting', waitedMs: 5000 }, place);
    expect(failure).toMatchObject({ code: 'unreachable', text: expect.stringContaining('port 8080') });
  });
});

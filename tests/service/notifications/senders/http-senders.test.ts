/** What webhooks, ntfy servers and monitors of heartbeats receive, and what their responses mean. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DestinationFields } from '../../../../service/contract/index.ts';
import { createSender } from '../../../../service/notifications/senders/create-sender.ts';
import type { OutgoingMessage, SendOutcome } from '../../../../service/notifications/types.ts';
import type { Secrets } from '../../../../service/secrets/secrets.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { destination, message, RAISED } from '../../../support/outgoing-message.ts';
import { until } from '../../../support/until.ts';
import { type Received, type Reply, startReceiver } from './receiver.ts';

const OK: Reply = { status: 200 };

type Fields = Partial<DestinationFields> & Pick<DestinationFields, 'kind'>;

async function sent(fields: Fields, secrets: Partial<Secrets> = {}, reply: Reply = OK, given = message()) {
  const receiver = await startReceiver(() => reply);
  const outcome = await send({ url: receiver.url, ...fields }, secrets, given);
  const [request] = receiver.requests;
  if (!request) throw new Error(`nothing was received: ${JSON.stringify(outcome)}`);
  return { outcome, request, receiver };
}

function send(
  fields: Fields,
  secrets: Partial<Secrets> = {},
  given: OutgoingMessage = message(),
  signal = new AbortController().signal,
): Promise<SendOutcome> {
  const sender = createSender(destination(fields, secrets), systemClock);
  if (!('send' in sender)) throw new Error(sender.text);
  return sender.send(given, signal);
}

const bodyOf = ({ body }: Received): unknown => JSON.parse(body.toString('utf8'));

describe('a webhook', () => {
  test('receives all data of the alarms', async () => {
    const cleared = { ...RAISED, event: 'cleared' as const, alarm: { ...RAISED.alarm, ended: RAISED.alarm.since } };
    const { outcome, request } = await sent({ kind: 'webhook' }, {}, OK, message({ alarms: [RAISED, cleared] }));
    expect(outcome).toEqual({ kind: 'delivered', text: 'The server accepted the message (HTTP 200).' });
    expect(request).toMatchObject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-mensura-id': 'm-1', 'user-agent': 'Mensura' },
    });
    expect(request.headers.authorization).toBeUndefined();
    expect(request.headers['x-mensura-signature']).toBeUndefined();
    const alarm = {
      event: 'raised',
      at: '2026-01-02T03:04:05.000Z',
      family: 'usb',
      serial: 'E24638',
      device: 'Cold room (E24638)',
      channel: 'temperature',
      channel_name: 'Temperature',
      kind: 'above',
      severity: 'warning',
      message: '',
      value: 31.2,
      unit: '°C',
      limit: 30,
      since: '2026-01-02T03:04:05.000Z',
      ended: null,
      acknowledged_by: '',
      acknowledgment_comment: '',
      count: 1,
      rule: 'a01b2c3d4',
    };
    expect(bodyOf(request)).toEqual({
      id: 'm-1',
      event: 'raised',
      title: 'Alarm: Cold room – 31.20 °C',
      text: 'Cold room (E24638)\nTemperature above 30 °C: "31.20 °C"',
      link: 'http://127.0.0.1:11395/',
      alarms: [alarm, { ...alarm, event: 'cleared', ended: alarm.since }],
    });
  });

  test.each(['daily', 'test'] as const)('is told that a message is of the kind %s', async (kind) => {
    const { request } = await sent({ kind: 'webhook' }, {}, OK, message({ kind, alarms: [] }));
    expect(bodyOf(request)).toMatchObject({ event: kind, alarms: [] });
  });

  test('can check the signature of the bytes of the body', async () => {
    const { request } = await sent({ kind: 'webhook', method: 'PUT' }, { signing_key: 'schlüssel', password: 'tok' });
    const expected = createHmac('sha256', 'schlüssel').update(request.body).digest('hex');
    expect(request.method).toBe('PUT');
    expect(request.headers).toMatchObject({
      'x-mensura-signature': `sha256=${expected}`,
      authorization: 'Bearer tok',
    });
  });

  test('receives extra headers beside its own', async () => {
    const { request } = await sent({ kind: 'webhook', headers: ['X-Site: Hall 2: east'] });
    expect(request.headers).toMatchObject({ 'x-site': 'Hall 2: east', 'x-mensura-id': 'm-1' });
  });

  test('receives the filled template', async () => {
    const template =
      '{"t":"{{title}}: {{text}}","n":"{{count}}","v":["{{event}}","{{device}}","{{serial}}","{{channel}}","{{value}}","{{limit}}","{{since}}","{{severity}}","{{message}}","{{link}}","{{id}}"]}';
    const { request } = await sent({ kind: 'webhook', template });
    const { subject, text, link } = message();
    expect(bodyOf(request)).toEqual({
      t: `${subject}: ${text}`,
      n: '1',
      v: [
        'raised',
        'Cold room (E24638)',
        'E24638',
        'Temperature',
        '31.20 °C',
        '30 °C',
        RAISED.alarm.since,
        'warning',
        '',
        link,
        'm-1',
      ],
    });
  });

  test('receives empty variables without alarms', async () => {
    const template = '{"v":"{{device}}{{serial}}{{value}}{{since}}","n":"{{count}}"}';
    const { request } = await sent({ kind: 'webhook', template }, {}, OK, message({ kind: 'daily', alarms: [] }));
    expect(bodyOf(request)).toEqual({ v: '', n: '0' });
  });
});

describe('ntfy', () => {
  const ntfy = { kind: 'ntfy', topic: 'lab' } as const;

  test('receives a message as JSON at its root', async () => {
    const { request } = await sent({ ...ntfy, tags: ['thermometer'] }, { password: 'tk_1' });
    expect(request).toMatchObject({ method: 'POST', url: '/', headers: { authorization: 'Bearer tk_1' } });
    expect(bodyOf(request)).toEqual({
      topic: 'lab',
      title: 'Alarm: Cold room – 31.20 °C',
      message: 'Cold room (E24638)\nTemperature above 30 °C: "31.20 °C"',
      priority: 4,
      tags: ['thermometer'],
      click: 'http://127.0.0.1:11395/',
    });
  });

  test.each([
    ['information', 3],
    ['critical', 5],
  ] as const)('receives alarms of severity %s with priority %i', async (severity, priority) => {
    const alarms = [RAISED, { ...RAISED, alarm: { ...RAISED.alarm, severity } }].slice(severity === 'critical' ? 0 : 1);
    const { request } = await sent(ntfy, {}, OK, message({ alarms }));
    expect(bodyOf(request)).toMatchObject({ priority });
  });

  test.each([
    ['cleared alarms', message({ alarms: [{ ...RAISED, event: 'cleared' }] })],
    ['daily messages', message({ kind: 'daily' })],
  ])('has the default priority for %s', async (_what, given) => {
    const { request } = await sent(ntfy, {}, OK, given);
    expect(bodyOf(request)).toMatchObject({ priority: 3 });
    expect(bodyOf(request)).not.toHaveProperty('tags');
  });

  test.each([
    ['lines', 'Temperature above 30 °C\n'.repeat(400), /^(Temperature above 30 °C\n)+…$/],
    ['one line', '𝄞'.repeat(2000), /^𝄞+\n…$/u],
  ])('receives no more than 4000 bytes of %s', async (_what, text, expected) => {
    const { request } = await sent(ntfy, {}, OK, message({ text }));
    const { message: received } = bodyOf(request) as { message: string };
    expect(received).toMatch(expected);
    expect(Buffer.byteLength(received)).toBeLessThanOrEqual(4000);
    expect(Buffer.byteLength(received)).toBeGreaterThan(3900);
  });

  test('receives an exact number of bytes whole', async () => {
    const text = 'x'.repeat(4000);
    const { request } = await sent(ntfy, {}, OK, message({ text }));
    expect(bodyOf(request)).toMatchObject({ message: text });
  });
});

test('a heartbeat is a GET request', async () => {
  const receiver = await startReceiver(() => OK);
  expect((await send({ kind: 'heartbeat', url: `${receiver.url}/ping/1?a=b` })).kind).toBe('delivered');
  expect(receiver.requests).toMatchObject([{ method: 'GET', url: '/ping/1?a=b' }]);
  expect(receiver.requests[0]?.body).toHaveLength(0);
  await until('its connection to end', async () => (await receiver.connections()) === 0);
});

describe('a response', () => {
  test.each([
    [
      401,
      '{"error":"unauthorized"}',
      'credentials-refused',
      true,
      'The server rejected the token (HTTP 401: unauthorized).',
    ],
    [403, '', 'credentials-refused', true, 'The server rejected the token (HTTP 403).'],
    [413, '', 'message-refused', true, 'The server rejected the message (HTTP 413).'],
    [429, '{"error":"limit reached"}', 'busy', false, 'The server is busy or not ready (HTTP 429: limit reached).'],
    [503, '', 'busy', false, 'The server is busy or not ready (HTTP 503).'],
    [500, 'oops\n', 'server-error', false, 'The server reports an error (HTTP 500: oops).'],
  ])('%d %s: %s', async (status, body, code, isLasting, text) => {
    const { outcome } = await sent({ kind: 'webhook' }, { password: 'x' }, { status, body });
    expect(outcome).toMatchObject({ kind: 'failed', failure: { code, isLasting, text } });
    expect(outcome).not.toHaveProperty('retryMs');
  });

  test.each([404, 410])('%d names the server without the path, which can be a secret', async (status) => {
    const receiver = await startReceiver(({ url }) => ({ status, body: `Cannot POST ${url}` }));
    const outcome = await send({ kind: 'webhook', url: `${receiver.url}/services/T0/S3cret` });
    const text = `The server on port ${new URL(receiver.url).port} of 127.0.0.1 has no such address (HTTP ${status}).`;
    expect(outcome).toMatchObject({ failure: { code: 'not-found', isLasting: true, text } });
    expect(JSON.stringify(outcome)).not.toContain('S3cret');
  });

  test('that is larger than what is read delivers', async () => {
    const { outcome } = await sent({ kind: 'webhook' }, {}, { status: 200, body: 'x'.repeat(1_000_000) });
    expect(outcome).toEqual({ kind: 'delivered', text: 'The server accepted the message (HTTP 200).' });
  });

  test.each([
    ['webhook', 401, 'The server requires credentials (HTTP 401).', /^Enter a token that permits sending /],
    ['heartbeat', 401, 'The server requires credentials (HTTP 401).', /^Check the URL\.$/],
    ['webhook', 400, 'The server rejected the message (HTTP 400).', /^Check the URL and the body format /],
    ['heartbeat', 400, 'The server rejected the request (HTTP 400).', /^Check the URL; see the server log\.$/],
  ] as const)('without a token, to a %s: %d', async (kind, status, text, remedy) => {
    const { outcome } = await sent({ kind }, {}, { status });
    expect(outcome).toMatchObject({ failure: { text, remedy: expect.stringMatching(remedy) } });
  });

  test.each([200, 201, 202, 204, 299])('%d delivers', async (status) => {
    expect((await sent({ kind: 'webhook' }, {}, { status })).outcome.kind).toBe('delivered');
  });

  test.each([429, 503])('%d can say when to retry', async (status) => {
    const reply = { status, headers: { 'Retry-After': '120' } };
    for (const kind of ['webhook', 'ntfy', 'heartbeat'] as const) {
      const topic = kind === 'ntfy' ? { topic: 'lab' } : {};
      expect((await sent({ kind, ...topic }, {}, reply)).outcome).toMatchObject({ kind: 'failed', retryMs: 120_000 });
    }
  });

  test('that redirects is not followed', async () => {
    const elsewhere = await startReceiver(() => OK);
    const { outcome } = await sent(
      { kind: 'webhook' },
      { password: 'tok' },
      {
        status: 307,
        headers: { Location: elsewhere.url },
      },
    );
    expect(outcome).toMatchObject({ failure: { code: 'redirected', isLasting: true } });
    expect(elsewhere.requests).toEqual([]);
  });
});

test('the signal ends a request without a response', async () => {
  const receiver = await startReceiver(() => undefined);
  const ended = new AbortController();
  const outcome = send({ kind: 'webhook', url: receiver.url }, {}, message(), ended.signal);
  await until('the request', () => receiver.requests.length > 0);
  ended.abort();
  expect(await outcome).toEqual({ kind: 'aborted' });
  await until('its connection to end', async () => (await receiver.connections()) === 0);
});

test('closing ends a request without a response', async () => {
  const receiver = await startReceiver(() => undefined);
  const sender = createSender(destination({ kind: 'webhook', url: receiver.url }), systemClock);
  if (!('send' in sender)) throw new Error(sender.text);
  const outcome = sender.send(message(), new AbortController().signal);
  await until('the request', () => receiver.requests.length > 0);
  sender.close();
  expect(await outcome).toEqual({ kind: 'aborted' });
});

test('a server that is away', async () => {
  expect(await send({ kind: 'webhook', url: 'http://127.0.0.1:1/' })).toMatchObject({
    failure: {
      code: 'port-refused',
      text: 'Cannot connect to port 1 of 127.0.0.1: connection refused.',
      isLasting: false,
    },
  });
});

describe('no sender', () => {
  test('without readable secrets', () => {
    expect(createSender(destination({ kind: 'webhook', url: 'https://a.example' }, null), systemClock)).toEqual({
      code: 'secret-needed',
      text: 'Cannot read the stored password, token or signing key of this destination.',
      remedy: 'Enter it again.',
      isLasting: true,
    });
  });

  test('with an unusable CA certificate', () => {
    const config = destination({ kind: 'email', host: 'a.example' }, { ca: 'x' });
    expect(createSender(config, systemClock)).toMatchObject({
      code: 'tls-failed',
      text: 'Cannot read the CA certificate: not a PEM certificate.',
    });
  });
});

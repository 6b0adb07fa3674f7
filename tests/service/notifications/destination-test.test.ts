/** What the test of a destination reports. */
import { expect, test } from 'vitest';
import { testDestination } from '../../../service/notifications/destination-test.ts';
import type { DestinationConfig } from '../../../service/notifications/types.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { destination, message } from '../../support/outgoing-message.ts';
import { until } from '../../support/until.ts';
import { type Reply, startReceiver } from './senders/receiver.ts';
import { type SmtpReplies, startSmtpServer } from './senders/smtp-server.ts';

async function tested(config: DestinationConfig) {
  const options = { config, message: message({ kind: 'test', alarms: [] }), clock: systemClock };
  return testDestination({ ...options, signal: new AbortController().signal });
}

async function testedWebhook(reply: Reply, password = 'tok') {
  const { url } = await startReceiver(() => reply);
  return tested(destination({ kind: 'webhook', url }, { password }));
}

async function testedEmail(replies: SmtpReplies, fields: Partial<DestinationConfig['fields']> = {}) {
  const { port } = await startSmtpServer(replies);
  const email = { host: '127.0.0.1', port, encryption: 'none', username: 'ann', from: 'a@example.com' } as const;
  return tested(destination({ kind: 'email', to: ['b@example.com'], ...email, ...fields }, { password: 'secret' }));
}

const outcomes = ({ steps }: Awaited<ReturnType<typeof tested>>): string[] =>
  steps.map(({ name, outcome }) => `${name} ${outcome}`);

test('a webhook that accepts passes all steps', async () => {
  const result = await testedWebhook({ status: 204 });
  expect(result).toEqual({
    ok: true,
    text: 'The server accepted the message (HTTP 204).',
    error: null,
    duration_ms: expect.any(Number),
    steps: [
      { name: 'connect', outcome: 'passed', text: 'The server responds.' },
      { name: 'sign-in', outcome: 'passed', text: 'The server did not reject the token.' },
      { name: 'send', outcome: 'passed', text: 'The server accepted the message (HTTP 204).' },
    ],
    notes: [],
  });
});

test('a heartbeat has no sign-in, and sends a request', async () => {
  const { url } = await startReceiver(() => ({ status: 200 }));
  const { steps } = await tested(destination({ kind: 'heartbeat', url }));
  expect(steps.map(({ text }) => text)).toEqual([
    'The server responds.',
    'Not required.',
    'The server accepted the request (HTTP 200).',
  ]);
});

test.each([
  [401, 'credentials-refused', ['connect passed', 'sign-in failed', 'send skipped']],
  [404, 'not-found', ['connect passed', 'sign-in passed', 'send failed']],
] as const)('HTTP %d fails the step it is about', async (status, code, steps) => {
  const result = await testedWebhook({ status });
  expect(result).toMatchObject({ ok: false, error: { code }, notes: [] });
  expect(outcomes(result)).toEqual(steps);
});

test('a server that is away fails the first step', async () => {
  const result = await tested(destination({ kind: 'heartbeat', url: 'http://127.0.0.1:1/' }));
  expect(result).toMatchObject({ ok: false, error: { code: 'port-refused' } });
  expect(outcomes(result)).toEqual(['connect failed', 'sign-in skipped', 'send skipped']);
});

test('unreadable secrets fail the first step', async () => {
  const result = await tested(destination({ kind: 'webhook', url: 'http://127.0.0.1:1/' }, null));
  expect(result).toMatchObject({ error: { code: 'secret-needed' } });
  expect(outcomes(result)).toEqual(['connect failed', 'sign-in skipped', 'send skipped']);
});

test.each([
  [{}, ['connect passed', 'sign-in passed', 'send passed']],
  [{ '': '554 no' }, ['connect failed', 'sign-in skipped', 'send skipped']],
  [{ AUTH: '535 no' }, ['connect passed', 'sign-in failed', 'send skipped']],
  [{ RCPT: '550 no' }, ['connect passed', 'sign-in passed', 'send failed']],
])('a mail server with the replies %j', async (replies, steps) => {
  expect(outcomes(await testedEmail(replies))).toEqual(steps);
});

test('notes a password without encryption, except to this computer', async () => {
  expect((await testedEmail({})).notes).toEqual([]);
  // The system takes this for 127.0.0.1; to everyone else it is a name.
  expect((await testedEmail({}, { host: '127.1' })).notes).toEqual([
    'The password is sent without encryption. Select STARTTLS or TLS if the server supports it.',
  ]);
});

test('notes rejected recipients', async () => {
  const replies = { 'RCPT TO:<gone@example.com>': '550 none' };
  const result = await testedEmail(replies, { to: ['b@example.com', 'gone@example.com'] });
  expect(result.ok).toBe(true);
  expect(result.notes).toEqual(['These recipients receive no messages: gone@example.com.']);
  expect(result.steps[2]?.text).toBe(
    'The server accepted the message (250 queued). The server rejected a recipient: gone@example.com (550 none).',
  );
});

test.each([
  ['a mail server', 13_000, async () => ({ kind: 'email', ...(await startSmtpServer({ '.': undefined })) }) as const],
  ['a webhook', 3000, async () => ({ kind: 'webhook', ...(await startReceiver(() => undefined)) }) as const],
])('ends at its deadline: %s', async (_what, limitMs, start) => {
  const { kind, ...server } = await start();
  const email = { host: '127.0.0.1', encryption: 'none' as const, from: 'a@example.com', to: ['b@example.com'] };
  const fields = 'port' in server ? { ...email, port: server.port } : { url: server.url };
  const options = { config: destination({ kind, ...fields }), message: message(), clock: systemClock, limitMs };
  const { error } = await testDestination({ ...options, signal: new AbortController().signal });
  expect(error).toMatchObject({ code: 'no-answer', text: expect.stringContaining(`within ${limitMs / 1000} s.`) });
});

test('the signal ends the test', async () => {
  const { port, commands } = await startSmtpServer({ EHLO: undefined });
  const email = { kind: 'email', host: '127.0.0.1', port, encryption: 'none', from: 'a@example.com' } as const;
  const config = destination({ ...email, to: ['b@example.com'] });
  const ended = new AbortController();
  const options = { config, message: message(), clock: systemClock, signal: ended.signal };
  const result = testDestination(options).catch((error: Error) => error.name);
  await until('its first command', () => commands.length > 0);
  ended.abort();
  expect(await result).toBe('AbortError');
});

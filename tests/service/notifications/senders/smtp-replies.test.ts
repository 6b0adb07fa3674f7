/** What replies of mail servers mean. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { DestinationFields } from '../../../../service/contract/index.ts';
import { EmailSender } from '../../../../service/notifications/senders/email.ts';
import { openSocket, type SmtpServer } from '../../../../service/notifications/senders/smtp-socket.ts';
import type { SmtpLimits } from '../../../../service/notifications/senders/smtp-transaction.ts';
import type { SendOutcome } from '../../../../service/notifications/types.ts';
import { destination, message } from '../../../support/outgoing-message.ts';
import { until } from '../../../support/until.ts';
import { type SmtpReplies, startSmtpServer } from './smtp-server.ts';

function senderTo(
  port: number,
  fields: Partial<DestinationFields> = {},
  limits: Partial<SmtpLimits> = {},
): EmailSender {
  const { fields: all } = destination({
    kind: 'email',
    host: '127.0.0.1',
    port,
    encryption: 'none',
    username: 'ann',
    from: 'plant@example.com',
    to: ['lab@example.com'],
    ...fields,
  });
  return new EmailSender({ fields: all, password: 'secret', tls: undefined, limits });
}

async function sent(
  replies: SmtpReplies,
  fields?: Partial<DestinationFields>,
  limits?: Partial<SmtpLimits>,
): Promise<{ outcome: SendOutcome; commands: string[]; port: number }> {
  const { port, commands } = await startSmtpServer(replies);
  const outcome = await senderTo(port, fields, limits).send(message(), new AbortController().signal);
  return { outcome, commands, port };
}

test('a transaction ends with QUIT', async () => {
  const { outcome, commands } = await sent({});
  expect(outcome).toEqual({ kind: 'delivered', text: 'The server accepted the message (250 queued).' });
  expect(commands.map((line) => line.split(' ')[0])).toEqual(['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', '.', 'QUIT']);
});

test('a server that does not reply to QUIT has delivered the message', async () => {
  expect((await sent({ QUIT: undefined })).outcome.kind).toBe('delivered');
});

describe('an accepted message stays delivered', () => {
  test('at the deadline of the transaction', async () => {
    const limits = { totalMs: 4000, connectMs: 1000, quitMs: 20_000 };
    expect((await sent({ QUIT: undefined }, {}, limits)).outcome.kind).toBe('delivered');
  });

  test('when the signal ends the transaction', async () => {
    const { port, commands, connections } = await startSmtpServer({ QUIT: undefined });
    const ended = new AbortController();
    const outcome = senderTo(port, {}, { quitMs: 20_000 }).send(message(), ended.signal);
    await until('QUIT', () => commands.includes('QUIT'));
    ended.abort();
    expect((await outcome).kind).toBe('delivered');
    await until('its connection to end', () => connections() === 0);
  });

  test('when the connection is lost', async () => {
    expect((await sent({ QUIT: '' })).outcome.kind).toBe('delivered');
  });
});

test('the reply to the message may take longer than all others', async () => {
  const { port, commands, say } = await startSmtpServer({ '.': undefined });
  const outcome = senderTo(port, {}, { replyMs: 3000 }).send(message(), new AbortController().signal);
  await until('the message', () => commands.includes('.'));
  await delay(4000);
  say('250 checked');
  expect(await outcome).toEqual({ kind: 'delivered', text: 'The server accepted the message (250 checked).' });
});

const LASTING = [
  [{ '': '554 no' }, 'message-refused', 'The server does not accept messages from this computer (554 no).'],
  [{ AUTH: '535 5.7.8 no' }, 'credentials-refused', 'The server rejected the username or password (535 5.7.8 no).'],
  [{ AUTH: '534 5.7.9 app' }, 'credentials-refused', 'The server rejected the username or password (534 5.7.9 app).'],
  [{ AUTH: '432 change' }, 'credentials-refused', 'The server rejected the username or password (432 change).'],
  [{ AUTH: '538 TLS' }, 'tls-failed', 'The server on port PORT of 127.0.0.1 requires encryption (538 TLS).'],
  [
    { MAIL: '530 5.7.0 Must issue a STARTTLS command first' },
    'tls-failed',
    'The server on port PORT of 127.0.0.1 requires encryption (530 5.7.0 Must issue a STARTTLS command first).',
  ],
  [
    { MAIL: '530 5.7.0 Authentication required' },
    'credentials-refused',
    'The server on port PORT of 127.0.0.1 requires a username and password (530 5.7.0 Authentication required).',
  ],
  [{ MAIL: '550 not yours' }, 'sender-refused', 'The server rejected the sender (550 not yours).'],
  [{ MAIL: '553 not yours' }, 'sender-refused', 'The server rejected the sender (553 not yours).'],
  [{ MAIL: '552 too large' }, 'message-refused', 'The server rejected the message (552 too large).'],
  [{ RCPT: '550 none' }, 'recipient-refused', 'The server rejected a recipient: lab@example.com (550 none).'],
  [{ RCPT: '553 none' }, 'recipient-refused', 'The server rejected a recipient: lab@example.com (553 none).'],
  [{ DATA: '554 no' }, 'message-refused', 'The server rejected the message (554 no).'],
  [{ '.': '554 5.7.1 spam' }, 'message-refused', 'The server rejected the message (554 5.7.1 spam).'],
  [{ '.': '552 too large' }, 'message-refused', 'The server rejected the message (552 too large).'],
  [
    { '': 'HTTP/1.1 400 Bad Request' },
    'wrong-protocol',
    'The server on port PORT of 127.0.0.1 does not speak SMTP (HTTP/1.1 400 Bad Request).',
  ],
  [
    { EHLO: '250 mail.example' },
    'credentials-refused',
    'The server on port PORT of 127.0.0.1 does not support sign-in with a username and password.',
  ],
  [
    { EHLO: '250-mail.example\r\n250 AUTH GSSAPI', AUTH: '504 no such mechanism' },
    'credentials-refused',
    'The server rejected the username or password (504 no such mechanism).',
  ],
] as const;

test.each(LASTING)('%j: %s', async (replies, code, text) => {
  const { outcome, port } = await sent(replies);
  const failure = { code, text: text.replace('PORT', String(port)), isLasting: true };
  expect(outcome).toMatchObject({ kind: 'failed', failure });
});

const PASSING = [
  [{ '': '421 busy' }, 'The server is temporarily not accepting messages (421 busy).'],
  [{ '': '450 later' }, 'The server is temporarily not accepting messages (450 later).'],
  [{ AUTH: '454 4.7.0 later' }, 'The server is temporarily not accepting messages (454 4.7.0 later).'],
  [{ MAIL: '451 later' }, 'The server is temporarily not accepting messages (451 later).'],
  [{ RCPT: '450 greylisted' }, 'The server is temporarily not accepting messages (450 greylisted).'],
  [{ '.': '452 disk full' }, 'The server is temporarily not accepting messages (452 disk full).'],
  [{ MAIL: '421 closing' }, 'The server is temporarily not accepting messages (421 closing).'],
] as const;

test.each(PASSING)('%j is busy', async (replies, text) => {
  expect((await sent(replies)).outcome).toMatchObject({ failure: { code: 'busy', text, isLasting: false } });
});

test.each([
  [{ EHLO: '421 busy' }, '421 busy'],
  [{ EHLO: '450 later' }, '450 later'],
  [{ unknown: '454 TLS not available' }, '454 TLS not available'],
])('%j before STARTTLS is busy', async (replies, said) => {
  const { outcome, commands } = await sent(replies, { encryption: 'starttls' });
  const text = `The server is temporarily not accepting messages (${said}).`;
  expect(outcome).toMatchObject({ failure: { code: 'busy', text, isLasting: false } });
  expect(commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
});

test.each([[{ '': '' }], [{ EHLO: '' }], [{ AUTH: '' }], [{ MAIL: '' }], [{ '.': '' }]])(
  '%j: the connection is lost',
  async (replies) => {
    const { outcome, port } = await sent(replies);
    const text = `The server on port ${port} of 127.0.0.1 closed the connection (ECONNRESET).`;
    expect(outcome).toMatchObject({ failure: { code: 'connection-lost', text, isLasting: false } });
  },
);

describe('a silent server', () => {
  const limits = { greetingMs: 3000, replyMs: 3000, acceptMs: 3000, totalMs: 20_000 };

  test.each([[''], ['MAIL'], ['.']])('after %j is given up', async (command) => {
    const { outcome, port } = await sent({ [command]: undefined }, {}, limits);
    const text = `The server on port ${port} of 127.0.0.1 did not respond within 3 s.`;
    expect(outcome).toMatchObject({ failure: { code: 'no-answer', text, isLasting: false } });
  });

  test('has no more time than the whole transaction', async () => {
    const { outcome, port } = await sent({ '.': undefined }, {}, { totalMs: 4000, connectMs: 1000 });
    const text = `The server on port ${port} of 127.0.0.1 did not respond within 4 s.`;
    expect(outcome).toMatchObject({ failure: { code: 'no-answer', text } });
  });

  test('is left by the signal', async () => {
    const { port, commands, connections } = await startSmtpServer({ RCPT: undefined });
    const ended = new AbortController();
    const outcome = senderTo(port).send(message(), ended.signal);
    await until('its last command', () => commands.some((line) => line.startsWith('RCPT')));
    ended.abort();
    expect(await outcome).toEqual({ kind: 'aborted' });
    await until('its connection to end', () => connections() === 0);
  });
});

describe('connecting', () => {
  const serverAt = (port: number): SmtpServer => ({ host: '127.0.0.1', port, encryption: 'tls', tls: undefined });

  test('does not begin with a signal that is aborted', async () => {
    const { port } = await startSmtpServer({});
    const server = { ...serverAt(port), encryption: 'none' } as const;
    expect(await openSocket(server, 10_000, AbortSignal.abort())).toEqual({ kind: 'aborted' });
    expect(await senderTo(port).send(message(), AbortSignal.abort())).toEqual({ kind: 'aborted' });
  });

  test('is ended by the signal', async () => {
    const { port, connections } = await startSmtpServer({ '': undefined });
    const ended = new AbortController();
    const opened = openSocket(serverAt(port), 60_000, ended.signal);
    await until('the connection', () => connections() === 1);
    ended.abort();
    expect(await opened).toEqual({ kind: 'aborted' });
    await until('its connection to end', () => connections() === 0);
  });
});

describe('STARTTLS', () => {
  test.each([
    ['that is unknown to the server', { unknown: '502 unknown command' }, ' (502 unknown command)'],
    ['that the server refuses', { unknown: '554 no TLS here' }, ' (554 no TLS here)'],
  ])('%s is not offered', async (_what, replies, said) => {
    const { outcome, commands, port } = await sent(replies, { encryption: 'starttls' });
    const text = `The server on port ${port} of 127.0.0.1 does not offer STARTTLS${said}.`;
    expect(outcome).toMatchObject({ failure: { code: 'tls-not-offered', text, isLasting: true } });
    expect(commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
  });
});

test('a username without a password is not tried', async () => {
  const { port, commands } = await startSmtpServer({});
  const { fields } = destination({ kind: 'email', host: '127.0.0.1', port, encryption: 'none', username: 'ann' });
  const all = { ...fields, from: 'a@example.com', to: ['b@example.com'] };
  const sender = new EmailSender({ fields: all, password: '', tls: undefined });
  expect(await sender.send(message(), new AbortController().signal)).toMatchObject({
    failure: { code: 'credentials-refused', text: 'A username is set, but no password.' },
  });
  expect(commands.filter((line) => line.startsWith('AUTH'))).toEqual([]);
});

test('domains are those that servers know', async () => {
  const { commands } = await sent({}, { from: 'a@bücher.example', to: ['b@köln.example', 'c.d+e@example.com'] });
  expect(commands.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([
    expect.stringMatching(/^MAIL FROM:<a@xn--bcher-kva\.example>/),
    'RCPT TO:<b@xn--kln-sna.example>',
    'RCPT TO:<c.d+e@example.com>',
  ]);
});

test('replies of several lines are shown in one', async () => {
  const { outcome } = await sent({ '.': '554-5.7.1 Rejected\r\n554 5.7.1 by\tpolicy\u001B[31m' });
  expect(outcome).toMatchObject({
    failure: { text: 'The server rejected the message (554-5.7.1 Rejected 554 5.7.1 by policy [31m).' },
  });
});

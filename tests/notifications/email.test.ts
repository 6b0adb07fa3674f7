/** E-mails through a real mail server, into a real mailbox. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createSender } from '../../service/notifications/senders/create-sender.ts';
import type { DestinationConfig, OutgoingMessage, Sender, SendOutcome } from '../../service/notifications/types.ts';
import { systemClock } from '../../service/support/clock.ts';
import { MAIL_USER, MailServer, type ReceivedMail } from '../support/mail-server.ts';
import { type Authority, createAuthority, EXPIRED } from '../support/mqtt/certificates.ts';
import { destination, message } from '../support/outgoing-message.ts';
import { until } from '../support/until.ts';

let authority: Authority;
let server: MailServer;

beforeAll(async () => {
  authority = createAuthority();
  server = await MailServer.start({ certificate: authority.server() });
});

function config(fields: Partial<DestinationConfig['fields']> = {}, password: string = MAIL_USER.password) {
  return destination(
    {
      kind: 'email',
      host: '127.0.0.1',
      port: server.port,
      username: MAIL_USER.username,
      from: 'plant@example.com',
      to: ['lab@example.com'],
      ...fields,
    },
    { password, ca: authority.certificate },
  );
}

function senderOf(destinationConfig: DestinationConfig): Sender {
  const sender = createSender(destinationConfig, systemClock);
  if (!('send' in sender)) throw new Error(sender.text);
  return sender;
}

function send(destinationConfig: DestinationConfig, sent: OutgoingMessage): Promise<SendOutcome> {
  return senderOf(destinationConfig).send(sent, new AbortController().signal);
}

/** Delivered mails with the ID of a message. */
function copiesOf(id: string, from = server): ReceivedMail[] {
  return from.mails().filter(({ headers }) => headers['x-mensura-id'] === id);
}

function received(id: string, from = server): Promise<ReceivedMail> {
  return until(`the mail ${id}`, () => copiesOf(id, from)[0]);
}

describe('with STARTTLS and a password', () => {
  test('delivers text, HTML and the chart', async () => {
    const chart = Buffer.from('89504e470d0a1a0a00ff', 'hex');
    const html = '<p>31.20 °C</p><img src="cid:chart" alt="">';
    const sent = message({ id: 'whole-1', html, chart });
    expect(await send(config(), sent)).toEqual({
      kind: 'delivered',
      text: expect.stringMatching(/^The server accepted the message \(250 OK id=.*\)\.$/),
    });
    const { headers, parts } = await received('whole-1');
    expect(headers).toMatchObject({
      subject: sent.subject,
      from: 'Mensura <plant@example.com>',
      to: 'lab@example.com',
      'message-id': '<whole-1@example.com>',
      'auto-submitted': 'auto-generated',
      date: 'Fri, 02 Jan 2026 03:04:06 +0000',
    });
    expect(parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'image/png']);
    expect(parts.map(({ content }) => content.trim())).toEqual([sent.text, html, chart.toString('base64')]);
    expect(parts[2]).toMatchObject({ cid: '<chart>', disposition: 'inline' });
    // A session without QUIT would be logged as such.
    expect(server.log()).not.toContain('unexpected disconnection');
  });

  test('a message that is sent again has the same Message-ID', async () => {
    await send(config(), message({ id: 'again-1' }));
    await send(config(), message({ id: 'again-1' }));
    const copies = await until('both', () => copiesOf('again-1').length === 2 && copiesOf('again-1'));
    expect(copies.map(({ headers }) => headers['message-id'])).toEqual([
      '<again-1@example.com>',
      '<again-1@example.com>',
    ]);
  });

  test('does not read files or fetch URLs that a message names', async () => {
    const html = '<img src="file:///etc/passwd"><img src="http://127.0.0.1:9/x.png">';
    await send(config(), message({ id: 'names-1', html, text: 'path: /etc/passwd' }));
    const { parts } = await received('names-1');
    expect(parts.map(({ content }) => content.trim())).toEqual(['path: /etc/passwd', html]);
  });
});

test('with TLS from the start', async () => {
  const secure = await MailServer.start({ certificate: authority.server(), isTls: true });
  const outcome = await send(config({ port: secure.port, encryption: 'tls' }), message({ id: 'tls-1' }));
  expect(outcome.kind).toBe('delivered');
  await received('tls-1', secure);
  // Each kind of port with the other kind of encryption.
  expect(await send(config({ encryption: 'tls' }), message())).toMatchObject({
    failure: {
      code: 'tls-failed',
      text: `The server on port ${server.port} of 127.0.0.1 does not use TLS.`,
      remedy: 'Select STARTTLS, or enter the port for TLS, usually 465.',
    },
  });
});

describe('refuses', () => {
  const wrong = {
    'an expired certificate': { code: 'certificate-expired', issue: EXPIRED },
    'a certificate for another name': { code: 'certificate-wrong-name', issue: { names: ['DNS:mail.example'] } },
  } as const;

  test.each(Object.entries(wrong))('%s', async (_what, { code, issue }) => {
    const certificate = authority.server(issue);
    for (const isTls of [false, true]) {
      const other = await MailServer.start({ certificate, isTls });
      const fields = { port: other.port, encryption: isTls ? 'tls' : 'starttls' } as const;
      expect(await send(config(fields), message())).toMatchObject({ failure: { code, isLasting: true } });
      if (code === 'certificate-wrong-name') {
        const outcome = await send(config({ ...fields, check_server_name: false }), message());
        expect(outcome.kind).toBe('delivered');
      } else {
        expect(other.log()).not.toContain('<=');
      }
    }
  });

  test('a certificate of another authority', async () => {
    const other = await MailServer.start({ certificate: createAuthority('Other').server() });
    expect(await send(config({ port: other.port }), message())).toMatchObject({
      failure: {
        code: 'certificate-untrusted',
        text: `The certificate of the server on port ${other.port} of 127.0.0.1 is not signed by a trusted authority.`,
        remedy: "Add the issuing authority's certificate as the CA certificate.",
        isLasting: true,
      },
    });
    expect(other.log()).not.toContain('<=');
  });
});

test('a wrong password is refused', async () => {
  expect(await send(config({}, 'wrong'), message())).toEqual({
    kind: 'failed',
    failure: {
      code: 'credentials-refused',
      text: 'The server rejected the username or password (535 Incorrect authentication data).',
      remedy:
        'Check the username and password. Some providers require an app password, or SMTP access turned on in the account.',
      isLasting: true,
    },
  });
});

test('without encryption, the server does not offer signing in', async () => {
  const { failure } = (await send(config({ encryption: 'none' }), message())) as { failure: unknown };
  expect(failure).toMatchObject({
    code: 'credentials-refused',
    text: `The server on port ${server.port} of 127.0.0.1 does not support sign-in with a username and password.`,
  });
  expect(server.log()).not.toContain('P=esmtpa ');
});

test('without a username, it sends without signing in', async () => {
  const open = await MailServer.start({ certificate: authority.server(), requiresSignIn: false });
  const fields = { port: open.port, username: '', encryption: 'none' } as const;
  expect((await send(config(fields, ''), message({ id: 'open-1' }))).kind).toBe('delivered');
  await received('open-1', open);
});

describe('recipients that do not exist', () => {
  test('are refused', async () => {
    const to = ['nobody@example.com', 'gone@example.com'];
    expect(await send(config({ to }), message())).toMatchObject({
      failure: {
        code: 'recipient-refused',
        text: 'The server rejected 2 recipients: nobody@example.com, gone@example.com (550 Unrouteable address).',
        isLasting: true,
      },
    });
  });

  test('do not keep the others from their mail', async () => {
    const to = ['lab@example.com', 'nobody@example.com', 'office@example.com'];
    const outcome = await send(config({ to }), message({ id: 'some-1' }));
    expect(outcome).toMatchObject({ kind: 'delivered', rejected: ['nobody@example.com'] });
    expect((outcome as { text: string }).text).toContain('The server rejected a recipient: nobody@example.com (550');
    await until('both copies', () => copiesOf('some-1').length === 2);
  });
});

test('a message beyond the size limit is refused', async () => {
  const chart = Buffer.alloc(1024 * 1024);
  expect(await send(config(), message({ chart }))).toMatchObject({
    failure: { code: 'message-refused', text: 'The message exceeds the size limit of the server.', isLasting: true },
  });
});

test('a server that is away gets the message when it is back, once', async () => {
  const away = await MailServer.start({ certificate: authority.server() });
  const sender = senderOf(config({ port: away.port }));
  const again = (): Promise<SendOutcome> => sender.send(message({ id: 'away-1' }), new AbortController().signal);
  await away.kill();
  expect(await again()).toEqual({
    kind: 'failed',
    failure: {
      code: 'port-refused',
      text: `Cannot connect to port ${away.port} of 127.0.0.1: connection refused.`,
      remedy: 'Check the host and port, and that the server is running. A firewall may also reject the connection.',
      isLasting: false,
    },
  });
  await away.start();
  expect((await again()).kind).toBe('delivered');
  await received('away-1', away);
  expect(copiesOf('away-1', away)).toHaveLength(1);
});

test('a server that ends before it accepts the message gets it again', async () => {
  const ends = await MailServer.start({ certificate: authority.server() });
  ends.hold(true);
  const sender = senderOf(config({ port: ends.port }));
  const stages: string[] = [];
  const progress = { connected: (text: string) => stages.push(text), signedIn: (text: string) => stages.push(text) };
  const first = sender.send(message({ id: 'middle-1' }), new AbortController().signal, progress);
  await until('the message at the server', () => ends.isHolding());
  await ends.kill();
  expect(await first).toMatchObject({ kind: 'failed', failure: { code: 'connection-lost', isLasting: false } });
  expect(stages).toEqual([
    'The server responds; the connection is encrypted with STARTTLS.',
    'The server accepts the username "plant".',
  ]);
  ends.hold(false);
  await ends.start();
  const second = await sender.send(message({ id: 'middle-1' }), new AbortController().signal);
  expect(second.kind).toBe('delivered');
  await received('middle-1', ends);
  expect(copiesOf('middle-1', ends)).toHaveLength(1);
});

test('the signal ends a transaction', async () => {
  const held = await MailServer.start({ certificate: authority.server() });
  held.hold(true);
  const ended = new AbortController();
  const outcome = senderOf(config({ port: held.port })).send(message(), ended.signal);
  await until('the message at the server', () => held.isHolding());
  ended.abort();
  expect(await outcome).toEqual({ kind: 'aborted' });
});

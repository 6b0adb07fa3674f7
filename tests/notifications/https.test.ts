/** Webhooks over TLS: whom a sender trusts. */
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import type { DestinationFields } from '../../service/contract/index.ts';
import { createSender } from '../../service/notifications/senders/create-sender.ts';
import type { SendOutcome } from '../../service/notifications/types.ts';
import { systemClock } from '../../service/support/clock.ts';
import { atEnd } from '../support/at-end.ts';
import { type Authority, type Certificate, createAuthority } from '../support/mqtt/certificates.ts';
import { destination, message } from '../support/outgoing-message.ts';

let authority: Authority;
let received = 0;

beforeAll(() => {
  authority = createAuthority();
});

async function serve({ certificate: cert, key }: Certificate): Promise<number> {
  const server = createServer({ cert, key }, (_request, response) => {
    received += 1;
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function send(url: string, fields: Partial<DestinationFields> = {}, ca = authority.certificate): Promise<SendOutcome> {
  const sender = createSender(destination({ kind: 'webhook', url, ...fields }, { ca, password: 'tok' }), systemClock);
  if (!('send' in sender)) throw new Error(sender.text);
  return sender.send(message(), new AbortController().signal);
}

test('delivers to a server that the CA certificate vouches for', async () => {
  const port = await serve(authority.server());
  expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ kind: 'delivered' });
});

test('sends nothing to a server that it does not trust', async () => {
  const port = await serve(authority.server());
  const before = received;
  for (const ca of ['', createAuthority('Other').certificate]) {
    expect(await send(`https://127.0.0.1:${port}/`, {}, ca)).toMatchObject({
      failure: { code: 'certificate-untrusted', isLasting: true },
    });
  }
  expect(received).toBe(before);
});

test('checks the name in the certificate unless that is turned off', async () => {
  const url = `https://127.0.0.1:${await serve(authority.server({ names: ['DNS:hook.example'] }))}/`;
  expect(await send(url)).toMatchObject({ failure: { code: 'certificate-wrong-name', isLasting: true } });
  expect(await send(url, { check_server_name: false })).toMatchObject({ kind: 'delivered' });
});

test('a server without TLS is named as such', async () => {
  const server = createPlainServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({
    failure: {
      code: 'tls-failed',
      text: `The server on port ${port} of 127.0.0.1 does not use TLS.`,
      remedy: 'Start the URL with http:// instead.',
    },
  });
});

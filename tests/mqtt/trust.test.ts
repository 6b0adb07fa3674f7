/** What is trusted where no authority is given. A file of its own: what the system trusts is read once. */
import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { testConnection } from '../../service/mqtt/session/connection-test.ts';
import { systemClock } from '../../service/support/clock.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { clientConfig, listeningLogger } from '../support/mqtt/session.ts';

test("the computer's own authorities are trusted, with and without a client certificate; one that is given is trusted alone", async () => {
  const known = createAuthority('Known to the computer');
  const given = createAuthority('Given');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), known.certificate]);
  const codeOf = async (port: number, advanced: Parameters<typeof clientConfig>[0] = {}): Promise<string> => {
    const config = clientConfig({ port, ssl: true, ...advanced });
    const { logger } = listeningLogger();
    const { error } = await testConnection({ config, clientId: 'mensura-test', clock: systemClock, logger });
    return error?.code ?? 'ok';
  };
  const { port } = await startMosquitto({ tls: { certificate: known.server() } });
  const { port: other } = await startMosquitto({ tls: { certificate: given.server() } });
  const { certificate, key } = known.client();
  expect(new X509Certificate(known.certificate).ca).toBe(true);
  expect(await codeOf(port)).toBe('ok');
  expect(await codeOf(other)).toBe('certificate-untrusted');
  expect(await codeOf(port, { advanced: { certificate, key } })).toBe('ok');
  expect(await codeOf(other, { advanced: { ca: given.certificate } })).toBe('ok');
  expect(await codeOf(port, { advanced: { ca: given.certificate } })).toBe('certificate-untrusted');
});

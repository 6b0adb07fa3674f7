/** What is wrong with a certificate is told by the connection test and by the state, and put right in the settings. */
import { spawn } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AppStatus, DatabaseInput } from '../../service/contract/index.ts';
import { atEnd } from '../support/at-end.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { freePort } from '../support/free-port.ts';
import { type Authority, createAuthority, EXPIRED } from '../support/mqtt/certificates.ts';
import { serve } from '../support/rig.ts';
import { until } from '../support/until.ts';
import { DatabaseApi } from './support/administration.ts';
import { startInfluxDB, startVictoriaMetrics } from './support/servers.ts';

let api: DatabaseApi;
let trusted: Authority;
let other: Authority;

beforeAll(async () => {
  trusted = createAuthority('Trusted');
  other = createAuthority('Other');
  api = new DatabaseApi(await serve([], { args: ['--simulate=2x0', '--simulate-period=200', '--simulate-publish'] }));
});

interface Verdict {
  code: string;
  text: RegExp;
  remedy: RegExp;
}

const UNTRUSTED: Verdict = {
  code: 'certificate-untrusted',
  text: /^The certificate of the server on port \d+ of 127\.0\.0\.1 is not signed by a trusted authority\.$/,
  remedy: /^Add the issuing authority's certificate as the CA certificate\.$/,
};
const EXPIRED_CERTIFICATE: Verdict = {
  code: 'certificate-expired',
  text: /^The certificate of the server on port \d+ of 127\.0\.0\.1 has expired\.$/,
  remedy: /^Renew the server's certificate\..* check the clock of this computer\.$/,
};
const WRONG_NAME: Verdict = {
  code: 'certificate-wrong-name',
  text: /^The certificate of the server on port \d+ of 127\.0\.0\.1 is not valid for 127\.0\.0\.1\.$/,
  remedy: /^Use a host name listed in the certificate, or turn off host name verification\.$/,
};
const CLIENT_REFUSED: Verdict = {
  code: 'client-certificate-refused',
  text: /^The server on port \d+ of 127\.0\.0\.1 requires a client certificate that it trusts\.$/,
  remedy: /^Enter the client certificate and private key issued by the server's administrator\.$/,
};

/** The verdict of the connection test; of the state of a database with these settings, and of its problem. */
async function expectRefused(input: DatabaseInput, { code, text, remedy }: Verdict): Promise<void> {
  const error = { code, text: expect.stringMatching(text), remedy: expect.stringMatching(remedy), http_status: null };
  const tested = await api.test(input);
  expect(tested).toMatchObject({ ok: false, error });
  expect(tested.steps.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped', 'skipped']);
  const { id } = await api.add(input);
  const { status } = await api.status(id, `the state ${code}`, ({ status: { state } }) => state === 'failed');
  expect(status).toMatchObject({ error, written: 0, discarded: 0 });
  const problem = await until('its problem', async () => {
    const { problems } = await api.send<AppStatus>('GET', 'status');
    return problems.find((each) => each.code === 'database-refused' && each.subject === input.name);
  });
  expect(problem.text).toBe(`Database "${input.name}": ${status.error?.text}`);
  await api.send('DELETE', `databases/${id}`);
}

/** Accepted by the connection test, and written to. */
async function expectWritten(input: DatabaseInput): Promise<void> {
  expect(await api.test(input)).toMatchObject({ ok: true, error: null });
  const { id } = await api.add(input);
  const { status } = await api.status(id, 'lines to be written', ({ status: { written } }) => written > 2);
  expect(status).toMatchObject({ state: 'online', error: null, discarded: 0 });
  await api.send('DELETE', `databases/${id}`);
}

/**
 * VictoriaMetrics 1.79 cannot require client certificates: socat does in front of it, with OpenSSL.
 * @param version the newest that it speaks
 * @returns its address
 */
async function requireClientCertificate(target: string, version: string): Promise<string> {
  const { certificatePath, keyPath } = trusted.server();
  const port = await freePort();
  const tls = `cert=${certificatePath},key=${keyPath},cafile=${trusted.certificatePath},verify=1`;
  const listen = `OPENSSL-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork,${tls},openssl-max-proto-version=${version}`;
  const child = spawn('socat', ['-d', '-d', listen, `TCP:${new URL(target).host}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endsWithUs(child);
  atEnd(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until('socat to listen', () => said.includes('listening on'));
  return `https://127.0.0.1:${port}`;
}

describe('VictoriaMetrics over TLS', () => {
  const input = (url: string, fields: Partial<DatabaseInput> = {}): DatabaseInput => ({
    kind: 'victoriametrics',
    name: 'TLS',
    url,
    ...fields,
  });

  test('is written to with its CA certificate, and told as not trusted without it or with another', async () => {
    const server = await startVictoriaMetrics({ certificate: trusted.server() });
    await expectRefused(input(server.url), UNTRUSTED);
    await expectRefused(input(server.url, { ca: other.certificate }), UNTRUSTED);
    await expectWritten(input(server.url, { ca: trusted.certificate }));
    await expectWritten(input(server.url.replace('127.0.0.1', 'localhost'), { ca: trusted.certificate }));
  });

  test('is told as expired', async () => {
    const server = await startVictoriaMetrics({ certificate: trusted.server(EXPIRED) });
    await expectRefused(input(server.url, { ca: trusted.certificate }), EXPIRED_CERTIFICATE);
  });

  test('is told as of another name, and written to without verification of the name', async () => {
    const server = await startVictoriaMetrics({ certificate: trusted.server({ names: ['DNS:db.example'] }) });
    await expectRefused(input(server.url, { ca: trusted.certificate }), WRONG_NAME);
    await expectWritten(input(server.url, { ca: trusted.certificate, check_server_name: false }));
    // Without that verification, the authority still matters.
    await expectRefused(input(server.url, { ca: other.certificate, check_server_name: false }), UNTRUSTED);
  });

  test('accepts only a client certificate of its authority', async () => {
    const server = await startVictoriaMetrics();
    const url = await requireClientCertificate(server.url, 'TLS1.2');
    const ca = trusted.certificate;
    const [good, foreign] = [trusted.client(), other.client()];
    await expectRefused(input(url, { ca }), CLIENT_REFUSED);
    await expectRefused(input(url, { ca, certificate: foreign.certificate, key: foreign.key }), CLIENT_REFUSED);
    await expectWritten(input(url, { ca, certificate: good.certificate, key: good.key }));
    expect((await server.values('temperature')).length).toBeGreaterThan(0);
  });

  test('hints at the client certificate by TLS 1.3, where the alert may be lost', async () => {
    const server = await startVictoriaMetrics();
    const url = await requireClientCertificate(server.url, 'TLS1.3');
    const ca = trusted.certificate;
    const [good, foreign] = [trusted.client(), other.client()];
    for (const shown of [{}, { certificate: foreign.certificate, key: foreign.key }]) {
      const { ok, error } = await api.test(input(url, { ca, ...shown }));
      expect(ok).toBe(false);
      expect(['client-certificate-refused', 'connection-lost']).toContain(error?.code);
      expect(`${error?.text} ${error?.remedy}`).toContain('client certificate');
    }
    await expectWritten(input(url, { ca, certificate: good.certificate, key: good.key }));
  });
});

describe('InfluxDB over TLS', () => {
  test('is told as not trusted, then written to once its CA certificate is set', async () => {
    const server = await startInfluxDB({ certificate: trusted.server() });
    const input = { kind: 'influxdb1', name: 'Influx', url: server.url, database: 'plant' } as const;
    await expectRefused(input, UNTRUSTED);
    await expectRefused({ ...input, ca: other.certificate }, UNTRUSTED);
    // It is there, and has no such database: TLS is through.
    expect(await api.test({ ...input, ca: trusted.certificate })).toMatchObject({ error: { code: 'not-found' } });
  });

  test('is told when TLS and plain HTTP are mixed up', async () => {
    const secure = await startInfluxDB({ certificate: trusted.server() });
    const plain = await startInfluxDB();
    const input = { kind: 'influxdb1', name: 'Mixed', database: 'plant' } as const;
    const toPlain = await api.test({ ...input, url: plain.url.replace('http:', 'https:') });
    expect(toPlain.error).toMatchObject({ code: 'tls-failed', remedy: 'Start the URL with http:// instead.' });
    const toSecure = await api.test({ ...input, url: secure.url.replace('https:', 'http:') });
    expect(toSecure.error).toMatchObject({ code: 'not-a-database', remedy: 'Start the URL with https:// instead.' });
  });
});

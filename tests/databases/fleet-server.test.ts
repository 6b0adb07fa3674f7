/** VictoriaMetrics behind vmauth, with the flags of docs/examples/fleet: tokens, TLS, tags, and what the rules look at. */
import { beforeAll, expect, test } from 'vitest';
import { DatabaseFleet } from '../emulator/database/fleet.ts';
import { createTarget } from '../emulator/database/target.ts';
import { freePort } from '../support/free-port.ts';
import type { Certificate } from '../support/mqtt/certificates.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { freshFolder } from '../support/process.ts';
import { serve } from '../support/rig.ts';
import { until } from '../support/until.ts';
import { DatabaseApi } from './support/administration.ts';
import { copySetup, flagsOf, programOf, readSetup, replaced, startServer } from './support/fleet-setup.ts';

/** VictoriaMetrics, vmauth for the emulated fleet, and vmauth with TLS as in the set-up. */
let victoria: string;
let plain: string;
let secure: string;
let authority: Certificate;
let authLog: () => string;

const METRIC = /\b(?:vm|vmauth)_[a-z_]+(?=[[{) ])/g;

async function isUp(url: string): Promise<boolean> {
  return (await fetch(`${url}/health`)).ok;
}

async function startVmauth(users: string, flags: readonly string[]): Promise<{ port: number; log(): string }> {
  const port = await freePort();
  const args = [`-httpListenAddr=127.0.0.1:${port}`, `-auth.config=${users}`, ...flags];
  const program = (await programOf('victoria-metrics')).replace(/victoria-metrics$/, 'vmauth');
  const { log } = await startServer(program, args, (said) => said.includes('pprof handlers are exposed'));
  return { port, log };
}

beforeAll(async () => {
  const folder = freshFolder();
  const port = await freePort();
  victoria = `http://127.0.0.1:${port}`;
  const flags = flagsOf('docker-compose.yml', 'victoria-metrics').map((flag) => flag.replace('/storage', folder));
  const program = await programOf('victoria-metrics');
  await startServer(program, [...flags, `-httpListenAddr=127.0.0.1:${port}`], () => isUp(victoria));
  const users = copySetup('vmauth.yml', folder, { 'http://victoria-metrics:8428': victoria });
  const ca = createAuthority();
  authority = ca;
  const { certificatePath, keyPath } = ca.server();
  const written = flagsOf('docker-compose.yml', 'vmauth').filter((flag) => !flag.startsWith('-auth.config'));
  const files = { '/etc/fleet/tls/server.pem': certificatePath, '/etc/fleet/tls/server.key': keyPath };
  const tls = replaced(written.join('\n'), files).split('\n');
  secure = `https://127.0.0.1:${(await startVmauth(users, tls)).port}`;
  const withoutTls = await startVmauth(
    users,
    written.filter((flag) => !flag.startsWith('-tls')),
  );
  plain = `http://127.0.0.1:${withoutTls.port}`;
  authLog = withoutTls.log;
});

function fleetWith(secret: string, path = ''): DatabaseFleet {
  const target = createTarget({ kind: 'victoriametrics', server: plain, path, secret });
  return new DatabaseFleet({ target, installations: 2, devices: 2, periodMs: 200, batchMs: 200, decimals: 2 });
}

async function runShortly(fleet: DatabaseFleet): Promise<void> {
  fleet.start();
  await until('sample sets', () => fleet.account.sampled >= 20);
  await fleet.stop();
}

test('a token writes, under the site of its installation', async () => {
  const fleet = fleetWith('REPLACE-1');
  await runShortly(fleet);
  expect(fleet.account.accepted).toBe(fleet.account.sampled);
  const headers = { Authorization: `Basic ${Buffer.from('reader:REPLACE-3').toString('base64')}` };
  const lines = await until('the readings of the fleet', async () => {
    await fetch(`${victoria}/internal/force_flush`);
    const response = await fetch(`${plain}/api/v1/export?match[]=mensura_temperature`, { headers });
    const found = (await response.text()).split('\n').filter((line) => line !== '');
    return found.length === 4 && found.map((line) => JSON.parse(line) as { metric: object });
  });
  for (const { metric } of lines) expect(metric).toMatchObject({ site: 'hall-1', family: 'usb' });
});

test('a token of an installation cannot read, and another cannot write', async () => {
  const headers = { Authorization: 'Bearer REPLACE-1' };
  expect((await fetch(`${plain}/api/v1/export?match[]=mensura_temperature`, { headers })).ok).toBe(false);
  const fleet = fleetWith('wrong');
  await runShortly(fleet);
  expect(fleet.account).toMatchObject({ accepted: 0, refused: fleet.account.sampled });
  expect([...fleet.account.failures.keys()].join('\n'), authLog()).toMatch(/^HTTP 40[01]/);
});

test('a Mensura is accepted over TLS with its token, and refused with another', async () => {
  const api = new DatabaseApi(await serve([]));
  const ca = authority.certificate;
  const input = { kind: 'victoriametrics', name: 'fleet', url: secure, token: 'REPLACE-2', ca } as const;
  expect(await api.test(input)).toMatchObject({ ok: true, error: null });
  expect(await api.test({ ...input, ca: '' })).toMatchObject({ ok: false, error: { code: 'certificate-untrusted' } });
  // vmauth 1.79 responds 400 to an unknown token, where later versions respond 401.
  expect(await api.test({ ...input, token: 'wrong' })).toMatchObject({
    ok: false,
    error: { http_status: expect.toSatisfy((status: number) => status === 400 || status === 401) },
  });
});

test('every metric of the rules exists', async () => {
  await runShortly(fleetWith('REPLACE-1'));
  const metrics = (
    await Promise.all([victoria, plain].map(async (url) => (await fetch(`${url}/metrics`)).text()))
  ).join();
  const wanted = [...new Set(readSetup('fleet-rules.yml').match(METRIC))];
  expect(wanted.length).toBeGreaterThan(8);
  expect(wanted.filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(metrics))).toEqual([]);
});

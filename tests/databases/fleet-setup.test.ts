/** Each configuration of docs/examples/fleet is accepted by the program that reads it. */
import { appendFileSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { freshFolder } from '../support/process.ts';
import { requireProgram, runProgram } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { copySetup, programOf, readSetup, runTool, SETUP, startServer } from './support/fleet-setup.ts';
import { promtool } from './support/prometheus.ts';

/** Made by the administrator, as docs/fleet.md says. */
const OWN_FILES = ['tls', 'passwords'];

describe('docker-compose', () => {
  test.each(['docker-compose.yml', 'docker-compose-cluster.yml'])('%s is accepted, with files that exist', (file) => {
    const { status, said } = runTool('docker-compose', ['-f', join(SETUP, file), 'config']);
    expect(status, said).toBe(0);
    expect(said).toContain('victoriametrics/vmauth:v1.79.5');
    const present = [...readdirSync(SETUP), ...OWN_FILES];
    const mounted = [...readSetup(file).matchAll(/- \.\/([^:\n]+):/g)].map((match) => match[1]);
    expect(mounted.length).toBeGreaterThan(1);
    expect(present).toEqual(expect.arrayContaining(mounted));
  });

  test('a wrong key is refused', () => {
    const file = copySetup('docker-compose.yml', freshFolder(), { 'restart: unless-stopped': 'restarts: always' });
    expect(runTool('docker-compose', ['-f', file, 'config']).status).not.toBe(0);
  });
});

describe('systemd', () => {
  const PROGRAMS = {
    'victoria-metrics.service': ['/usr/bin/victoria-metrics', () => programOf('victoria-metrics')],
    'vmauth.service': ['/usr/bin/vmauth', () => programOf('victoria-metrics')],
    'influxdb.service': ['/usr/bin/influxd', () => programOf('influxdb')],
    'mosquitto.service': ['/usr/sbin/mosquitto', async () => requireProgram('mosquitto')],
  } as const;

  test('every unit is among these', () => {
    expect(readdirSync(join(SETUP, 'systemd')).toSorted()).toEqual(Object.keys(PROGRAMS).toSorted());
  });

  test.each(Object.entries(PROGRAMS))('%s is valid', async (unit, [installed, find]) => {
    const file = copySetup(`systemd/${unit}`, freshFolder(), { [`${installed} `]: `${await find()} ` });
    const { status, said } = runTool('systemd-analyze', ['verify', '--man=no', file]);
    expect([status, said.split('\n').filter((line) => line.includes(unit))]).toEqual([0, []]);
  });

  test('an unknown key is reported', async () => {
    const file = copySetup('systemd/influxdb.service', freshFolder(), { LimitNOFILE: 'LimitFiles' });
    expect(runTool('systemd-analyze', ['verify', '--man=no', file]).said).toContain('LimitFiles');
  });
});

test('Prometheus accepts its configuration and the rules', async () => {
  const said = await promtool(['check', 'config', join(SETUP, 'prometheus.yml')]);
  expect(said).toContain('SUCCESS: 1 rule files found');
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});

test('nats-server accepts the configuration of each node', async () => {
  const { certificatePath, keyPath } = createAuthority().server();
  const folder = freshFolder();
  const secrets = { PASSWORD_1: 'one-secret', PASSWORD_READER: 'reader-secret' };
  const env = { STORE: folder, CERTIFICATE: certificatePath, KEY: keyPath, ...secrets };
  const program = await programOf('nats-server');
  for (const NODE of ['n1', 'n2', 'n3']) {
    const { status, said } = runTool(program, ['-t', '-c', join(SETUP, 'nats.conf')], { ...env, NODE });
    expect([status, said]).toEqual([0, expect.stringContaining('is valid')]);
  }
  const wrong = copySetup('nats.conf', folder, { stream_replicas: 'stream_copies' });
  expect(runTool(program, ['-t', '-c', wrong], { ...env, NODE: 'n1' }).status).not.toBe(0);
});

test('InfluxDB starts with its configuration, over TLS and with accounts', async () => {
  const { certificatePath, keyPath } = createAuthority().server();
  const folder = freshFolder();
  const [port, backupPort] = [await freePort(), await freePort()];
  const file = copySetup('influxdb.conf', folder, {
    '/var/lib/influxdb': folder,
    '127.0.0.1:8088': `127.0.0.1:${backupPort}`,
    '":8086"': `"127.0.0.1:${port}"`,
    '/etc/fleet/tls/server.pem': certificatePath,
    '/etc/fleet/tls/server.key': keyPath,
  });
  const curl = (path: string): string =>
    runTool('curl', ['-sk', '-w', '%{http_code}', `https://127.0.0.1:${port}${path}`]).said;
  await startServer(await programOf('influxdb'), ['-config', file], () => curl('/ping') === '204');
  expect(curl('/query?q=SHOW+DATABASES')).toContain('create admin user first or disable authentication');
});

test('Mosquitto starts with its configuration; each name belongs to its username', async () => {
  const authority = createAuthority();
  const { certificatePath, keyPath } = authority.server();
  const folder = freshFolder();
  const port = await freePort();
  const passwords = join(folder, 'passwords');
  for (const [index, name] of ['hall-1', 'hall-2', 'reader'].entries()) {
    runProgram('mosquitto_passwd', ['-b', ...(index === 0 ? ['-c'] : []), passwords, name, 'secret'], folder);
  }
  const file = copySetup('mosquitto.conf', folder, {
    'listener 8883': `listener ${port} 127.0.0.1`,
    '/etc/mosquitto/fleet/tls/ca.pem': authority.certificatePath,
    '/etc/mosquitto/fleet/tls/server.pem': certificatePath,
    '/etc/mosquitto/fleet/tls/server.key': keyPath,
    '/etc/mosquitto/fleet/passwords': passwords,
    '/etc/mosquitto/fleet/acl': join(SETUP, 'mosquitto.acl'),
    '/var/lib/mosquitto/': `${folder}/`,
  });
  // Started by root, it becomes this user, which could not read the folder otherwise.
  appendFileSync(file, `user ${userInfo().username}\n`);
  await startServer(requireProgram('mosquitto'), ['-c', file], (log) => log.includes('running'));
  const broker = ['-h', '127.0.0.1', '-p', String(port), '--cafile', authority.certificatePath];
  const as = (user: string): string[] => [...broker, '-u', user, '-P', 'secret', '-q', '1'];
  const reading = startServer(requireProgram('mosquitto_sub'), [...as('reader'), '-t', 'fleet/#', '-v'], (log) =>
    // It may have subscribed between the first messages.
    /hall-1\/E1\/measurement own[\s\S]*hall-2\/end now/.test(log),
  );
  const publish = (user: string, topic: string, text: string): number | null =>
    runTool(requireProgram('mosquitto_pub'), [...as(user), '-t', topic, '-m', text]).status;
  await until('the last message', async () => {
    expect(publish('hall-1', 'fleet/hall-1/E1/measurement', 'own')).toBe(0);
    publish('hall-1', 'fleet/hall-2/E1/measurement', 'foreign');
    expect(publish('hall-2', 'fleet/hall-2/end', 'now')).toBe(0);
    return Promise.race([reading.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
  });
  const { log } = await reading;
  expect(log()).not.toContain('foreign');
  const anonymous = [...broker, '-t', 'x', '-m', 'x'];
  expect(runTool(requireProgram('mosquitto_pub'), anonymous).said).toContain('not authorised');
});

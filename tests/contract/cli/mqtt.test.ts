import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MqttClientView, MqttTestResult } from '../../../service/contract/index.ts';
import { atEnd } from '../../support/at-end.ts';
import type { MosquittoBroker } from '../../support/mqtt/broker.ts';
import { startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { freshFolder } from '../../support/process.ts';
import { runProgram } from '../../support/programs.ts';
import { serve } from '../../support/rig.ts';
import type { RunningService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { type CallOptions, type Ended, mensura } from './support/mensura.ts';

const PASSWORD = 'correct horse';

let broker: MosquittoBroker;
let service: RunningService;

beforeAll(async () => {
  broker = await startMosquitto({ users: { ann: PASSWORD } });
  service = await serve();
});

function mqtt(args: string[], { env = {}, ...options }: CallOptions = {}): Promise<Ended> {
  return mensura(['mqtt', ...args], { ...options, env: { MENSURA_DATA_DIR: service.dataDir, ...env } });
}

const atBroker = (): string[] => ['--host', broker.host, '--port', String(broker.port), '--user', 'ann'];

async function listed(identifier: string): Promise<MqttClientView | undefined> {
  const { out } = await mqtt(['ls', '--json']);
  return (JSON.parse(out) as MqttClientView[]).find((client) => client.identifier === identifier);
}

describe('the password', () => {
  const file = (): string => {
    const path = join(freshFolder(), 'secret.txt');
    writeFileSync(path, `${PASSWORD}\n`);
    return path;
  };

  test.each<[string, () => [string[], CallOptions]]>([
    ['standard input', () => [['--password-stdin'], { input: `${PASSWORD}\r\n` }]],
    ['a file', () => [['--password-file', file()], {}]],
    ['a variable', () => [[], { env: { MENSURA_MQTT_PASSWORD: PASSWORD } }]],
  ])('is read from %s', async (source, given) => {
    const [flags, options] = given();
    const id = `from ${source}`;
    const added = await mqtt(['add', id, ...atBroker(), '--name', source.replaceAll(' ', '-'), ...flags], options);
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toMatch(/^Added MQTT client from .* \(mqtt:\/\/127\.0\.0\.1:\d+, topics /);
    await until('the client to be online', async () => (await listed(id))?.status.state === 'online');
    const tried = await mqtt(['test', id]);
    expect(tried).toMatchObject({ code: 0, err: '' });
    expect(tried.out).toMatch(/\(\d+ ms\)\n/);
    const { out } = await mqtt(['ls']);
    expect(out).toMatch(new RegExp(`^${id}  .*  connected  `, 'm'));
    expect(out).not.toContain(PASSWORD);
  });

  test('is refused from two sources, and has no flag of its own', async () => {
    expect(await mqtt(['add', 'x', '--password-stdin', '--password-file', file()])).toMatchObject({ code: 2 });
    expect(await mqtt(['add', 'x', '--password', PASSWORD])).toMatchObject({
      code: 2,
      err: expect.stringContaining("unknown option '--password'"),
    });
    expect(await mqtt(['add', 'x', '--password-file', '/nowhere'])).toMatchObject({ code: 11 });
  });
});

test('reports a wrong password with its remedy', async () => {
  await mqtt(['add', 'wrong', ...atBroker(), '--name', 'wrong', '--disabled', '--password-stdin'], { input: 'no' });
  const { code, out, err } = await mqtt(['test', 'wrong']);
  expect([code, out]).toEqual([10, '']);
  expect(err).toMatch(/^mensura: .*username.*\n$/i);
  const { code: again, out: json } = await mqtt(['test', 'wrong', '--json']);
  expect([again, (JSON.parse(json) as MqttTestResult).error?.code]).toEqual([10, 'not-authorized']);
});

test('add passes every flag to the service', async () => {
  const flags = ['--protocol-version', '5', '--keep-alive', '30', '--qos', '2', '--layout', 'both', '--discovery'];
  const more = ['--discovery-prefix', 'ha', '--client-id', 'me', '--no-store-and-forward', '--no-check-server-name'];
  const alpn = ['--alpn', 'x-amzn-mqtt-ca,mqtt'];
  const which = ['--families', 'usb,computed', '--devices', 'except', '--device-list', 'usb/E1,usb/Room%204'];
  const channels = ['--channels', 'only', '--channel-list', 'temperature,co2', '--uncorrected', '--decimals', '2'];
  const often = ['--interval', '60', '--interval-value', 'mean', '--only-changes', '--deadband', '0.5'];
  const silence = ['--deadband-unit', 'percent', '--longest-silence', '600'];
  const way = ['--transport', 'websocket', '--path', '/ws', '--proxy', 'proxy.example:3128', '--proxy-user', 'ann'];
  const secret = join(freshFolder(), 'proxy.txt');
  writeFileSync(secret, 'at the proxy\n');
  const { code, out } = await mqtt([
    'add',
    'all',
    '--host',
    'h',
    '--ssl',
    ...flags,
    ...more,
    ...alpn,
    ...which,
    ...channels,
    ...often,
    ...silence,
    ...way,
    '--proxy-password-file',
    secret,
    '--disabled',
    '--json',
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    identifier: 'all',
    host: 'h',
    port: 1883,
    ssl: true,
    protocol_version: 5,
    keep_alive: 30,
    advanced: {
      enabled: false,
      qos: 2,
      layout: 'both',
      discovery: true,
      discovery_prefix: 'ha',
      client_id: 'me',
      store_and_forward: false,
      check_server_name: false,
      alpn: ['x-amzn-mqtt-ca', 'mqtt'],
      readings: {
        families: ['usb', 'computed'],
        devices: 'except',
        device_list: ['usb/E1', 'usb/Room 4'],
        channels: 'only',
        channel_list: ['temperature', 'co2'],
        uncorrected: true,
        interval_s: 60,
        interval_value: 'mean',
        only_changes: true,
        deadband: 0.5,
        deadband_unit: 'percent',
        longest_silence_s: 600,
        decimals: 2,
      },
      transport: 'websocket',
      path: '/ws',
      proxy: 'proxy.example:3128',
      proxy_username: 'ann',
      proxy_password_set: true,
    },
  });
});

test('set changes the given fields, both ways, and keeps the others', async () => {
  const first = ['--discovery', '--qos', '2', '--no-store-and-forward', '--interval', '60', '--disabled'];
  await mqtt(['add', 'kept', ...atBroker(), '--name', 'kept', ...first], { env: { MENSURA_MQTT_PASSWORD: PASSWORD } });
  const changes = ['--no-discovery', '--store-and-forward', '--decimals', '1', '--uncorrected'];
  expect(await mqtt(['set', 'kept', ...changes])).toEqual({ code: 0, out: 'Changed MQTT client kept.\n', err: '' });
  expect(await listed('kept')).toMatchObject({
    host: broker.host,
    username: 'ann',
    password_set: true,
    advanced: {
      enabled: false,
      qos: 2,
      discovery: false,
      store_and_forward: true,
      readings: { interval_s: 60, decimals: 1, uncorrected: true },
    },
  });
  expect(await mqtt(['set', 'kept'])).toMatchObject({ code: 2 });
  expect(await mqtt(['set', 'nobody', '--qos', '1'])).toMatchObject({ code: 7 });
  expect(await mqtt(['set', 'kept', '--interval', '86401'])).toMatchObject({ code: 2 });
  expect(await mqtt(['set', 'kept', '--deadband', '-1'])).toMatchObject({ code: 2 });
});

test('stores the certificate and key of a PKCS#12 file', async () => {
  const folder = freshFolder();
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=plant'];
  runProgram('openssl', ['req', '-x509', ...key], folder);
  const files = ['-in', 'cert.pem', '-inkey', 'key.pem', '-out', 'plant.p12', '-passout', 'pass:secret'];
  runProgram('openssl', ['pkcs12', '-export', ...files], folder);
  writeFileSync(join(folder, 'secret.txt'), 'secret\n');
  const flags = ['--ssl', '--disabled', '--json', '--pkcs12', join(folder, 'plant.p12')];
  const { code, out } = await mqtt(['add', 'packed', ...flags, '--pkcs12-passphrase-file', join(folder, 'secret.txt')]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ advanced: { certificate: { subject: 'CN=plant' }, key_set: true } });
  expect(await mqtt(['add', 'unpacked', '--name', 'unpacked', ...flags])).toMatchObject({
    code: 8,
    err: expect.stringContaining('is required for this file'),
  });
});

test('shows the error messages of the service', async () => {
  await mqtt(['add', 'twice', '--disabled', '--name', 'twice']);
  expect(await mqtt(['add', 'twice', '--disabled'])).toMatchObject({ code: 8, err: expect.stringContaining('twice') });
  expect(await mqtt(['add', 'bad', '--host', 'mqtt://h'])).toMatchObject({
    code: 8,
    err: expect.stringMatching(/^mensura: host: /),
  });
  expect(await mqtt(['test', 'nobody'])).toMatchObject({ code: 7 });
});

test('rm requires --yes without a terminal, and deletes all or none', async () => {
  for (const id of ['one', 'two']) await mqtt(['add', id, '--disabled', '--name', id]);
  expect(await mqtt(['rm', 'one'])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
  expect(await mqtt(['rm', 'one', 'three', '--yes'])).toMatchObject({ code: 7 });
  expect(await listed('one')).toBeDefined();
  expect(await mqtt(['rm', 'one', 'two', '--yes'])).toEqual({ code: 0, out: 'Deleted one, two.\n', err: '' });
  expect(await listed('one')).toBeUndefined();
});

test('sends no password to a service without a proof', async () => {
  const seen: string[] = [];
  const stranger = createServer((request, response) => {
    request.on('data', (bytes: Buffer) => seen.push(bytes.toString()));
    request.on('end', () => response.end(JSON.stringify({ proof: 'f'.repeat(64) })));
  });
  atEnd(() => stranger.close());
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const port = String((stranger.address() as AddressInfo).port);
  const home = freshFolder();
  mkdirSync(join(home, 'mensura'));
  // The file of a crashed Mensura, whose port another program may use now.
  const instance = { pid: 1, url: `http://127.0.0.1:${port}`, secret: 'f'.repeat(64) };
  writeFileSync(join(home, 'mensura', 'instance.json'), JSON.stringify(instance));
  const env = { XDG_CONFIG_HOME: home, MENSURA_PORT: port, MENSURA_MQTT_PASSWORD: PASSWORD };
  const { code, err } = await mensura(['mqtt', 'add', 'x'], { env });
  expect([code, err]).toEqual([8, expect.stringContaining('cannot verify the service')]);
  expect(seen.join('')).not.toContain(PASSWORD);
});

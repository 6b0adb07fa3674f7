/** Reading from real brokers. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MqttClientInput } from '../../service/contract/index.ts';
import { atEnd } from '../support/at-end.ts';
import { freePort } from '../support/free-port.ts';
import { launchMosquitto } from '../support/mqtt/broker.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { read, sourceOf, type TestReader } from '../support/mqtt/reading.ts';
import { clientConfig, numbered, startSession } from '../support/mqtt/session.ts';
import { startServer } from '../support/mqtt/strangers.ts';
import { runProgram } from '../support/programs.ts';
import { until } from '../support/until.ts';

const VERSIONS = [3, 4, 5] as const;

/** Publishes with the broker's own program. */
function publish(port: number, topic: string, payload: string, ...more: string[]): void {
  runProgram('mosquitto_pub', ['-h', '127.0.0.1', '-p', String(port), '-t', topic, '-m', payload, ...more], '.');
}

/** Reads with the only client there is. */
function reader(input: MqttClientInput, filters: readonly string[] = ['fleet/+/status']): TestReader {
  return read(sourceOf(clientConfig(input)).source, filters);
}

describe.each(VERSIONS)('MQTT version %i', (protocol_version) => {
  test('what is retained comes after the confirmation, what is live after that, and again after a restart', async () => {
    const broker = await startMosquitto({ persistence: true });
    const { port } = broker;
    publish(port, 'fleet/north/status', 'online', '-r');
    publish(port, 'elsewhere/status', 'online', '-r');
    const { heard, hears, state, history, confirmed } = reader({ port, protocol_version });
    await hears('fleet/north/status online (retained)');
    publish(port, 'fleet/south/status', 'online', '-r');
    await hears('fleet/south/status online');
    expect(heard).toEqual(['subscribed', 'fleet/north/status online (retained)', 'fleet/south/status online']);
    expect(history.map((status) => status.state)).toEqual(['connecting', 'connecting', 'online']);
    expect((await state('online')).error).toBeNull();
    await broker.save();
    await broker.restart();
    await until('both again', () => heard.length === 6);
    expect(confirmed()).toBe(2);
    expect(heard[3]).toBe('subscribed');
    expect(heard.slice(4).toSorted()).toEqual([
      'fleet/north/status online (retained)',
      'fleet/south/status online (retained)',
    ]);
    const lost = history.find((status) => status.state === 'waiting');
    expect(lost?.error?.text).toContain(`port ${port} of 127.0.0.1`);
    expect(lost?.nextRetry).toBeGreaterThanOrEqual(lost?.since ?? Number.NaN);
    expect(history.at(-1)).toMatchObject({ state: 'online', error: null, nextRetry: null });
  });

  test('thousands of messages in order, none lost, while others of the process have their turn', async () => {
    const count = protocol_version === 4 ? 20_000 : 5000;
    const { port } = await startMosquitto();
    const { subscription, state } = reader({ port, protocol_version }, ['lab/#']);
    const came: number[] = [];
    subscription.events.on('message', ({ payload }) => came.push(Number(Buffer.from(payload).toString())));
    await state('online');
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    const writer = startSession(clientConfig({ port }));
    writer.source.push(...numbered(count));
    await until('all messages', () => came.length >= count);
    clearInterval(ticking);
    expect(came).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(turns).toBeGreaterThan(10);
  });

  test('the right to read is missing for one of the topics', async () => {
    const broker = await startGuardedBroker(['fleet/+/status']);
    const { port } = broker;
    const { state, heard, subscription } = reader({ port, protocol_version }, ['fleet/+/status', 'secret/#']);
    if (protocol_version === 3) {
      // MQTT 3.1 has no word for it: the subscription is confirmed, and nothing comes.
      await state('online');
      return;
    }
    const { error, nextRetry, since } = await state('failed');
    const code = protocol_version === 5 ? 'reason code 135' : 'return code 128';
    expect(error).toEqual({
      text: `The broker on port ${port} of 127.0.0.1 does not authorize this account to subscribe to secret/# (${code}).`,
      remedy: "Ask the broker's administrator for permission to subscribe.",
    });
    expect((nextRetry ?? 0) - since).toBeGreaterThanOrEqual(59_000);
    expect(heard).toEqual([]);
    await subscription.stop();
    expect(subscription.status).toMatchObject({ state: 'idle', error: null, nextRetry: null });
  });

  test('a message that is too large costs itself alone', async () => {
    const { port } = await startMosquitto();
    const evil = 'fleet/evil/status';
    const payload = 'x'.repeat(300_000);
    const writer = startSession(clientConfig({ port }));
    writer.source.push({ topic: evil, payload, qos: 1, retain: true });
    await until('the first', () => writer.source.settled.length === 1);
    const { heard, hears, refused, confirmed, state } = reader({ port, protocol_version });
    await state('online');
    // More than the broker sends without a confirmation of any, with QoS 0 in between, and one that just passes.
    for (let count = 0; count < 25; count += 1) writer.source.push({ topic: evil, payload, qos: 1, retain: false });
    writer.source.push({ topic: evil, payload, qos: 0, retain: false });
    const passing = 'y'.repeat(262_144 - 4 - 2 - evil.length - 2 - (protocol_version === 5 ? 1 : 0));
    writer.source.push({ topic: evil, payload: passing, qos: 1, retain: false });
    writer.source.push({ topic: 'fleet/north/status', payload: 'online', qos: 1, retain: false });
    await hears('fleet/north/status online');
    expect(heard).toEqual(['subscribed', `${evil} ${passing}`, 'fleet/north/status online']);
    expect(confirmed()).toBe(1);
    // An MQTT 5 broker was told, and sends none of them.
    const bytes = 1 + 3 + 2 + evil.length + 2 + payload.length;
    const each = { topic: evil, bytes };
    const withoutId = { topic: evil, bytes: bytes - 2 };
    // A broker may send one with QoS 0 ahead of those that wait for a confirmation.
    const all = [withoutId, ...Array.from({ length: 26 }, () => each)];
    const came = refused.toSorted((one, other) => one.bytes - other.bytes);
    expect(came).toEqual(protocol_version === 5 ? [] : all);
  });
});

/** A broker whose clients may read these topics alone, and are told so. */
async function startGuardedBroker(topics: readonly string[]): ReturnType<typeof startMosquitto> {
  const library = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder))
    .flatMap((folder) => found(folder, 'mosquitto_dynamic_security.so'));
  const path = library[0];
  if (!path) throw new Error('The Mosquitto here comes without its dynamic security plugin.');
  const folder = await mkdtemp(join(tmpdir(), 'mensura-rules-'));
  atEnd(() => rm(folder, { recursive: true }));
  const acls = topics.map((topic) => ({ acltype: 'subscribePattern', topic, allow: true }));
  const rules = {
    defaultACLAccess: { publishClientSend: true, publishClientReceive: true, subscribe: false, unsubscribe: true },
    roles: [{ rolename: 'reader', acls }],
    groups: [{ groupname: 'guests', roles: [{ rolename: 'reader' }] }],
    anonymousGroup: 'guests',
  };
  const file = join(folder, 'rules.json');
  await writeFile(file, JSON.stringify(rules));
  return startMosquitto({ settings: [`plugin ${path}`, `plugin_opt_config_file ${file}`] });
}

function found(folder: string, name: string): string[] {
  try {
    return readdirSync(folder).includes(name) ? [join(folder, name)] : [];
  } catch {
    // No folder, or none that may be looked into.
    return [];
  }
}

describe('accounts and certificates', () => {
  const authority = createAuthority();

  test('password', async () => {
    const { port } = await startMosquitto({ users: { reader: 'correct' } });
    const { state } = reader({ port, username: 'reader', password: 'correct' });
    await state('online');
    const wrong = reader({ port, username: 'reader', password: 'mistaken' });
    const { error, nextRetry, since } = await wrong.state('failed');
    expect(error?.text).toMatch(/rejected the username or password|does not authorize this client/);
    expect(JSON.stringify(wrong.history)).not.toContain('mistaken');
    expect((nextRetry ?? 0) - since).toBeGreaterThanOrEqual(59_000);
  });

  test('a password that cannot be read here', async () => {
    const { port } = await startMosquitto();
    const { source } = sourceOf({ ...clientConfig({ port }), secrets: null });
    const { state } = read(source, ['#']);
    expect((await state('failed')).error?.text).toContain('Cannot read the stored password');
  });

  test('TLS, with the right authority, a wrong one, and a client certificate', async () => {
    const server = authority.server();
    const { port } = await startMosquitto({ tls: { certificate: server, clientCa: authority } });
    const own = authority.client();
    const shown = { certificate: own.certificate, key: own.key };
    const good = reader({ port, ssl: true, advanced: { ca: authority.certificate, ...shown } });
    await good.state('online');
    const other = createAuthority('Another CA');
    const bad = reader({ port, ssl: true, advanced: { ca: other.certificate, ...shown } });
    expect((await bad.state('failed')).error?.text).toMatch(/certificate/);
    const tls = ['-h', '127.0.0.1', '-p', String(port), '--cafile', authority.certificatePath];
    const publisher = [...tls, '--cert', own.certificatePath, '--key', own.keyPath, '-t', 'fleet/north/status'];
    runProgram('mosquitto_pub', [...publisher, '-m', 'online'], '.');
    await good.hears('fleet/north/status online');
  });
});

test('two readers beside the session of the same client, whether it is enabled or not', async () => {
  const broker = await startMosquitto();
  const { port } = broker;
  const config = clientConfig({ port, advanced: { client_id: 'mensura-test' } });
  const writer = startSession(config);
  await writer.state('online');
  const { source } = sourceOf({ ...config, advanced: { ...config.advanced, enabled: false } });
  const one = read(source, ['lab/E24638/measurement'], 'g1');
  const other = read(source, ['lab/#'], 'g2');
  await Promise.all([one.state('online'), other.state('online')]);
  writer.source.push(...numbered(100));
  await until('all at both', () => one.heard.length === 101 && other.heard.length >= 101);
  expect(broker.log()).not.toMatch(/already connected/);
  expect([...one.history, ...other.history, ...writer.history].map(({ state }) => state)).not.toContain('waiting');
  const ids = [...broker.log().matchAll(/New client connected from \S+ as (\S+) /g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(3);
});

test('it connects again though its client shall not, and at once when it is asked to', async () => {
  const port = await freePort();
  const reconnect = { enable: false, min_delay: 60_000, max_delay: 60_000 };
  const { subscription, state } = reader({ port, reconnect });
  expect((await state('waiting')).error?.text).toContain('connection refused');
  expect(subscription.status.nextRetry).not.toBeNull();
  const broker = await startMosquitto({ port });
  subscription.connectNow();
  await state('online');
  expect(broker.log()).not.toContain('fleet/+/status (QoS 0)');
  expect(broker.log()).toContain('fleet/+/status (QoS 1)');
});

test('stop ends it in good order, once, and it does not start again', async () => {
  const broker = await startMosquitto();
  const { port } = broker;
  const { subscription, state, heard } = reader({ port });
  await state('online');
  const stopping = subscription.stop();
  publish(port, 'fleet/north/status', 'late');
  await Promise.all([stopping, subscription.stop()]);
  expect(subscription.status.state).toBe('idle');
  await until('the broker to hear of it', () => /Client \S+ disconnected\./.test(broker.log()));
  subscription.start();
  subscription.connectNow();
  expect(subscription.status.state).toBe('idle');
  expect(heard).toEqual(['subscribed']);
});

test('stop before the library is loaded, or while nobody answers', async () => {
  const port = await startServer(() => {});
  const early = reader({ port });
  await early.subscription.stop();
  expect(early.subscription.status.state).toBe('idle');
  const silent = reader({ port });
  await until('the attempt', () => silent.history.length === 2);
  await silent.subscription.stop();
  expect(silent.history.map(({ state }) => state)).toEqual(['connecting', 'connecting', 'idle']);
});

test('a broker that never stops sending does not keep it from stopping', async () => {
  const broker = await launchMosquitto();
  try {
    const { port } = broker;
    const { subscription, state, hears } = reader({ port }, ['lab/#']);
    await state('online');
    const writer = startSession(clientConfig({ port }));
    writer.source.push(...numbered(50_000));
    await hears('lab/E24638/measurement 100');
    broker.pause();
    const began = performance.now();
    await subscription.stop();
    expect(performance.now() - began).toBeLessThan(10_000);
  } finally {
    await broker.remove();
  }
});

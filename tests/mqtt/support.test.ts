/** The fixture itself: a test that relies on it must be able to. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { createAuthority, EXPIRED, selfSigned } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startProxy } from '../support/mqtt/proxy.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { requireProgram } from '../support/programs.ts';
import { until } from '../support/until.ts';

function publish(port: number, args: readonly string[]): void {
  execFileSync(requireProgram('mosquitto_pub'), ['-h', '127.0.0.1', '-p', String(port), ...args], { stdio: 'pipe' });
}

/** The error code of a TLS handshake that trusts this authority alone; empty when all is well. */
async function handshake(port: number, ca: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', port, ca }, () => done(''));
    const done = (code: string): void => {
      socket.destroy();
      resolve(code);
    };
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
  });
}

describe('Mosquitto', () => {
  test('a message comes to the witness as it was published', async () => {
    const broker = await startMosquitto();
    const witness = await subscribe(broker.port);
    publish(broker.port, [
      '-V',
      '5',
      '-t',
      'a b/ü',
      '-m',
      'line\nline',
      '-q',
      '1',
      '-r',
      '-D',
      'publish',
      'message-expiry-interval',
      '77',
    ]);
    publish(broker.port, ['-t', 'empty', '-n']);
    await witness.waitForCount(2);
    expect(witness.messages).toEqual([
      { topic: 'a b/ü', payload: 'line\nline', retain: true, qos: 1, expiry: 77 },
      { topic: 'empty', payload: '', retain: false, qos: 0, expiry: null },
    ]);
    expect(broker.log()).toContain('a b/ü');
  });

  test('passwords are asked for', async () => {
    const broker = await startMosquitto({ users: { lab: 'right' } });
    await expect(subscribe(broker.port, { user: 'lab', password: 'wrong' })).rejects.toThrow(/ended/);
    const witness = await subscribe(broker.port, { user: 'lab', password: 'right' });
    publish(broker.port, ['-t', 'a', '-m', '1', '-u', 'lab', '-P', 'right']);
    await witness.waitForCount(1);
  });

  test('what is persistent survives a kill; the port stays', async () => {
    const broker = await startMosquitto({ persistence: true });
    const { port } = broker;
    publish(port, ['-t', 'kept', '-m', '1', '-r', '-q', '1']);
    await broker.save();
    await broker.kill();
    await broker.restart();
    expect(broker.port).toBe(port);
    const witness = await subscribe(port);
    await witness.wait('what was retained', ({ topic }) => topic === 'kept');
  });

  test('certificates are what they are said to be', async () => {
    const ca = createAuthority();
    const codeOf = async (certificate: ReturnType<typeof selfSigned>): Promise<string> => {
      const broker = await startMosquitto({ tls: { certificate } });
      return handshake(broker.port, ca.certificate);
    };
    expect(await codeOf(ca.server())).toBe('');
    expect(await codeOf(ca.server(EXPIRED))).toBe('CERT_HAS_EXPIRED');
    expect(await codeOf(ca.server({ names: ['DNS:broker.example'] }))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await codeOf(createAuthority('Other CA').server())).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    expect(await codeOf(selfSigned())).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  test('a client certificate is asked for', async () => {
    const ca = createAuthority();
    const broker = await startMosquitto({ tls: { certificate: ca.server(), clientCa: ca } });
    const tls = ['--cafile', ca.certificatePath];
    await expect(subscribe(broker.port, { args: tls })).rejects.toThrow(/ended/);
    const { certificatePath, keyPath } = ca.client();
    await subscribe(broker.port, { args: [...tls, '--cert', certificatePath, '--key', keyPath] });
  });

  test('it ends when it is told to', async () => {
    const broker = await startMosquitto();
    broker.pause();
    await broker.kill();
    await broker.kill();
    await broker.stop();
    expect(requireProgram('mosquitto')).toMatch(/mosquitto$/);
  });
});

describe('the proxy', () => {
  async function echo(): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    atEnd(() => server.close());
    return (server.address() as AddressInfo).port;
  }

  test('it carries, stalls without loss, cuts, refuses and accepts again', async () => {
    const proxy = await startProxy(await echo());
    const socket = connect(proxy.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString();
    });
    socket.write('one');
    await until('the echo', () => heard === 'one');
    proxy.stall();
    socket.write(' two');
    await delay(100);
    expect(heard).toBe('one');
    proxy.resume();
    await until('what stalled', () => heard === 'one two');
    expect(proxy.open).toBe(1);
    const failed = once(socket, 'error');
    proxy.cut();
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
    await proxy.refuse();
    const [refusal] = await once(connect(proxy.port, '127.0.0.1'), 'error');
    expect(refusal).toMatchObject({ code: 'ECONNREFUSED' });
    await proxy.accept();
    const again = connect(proxy.port, '127.0.0.1');
    await once(again, 'connect');
    again.destroy();
    await until('the count', () => proxy.connections === 2);
  });
});

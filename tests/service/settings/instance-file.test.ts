import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  connectToRunningService,
  findRunningService,
  InstanceFile,
  type ProvenConnection,
} from '../../../service/settings/instance-file.ts';
import { describeListeningProcess, listeningInodes, listeningProcess } from '../../../service/settings/port-holder.ts';

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Asks over a proven connection. */
function ask({ url, agent }: ProvenConnection, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent }, (answer) => void text(answer).then(resolve, reject)).on('error', reject);
  });
}

describe('finding a Mensura that runs already', () => {
  let folder: string;
  let server: Server;
  let url: string;
  let answer: (challenge: string) => string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-instance-'));
    server = createServer((request, response) => {
      const challenge = new URL(request.url ?? '', 'http://x').searchParams.get('challenge');
      if (challenge) response.end(JSON.stringify({ proof: answer(challenge) }));
      else response.end(`on the connection from ${request.socket.remotePort}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${portOf(server)}`;
  });

  afterEach(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  test('one that proves itself is found', async () => {
    const instance = new InstanceFile(folder);
    answer = (challenge) => instance.prove(challenge, portOf(server));
    await instance.publish(url);
    expect(await findRunningService({ dataDir: folder })).toBe(url);
    await instance.withdraw();
    expect(await findRunningService({ dataDir: folder })).toBeUndefined();
  });

  test('what somebody removed or replaced is written again, but not what was withdrawn', async () => {
    const instance = new InstanceFile(folder);
    answer = (challenge) => instance.prove(challenge, portOf(server));
    const path = join(folder, 'instance.json');
    await instance.restore();
    expect(await readdir(folder)).toEqual([]);
    await instance.publish('http://127.0.0.1:1');
    await instance.publish(url);
    for (const spoil of [() => rm(path), () => writeFile(path, '{}')]) {
      await spoil();
      await instance.restore();
      expect(await findRunningService({ dataDir: folder })).toBe(url);
    }
    await rm(path);
    await Promise.all([instance.restore(), instance.withdraw()]);
    await instance.restore();
    expect(await readdir(folder)).toEqual([]);
  });

  test('a withdrawal leaves the file of another that took the folder', async () => {
    const [first, other] = [new InstanceFile(folder), new InstanceFile(folder)];
    answer = (challenge) => other.prove(challenge, portOf(server));
    await first.publish('http://127.0.0.1:9');
    await other.publish(url);
    await first.withdraw();
    expect(await findRunningService({ dataDir: folder })).toBe(url);
  });

  test('another program on the port is not taken for it, and never sees the secret', async () => {
    const instance = new InstanceFile(folder);
    const seen: string[] = [];
    answer = (challenge) => {
      seen.push(challenge);
      return '0'.repeat(64);
    };
    await instance.publish(url);
    const { secret } = JSON.parse(await readFile(join(folder, 'instance.json'), 'utf8')) as { secret: string };
    expect(await findRunningService({ dataDir: folder })).toBeUndefined();
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toBe(secret);
  });

  test('refuses a proof that another program passes on from another port', async () => {
    const instance = new InstanceFile(folder);
    answer = (challenge) => instance.prove(challenge, portOf(server) + 1);
    await instance.publish(url);
    expect(await findRunningService({ dataDir: folder })).toBeUndefined();
  });

  test('refuses an answer that never ends', async () => {
    const instance = new InstanceFile(folder);
    answer = () => 'f'.repeat(1_000_000);
    await instance.publish(url);
    expect(await findRunningService({ dataDir: folder })).toBeUndefined();
  });

  test('sends requests over the proven connection alone, never over a new one', async () => {
    const instance = new InstanceFile(folder);
    answer = (challenge) => instance.prove(challenge, portOf(server));
    await instance.publish(url);
    const ports = new Set<number | undefined>();
    server.on('connection', ({ remotePort }) => ports.add(remotePort));
    const connection = await connectToRunningService({ dataDir: folder });
    if (!connection) throw new Error('No connection was made.');
    expect(await ask(connection, '/first')).toBe(await ask(connection, '/second'));
    expect(ports.size).toBe(1);
    server.closeAllConnections();
    await expect(ask(connection, '/third')).rejects.toThrow();
    await expect(ask(connection, '/fourth')).rejects.toThrow('is closed');
    expect(ports.size).toBe(1);
    connection.agent.destroy();
  });

  test('nobody there, or a file that says nothing, is none', async () => {
    expect(await findRunningService({ dataDir: folder })).toBeUndefined();
    await writeFile(join(folder, 'instance.json'), '{"pid":1}');
    expect(await findRunningService({ dataDir: folder })).toBeUndefined();
  });

  test.runIf(process.platform === 'linux')('the holder of a port is named', async () => {
    expect(await describeListeningProcess((server.address() as AddressInfo).port)).toContain(
      `(process ${process.pid})`,
    );
  });
});

test('listening sockets are read from the table of the kernel', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:2C83 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41327 1 0000000000000000',
    '   1: 0100007F:2C83 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 41500 1 0000000000000000',
    '   2: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12345 1 0000000000000000',
  ].join('\n');
  expect(listeningInodes(table, 11395)).toEqual(['41327']);
});

test('listening processes are read from the table of Windows, in any language', () => {
  const table = [
    '',
    'Aktive Verbindungen',
    '',
    '  Proto  Lokale Adresse         Remoteadresse          Status           PID',
    '  TCP    127.0.0.1:11395        127.0.0.1:51234        HERGESTELLT     4711',
    '  TCP    127.0.0.1:11395        0.0.0.0:0              ABHÖREN         8128',
    '  TCP    [::1]:11396            [::]:0                 ABHÖREN         8129',
    '  UDP    0.0.0.0:11397          *:*                                    8130',
  ].join('\r\n');
  expect(listeningProcess(table, 11395)).toBe('8128');
  expect(listeningProcess(table, 11396)).toBe('8129');
  expect(listeningProcess(table, 11397)).toBeUndefined();
});

/** Tables as Linux prints them, written by hand, and its own. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalConnection, SocketOwners, showsSocketOwners } from '../../../service/support/socket-owners.ts';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode                      ';
const HEAD6 =
  '  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';

/** 127.0.0.1:40000 asks 127.0.0.1:11395. */
const V4: LocalConnection = {
  localAddress: '127.0.0.1',
  localPort: 11_395,
  remoteAddress: '127.0.0.1',
  remotePort: 40_000,
};
const V6: LocalConnection = { localAddress: '::1', localPort: 11_395, remoteAddress: '::1', remotePort: 40_000 };

const TCP = [
  HEAD,
  '   0: 0100007F:2C83 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41327 1 0000000000000000 100 0 0 10 0',
  // The service's own end.
  '   1: 0100007F:2C83 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 41500 1 0000000000000000 20 4 30 10 -1',
  '   2: 0100007F:9C40 0100007F:2C83 01 00000000:00000000 00:00000000 00000000  1001        0 41501 1 0000000000000000 20 4 30 10 -1',
  // The same ports at other addresses.
  '   3: 0200007F:9C40 0100007F:2C83 01 00000000:00000000 00:00000000 00000000  1002        0 41502 1 0000000000000000 20 4 30 10 -1',
  '   4: 0100007F:9C40 0500007F:2C83 01 00000000:00000000 00:00000000 00000000  1003        0 41503 1 0000000000000000 20 4 30 10 -1',
  // It shut its sending down, and waits for the answer.
  '   5: 0100007F:9C41 0100007F:2C83 05 00000000:00000000 00:00000000 00000000  1004        0 41504 1 0000000000000000 20 4 30 10 -1',
  // Closed: no process has them.
  '   6: 0100007F:9C42 0100007F:2C83 05 00000000:00000000 00:00000000 00000000     0        0 0 3 0000000000000000 20 4 30 10 -1',
  '   7: 0100007F:9C43 0100007F:2C83 06 00000000:00000000 03:000017A3 00000000     0        0 0 3 0000000000000000',
  '12345: 0100007F:9C44 0100007F:2C83 01 00000000:00000000 00:00000000 00000000 4294967294        0 4294967295 1 0000000000000000 20 4 30 10 -1',
].join('\n');

const TCP6 = [
  HEAD6,
  '   0: 00000000000000000000000001000000:2C83 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41328 1 0000000000000000 100 0 0 10 0',
  '   1: 00000000000000000000000001000000:9C40 00000000000000000000000001000000:2C83 01 00000000:00000000 00:00000000 00000000  1006        0 41506 1 0000000000000000 20 4 30 10 -1',
  // An IPv6 socket that is connected to an IPv4 address.
  '   2: 0000000000000000FFFF00000100007F:9C45 0000000000000000FFFF00000100007F:2C83 01 00000000:00000000 00:00000000 00000000  1007        0 41507 1 0000000000000000 20 4 30 10 -1',
].join('\n');

/** The addresses that this machine has of the two. */
const LOOPBACK = ['127.0.0.1', '::1'].filter((loopback) =>
  Object.values(networkInterfaces())
    .flat()
    .some((network) => network?.address === loopback),
);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mensura-tables-'));
  writeFileSync(join(folder, 'tcp'), `${TCP}\n`);
  writeFileSync(join(folder, 'tcp6'), `${TCP6}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ownerOf = (connection: LocalConnection): Promise<number | undefined> =>
  new SocketOwners(folder).ownerOf(connection);

describe.runIf(process.platform === 'linux')('the owner of a socket', () => {
  test.each([
    ['IPv4', V4, 1001],
    ['another address of the client', { ...V4, remoteAddress: '127.0.0.2' }, 1002],
    ['an IPv4 address that the server tells as IPv6', { ...V4, remoteAddress: '::ffff:127.0.0.1' }, 1001],
    ['IPv6', V6, 1006],
    ['an IPv6 socket connected to an IPv4 address', { ...V4, remotePort: 40_005 }, 1007],
    ['a socket that is shut down for sending', { ...V4, remotePort: 40_001 }, 1004],
    ['a row with a long number and large ids', { ...V4, remotePort: 40_004 }, 4_294_967_294],
  ])('is read: %s', async (_what, connection, uid) => {
    expect(await ownerOf(connection)).toBe(uid);
  });

  test.each([
    ['a socket that was closed before its answer', { ...V4, remotePort: 40_002 }],
    ['a socket that waits for late packets', { ...V4, remotePort: 40_003 }],
    ['a port that no row has', { ...V4, remotePort: 40_010 }],
    ['the address of another computer', { ...V4, remoteAddress: '192.0.2.7' }],
    ['a connection that is gone', { remoteAddress: undefined, remotePort: undefined }],
  ])('is none for %s', async (_what, connection) => {
    expect(await ownerOf(connection)).toBeUndefined();
  });

  test('is read without a table of IPv6, and told as an error without any', async () => {
    rmSync(join(folder, 'tcp6'));
    expect(await ownerOf(V4)).toBe(1001);
    rmSync(join(folder, 'tcp'));
    await expect(ownerOf(V4)).rejects.toThrow('ENOENT');
    expect(showsSocketOwners(folder)).toBe(false);
  });

  test('is found in a later read where the first left it out', async () => {
    // The table ends where the test says so: as a pipe, of which each read takes what is written next.
    rmSync(join(folder, 'tcp'));
    execFileSync('mkfifo', [join(folder, 'tcp')]);
    rmSync(join(folder, 'tcp6'));
    execFileSync('mkfifo', [join(folder, 'tcp6')]);
    const tables = [`${HEAD}\n`, `${HEAD6}\n`, `${TCP}\n`];
    const write = 'printf %s "$0" > tcp; printf %s "$1" > tcp6; printf %s "$2" > tcp';
    const writer = spawn('sh', ['-c', write, ...tables], { cwd: folder });
    expect(await ownerOf(V4)).toBe(1001);
    expect(writer.exitCode ?? 0).toBe(0);
  });

  test('is found among many, of which each asks at once', async () => {
    // 32 KiB: half of what a system with pages of 64 KiB gives at a time.
    const rows = Array.from({ length: 400 }, (_, index) => {
      const port = (50_000 + index).toString(16).toUpperCase();
      return `${index}: 0100007F:${port} 0100007F:2C83 01 00000000:00000000 00:00000000 00000000 ${index + 1} 0 7 1 0`;
    });
    writeFileSync(join(folder, 'tcp'), `${[HEAD, ...rows].join('\n')}\n`);
    const owners = new SocketOwners(folder);
    const asked = rows.map((_, index) => owners.ownerOf({ ...V4, remotePort: 50_000 + index }));
    expect(await Promise.all(asked)).toEqual(rows.map((_, index) => index + 1));
  });

  test.each(LOOPBACK)('is this user for a connection of this process to %s', async (host) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, host);
    const [socket] = (await once(server, 'connection')) as [LocalConnection];
    expect(showsSocketOwners()).toBe(true);
    expect(await new SocketOwners().ownerOf(socket)).toBe(process.getuid?.());
    client.destroy();
    server.close();
  });
});

/** Nobody from outside: the addresses that are bound, and a neighbour on a real network between two namespaces. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { freshFolder, launch } from '../support/process.ts';
import { request } from '../support/raw-http.ts';
import { serve } from '../support/rig.ts';
import { until } from '../support/until.ts';

/** The kernel's word for a socket that listens, in `/proc/net/tcp`. */
const LISTEN = '0A';
const LOOPBACK = ['0100007F', '00000000000000000000000001000000'];

/** The addresses on which a port listens, as the kernel writes them. */
function listening(port: number, pid = process.pid): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return ['tcp', 'tcp6'].flatMap((table) => {
    const path = `/proc/${pid}/net/${table}`;
    if (!existsSync(path)) return [];
    return readFileSync(path, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = '', , state]) => state === LISTEN && local.endsWith(`:${wanted}`))
      .map(([, local = '']) => local.slice(0, -5));
  });
}

test.skipIf(process.platform !== 'linux')('only loopback addresses are bound', async () => {
  const service = await serve();
  const bound = listening(service.port);
  expect(bound).toContain(LOOPBACK[0]);
  for (const address of bound) expect(LOOPBACK).toContain(address);
});

test('where ::1 can be bound, it is', async () => {
  const service = await serve();
  const possible = readFileSync('/proc/net/if_inet6', 'latin1').includes(`${'0'.repeat(31)}1 `);
  expect(possible).toBe(listening(service.port).includes(LOOPBACK[1] ?? ''));
  if (!possible) return;
  const answer = await request(service.port, {
    path: '/device-service-info',
    address: '::1',
    headers: [['Host', `[::1]:${service.port}`]],
  });
  expect(answer.status).toBe(200);
});

/** Two computers on one cable: each a command that runs something there. */
interface Cable {
  here: string[];
  there: string[];
}

const HERE = '192.0.2.1';
const THERE = '192.0.2.2';

/** Lays a cable between two network namespaces. @throws Error where that is not allowed */
async function layCable(): Promise<Cable> {
  const root = process.getuid?.() === 0;
  const holder = await hold(root ? ['unshare', '-n'] : ['unshare', '-r', '-n']);
  const enter = (pid: number): string[] =>
    root ? ['nsenter', '-t', `${pid}`, '-n'] : ['nsenter', '-t', `${pid}`, '-U', '--preserve-credentials', '-n'];
  const here = enter(holder);
  const neighbour = await hold([...here, 'unshare', '-n']);
  const there = enter(neighbour);
  const shell = ([command = '', ...args]: string[], script: string): void =>
    void execFileSync(command, [...args, 'sh', '-ec', script], { stdio: 'pipe' });
  // route_localnet lets packets for 127.0.0.1 come over the cable: the misconfiguration that a bound address alone
  // does not stop.
  shell(
    here,
    `
    ip link add here type veth peer name there netns ${neighbour}
    ip link set lo up; ip addr add ${HERE}/24 dev here; ip link set here up
    for item in all here; do
      echo 1 > /proc/sys/net/ipv4/conf/$item/route_localnet; echo 0 > /proc/sys/net/ipv4/conf/$item/rp_filter
    done`,
  );
  shell(
    there,
    `
    ip addr add ${THERE}/24 dev there; ip link set there up
    for item in all there; do echo 1 > /proc/sys/net/ipv4/conf/$item/route_localnet; done
    ip route add 127.0.0.1/32 via ${HERE}`,
  );
  return { here, there };
}

/** Keeps a namespace alive; answers the id of the process that does. */
async function hold([command = '', ...args]: string[]): Promise<number> {
  const child: ChildProcess = spawn(command, [...args, 'sh', '-c', 'echo ready; exec sleep 300'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  child.once('error', () => {});
  const ready = once(child.stdout ?? child, 'data').then(() => true);
  const ended = once(child, 'exit').then(() => false);
  if (!(await Promise.race([ready, ended])) || child.pid === undefined) throw new Error(`No namespace: ${said}`);
  return child.pid;
}

/** What a client somewhere gets for a plain read: the first line of the answer, or how it ended. */
function ask([command = '', ...args]: string[], address: string, port: number): string {
  const client = `
    const socket = require('node:net').connect(${port}, '${address}');
    let heard = '';
    const end = (how) => { console.log(heard.split('\\r\\n')[0] || how); process.exit(0); };
    socket.setTimeout(20_000, () => end('silence'));
    socket.on('connect', () => socket.write('GET /device-service-info HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nConnection: close\\r\\n\\r\\n'));
    socket.on('data', (bytes) => { heard += bytes; });
    socket.on('error', (error) => end(error.code));
    socket.on('end', () => end('closed'));`;
  return execFileSync(command, [...args, process.execPath, '-e', client], { encoding: 'utf8' }).trim();
}

const cable = process.platform === 'linux' ? await layCable().catch((error: unknown) => String(error)) : 'not Linux';
if (typeof cable === 'string') console.warn(`No network between namespaces can be made here: ${cable}`);

describe.skipIf(typeof cable === 'string')('a neighbour on the network', () => {
  const { here, there } = cable as Cable;

  test('reaches a careless server on loopback, so that the next test means something', async () => {
    const [command = '', ...args] = here;
    const server = spawn(command, [
      ...args,
      process.execPath,
      '-e',
      "require('node:http').createServer((q, a) => a.end()).listen(7001, '127.0.0.1', () => console.log('up'))",
    ]);
    atEnd(() => server.kill('SIGKILL'));
    await once(server.stdout, 'data');
    expect(ask(there, '127.0.0.1', 7001)).toBe('HTTP/1.1 200 OK');
  });

  test('is refused by every address', async () => {
    const run = launch(['--data-dir', freshFolder(), '--port', '7002'], {}, here);
    await run.ready();
    await until('the service', () => ask(here, '127.0.0.1', 7002) === 'HTTP/1.1 200 OK');
    expect(ask(there, HERE, 7002)).toBe('ECONNREFUSED');
    expect(ask(there, '127.0.0.1', 7002)).toMatch(/^(closed|ECONNRESET|EPIPE)$/);
    expect(ask(here, HERE, 7002)).toBe('ECONNREFUSED');
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
  });
});

/** A real cluster of nats-server on free ports of 127.0.0.1, with JetStream and MQTT. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { ensureUnpacked, UNPACKED_PROGRAMS } from '../../../build/unpacked-programs.ts';
import { atEnd } from '../at-end.ts';
import { endsWithUs } from '../ends-with-us.ts';
import { freePort } from '../free-port.ts';
import { freshFolder } from '../process.ts';
import { until } from '../until.ts';

/** Starting and electing leaders, on a busy machine, in milliseconds. */
const PATIENCE_MS = 60_000;

export interface NatsNode {
  /** Of MQTT. */
  port: number;
  /** Starts it with its data; resolves when its MQTT port accepts. */
  start(): Promise<void>;
  /** Kills it (SIGKILL). */
  kill(): Promise<void>;
  log(): string;
}

/** Starts three nodes; they are killed at the end of the test file. */
export async function startNatsCluster(): Promise<[NatsNode, NatsNode, NatsNode]> {
  const folder = freshFolder();
  const program = join(await ensureUnpacked('nats-server'), UNPACKED_PROGRAMS['nats-server']);
  const routes = [await freePort(), await freePort(), await freePort()];
  const make = async (index: number): Promise<NatsNode> => {
    const [clients, port, http] = [await freePort(), await freePort(), await freePort()];
    const own = join(folder, `n${index}`);
    mkdirSync(own);
    writeFileSync(join(own, 'nats.conf'), configuration(index, own, { clients, port, http, routes }));
    let child: ChildProcess | undefined;
    let log = '';
    const kill = async (): Promise<void> => {
      const running = child;
      child = undefined;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const exit = once(running, 'exit');
      running.kill('SIGKILL');
      await exit;
    };
    atEnd(kill);
    const start = async (): Promise<void> => {
      const started = spawn(program, ['-c', join(own, 'nats.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
      child = started;
      endsWithUs(started);
      started.stderr.on('data', (bytes: Buffer) => (log += bytes.toString()));
      await until(`node ${index} to accept`, () => accepts(port), PATIENCE_MS);
      // Its copies of the streams are current, so that another node may end.
      await until(`node ${index} to be healthy`, () => isHealthy(http), PATIENCE_MS);
    };
    return { port, start, kill, log: () => log };
  };
  const nodes: [NatsNode, NatsNode, NatsNode] = [await make(0), await make(1), await make(2)];
  await Promise.all(nodes.map((node) => node.start()));
  // A client is accepted only once the streams of MQTT have their leaders.
  await until('a client to be accepted', () => isReady(nodes[0].port), PATIENCE_MS);
  return nodes;
}

function configuration(
  index: number,
  folder: string,
  ports: { clients: number; port: number; http: number; routes: readonly number[] },
): string {
  return `server_name: n${index}
listen: 127.0.0.1:${ports.clients}
http: 127.0.0.1:${ports.http}
jetstream { store_dir: "${folder}/data", max_memory_store: 64MB, max_file_store: 1GB }
cluster {
  name: fleet
  listen: 127.0.0.1:${ports.routes[index]}
  routes: [${ports.routes.map((port) => `"nats://127.0.0.1:${port}"`).join(', ')}]
}
mqtt { listen: 127.0.0.1:${ports.port}, stream_replicas: 3 }
`;
}

async function isReady(port: number): Promise<boolean> {
  try {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { connectTimeout: 5000, reconnectPeriod: 0 }, false);
    await client.endAsync();
    return true;
  } catch {
    // Not yet.
    return false;
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const result = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return result;
}

async function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A TCP load balancer: each connection to the first node that accepts. @returns its port */
export async function startBalancer(nodes: readonly Pick<NatsNode, 'port'>[]): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    void (async () => {
      for (const { port } of nodes) {
        if (socket.destroyed || !(await accepts(port))) continue;
        const behind = connect(port, '127.0.0.1');
        behind.on('error', () => socket.destroy());
        socket.on('close', () => behind.destroy());
        behind.on('close', () => socket.destroy());
        socket.pipe(behind).pipe(socket);
        return;
      }
      socket.destroy();
    })();
  });
  atEnd(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

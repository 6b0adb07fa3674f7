/** A real cluster of three nats-server on free ports of 127.0.0.1, with JetStream and MQTT. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
export const NATS_PATIENCE_MS = 90_000;

export interface NatsNode {
  name: string;
  /** Of MQTT. */
  port: number;
  /** Of the HTTP monitor. */
  monitor: number;
  /** Starts it with its data; resolves when its MQTT port accepts. */
  start(): Promise<void>;
  /** Kills it (SIGKILL). */
  kill(): Promise<void>;
}

export type NatsCluster = readonly [NatsNode, NatsNode, NatsNode];

/** Starts three nodes; they are killed at the end of the test file. */
export async function startNatsCluster(): Promise<NatsCluster> {
  const folder = freshFolder();
  const program = join(await ensureUnpacked('nats-server'), UNPACKED_PROGRAMS['nats-server']);
  const routes = [await freePort(), await freePort(), await freePort()];
  const make = async (index: number): Promise<NatsNode> => {
    const name = `n${index}`;
    const [clients, port, monitor] = [await freePort(), await freePort(), await freePort()];
    const own = join(folder, name);
    mkdirSync(own);
    writeFileSync(join(own, 'nats.conf'), configuration(name, own, { clients, port, monitor, routes }));
    let child: ChildProcess | undefined;
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
      const log = join(own, 'nats.log');
      const started = spawn(program, ['-c', join(own, 'nats.conf'), '-l', log], { stdio: 'ignore' });
      child = started;
      endsWithUs(started);
      const isOver = (): boolean => started.exitCode !== null || started.signalCode !== null;
      await until(`${name} to accept`, () => isOver() || accepts(port), NATS_PATIENCE_MS);
      if (isOver()) throw new Error(`${name} ended: ${readFileSync(log, 'utf8').slice(-500)}`);
    };
    return { name, port, monitor, start, kill };
  };
  const nodes = [await make(0), await make(1), await make(2)] as const;
  await Promise.all(nodes.map((node) => node.start()));
  // A client is accepted only once the streams of MQTT have their leaders.
  for (const { name, port } of nodes) await until(`${name} to accept a client`, () => isReady(port), NATS_PATIENCE_MS);
  return nodes;
}

function configuration(
  name: string,
  folder: string,
  ports: { clients: number; port: number; monitor: number; routes: readonly number[] },
): string {
  return `server_name: ${name}
listen: 127.0.0.1:${ports.clients}
http: 127.0.0.1:${ports.monitor}
jetstream { store_dir: "${folder}/data", max_memory_store: 64MB, max_file_store: 1GB }
cluster {
  name: fleet
  listen: 127.0.0.1:${ports.routes[Number(name.slice(1))]}
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

interface Replicated {
  name: string;
  config?: { filter_subject?: string };
  cluster?: { leader?: string; replicas?: { name: string; current: boolean; offline?: boolean; lag?: number }[] };
  consumer_detail?: Replicated[];
}

/**
 * Waits until any node may be killed without stopping the readers of a topic: all nodes have current replicas of the
 * streams of MQTT, and of the readers' consumers. `/healthz` does not tell: NATS 2.9.10 reports `ok` without them.
 * @param topic first level of the readers' topics
 */
export async function untilReplicated(nodes: NatsCluster, topic: string): Promise<void> {
  let lacking: string[] = [];
  const check = async (): Promise<boolean> => {
    lacking = await lackingReplicas(nodes, `$MQTT.msgs.${topic}.`);
    return lacking.length === 0;
  };
  await until('replicas on every node', check, NATS_PATIENCE_MS).catch((cause: unknown) => {
    throw new Error(`Without a current replica: ${lacking.join('; ')}`, { cause });
  });
}

/** Streams and consumers that a node does not replicate, as their leaders see it. */
async function lackingReplicas(nodes: NatsCluster, subject: string): Promise<string[]> {
  const known = new Set<string>();
  const replicated = new Set<string>();
  for (const { name, monitor } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${monitor}/jsz?accounts=1&streams=1&consumers=1&config=1`);
    const { account_details = [] } = (await answer.json()) as { account_details?: { stream_detail?: Replicated[] }[] };
    const streams = account_details.flatMap(({ stream_detail = [] }) => stream_detail);
    const consumers = streams
      .flatMap(({ consumer_detail = [] }) => consumer_detail)
      .filter(({ config }) => config?.filter_subject?.startsWith(subject));
    for (const entry of [...streams, ...consumers]) {
      known.add(entry.name);
      const { leader, replicas = [] } = entry.cluster ?? {};
      const current = replicas.filter((replica) => replica.current && !replica.offline && !replica.lag);
      if (leader === name && current.length === 2) replicated.add(entry.name);
    }
  }
  return known.size < 4 ? ['streams'] : [...known].filter((entry) => !replicated.has(entry));
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

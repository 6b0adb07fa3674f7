/** A road between client and broker that can be cut, blocked and closed. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { atEnd } from '../at-end.ts';
import { freePort } from '../free-port.ts';

export interface TcpProxy {
  /** Clients connect to this port of 127.0.0.1; it stays the same. */
  readonly port: number;
  /** Connections made so far. */
  readonly connections: number;
  /** Connections open now. */
  readonly open: number;
  /** Ends every connection at once, on both sides, as when a router restarts (TCP RST). New ones are taken. */
  cut(): void;
  /** Nothing moves any more, in either direction, and nothing is closed; new connections are taken and stall too. */
  stall(): void;
  /** What stalled moves again; nothing is lost by it. */
  resume(): void;
  /** Cuts every connection and takes no new ones: the port is closed. */
  refuse(): Promise<void>;
  /** Takes connections again. */
  accept(): Promise<void>;
  stop(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
}

class Proxy implements TcpProxy {
  readonly #target: number;
  readonly #pairs = new Set<Pair>();
  #server: Server | undefined;
  #stalled = false;
  port = 0;
  connections = 0;

  constructor(target: number) {
    this.#target = target;
  }

  get open(): number {
    return this.#pairs.size;
  }

  async accept(): Promise<void> {
    if (this.#server) return;
    // Not any port: while it is closed, the system must not give it to somebody's connection.
    if (this.port === 0) this.port = await freePort();
    const server = createServer((client) => this.#take(client));
    this.#server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
  }

  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server && once(server, 'close');
    server?.close();
    this.cut();
    await closed;
  }

  stop(): Promise<void> {
    return this.refuse();
  }

  cut(): void {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  stall(): void {
    this.#stalled = true;
    for (const { client, server } of this.#pairs) {
      client.pause();
      server.pause();
    }
  }

  resume(): void {
    this.#stalled = false;
    for (const { client, server } of this.#pairs) {
      client.resume();
      server.resume();
    }
  }

  #take(client: Socket): void {
    this.connections += 1;
    const pair = { client, server: connect(this.#target, '127.0.0.1') };
    this.#pairs.add(pair);
    this.#carry(pair, client, pair.server);
    this.#carry(pair, pair.server, client);
  }

  #carry(pair: Pair, from: Socket, to: Socket): void {
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      if (to.write(bytes)) return;
      from.pause();
      to.once('drain', () => {
        if (!this.#stalled) from.resume();
      });
    });
    from.on('end', () => to.end());
    // What one side suffers, the other sees as a connection that closes.
    from.on('error', () => {});
    from.on('close', () => {
      to.destroy();
      this.#pairs.delete(pair);
    });
    if (this.#stalled) from.pause();
  }
}

/** Starts a proxy on a free port of 127.0.0.1 before a port there; it is ended at the end of the test file. */
export async function startProxy(target: number): Promise<TcpProxy> {
  const proxy = new Proxy(target);
  await proxy.accept();
  atEnd(() => proxy.stop());
  return proxy;
}

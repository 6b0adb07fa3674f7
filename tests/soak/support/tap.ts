/**
 * A wire tap between a client and its broker: relays TCP, reads along what is published and confirmed, and can be cut,
 * stalled or closed. MQTT 3.1 and 3.1.1, QoS 1.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { AtEnd } from './ends.ts';
import { PacketSplitter, readPuback, readPublish } from './packets.ts';

export class Tap {
  readonly #brokerPort: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #sent = new Set<string>();
  /** Sent in a connection that ended before they were confirmed, and not confirmed since. */
  readonly #unconfirmed = new Set<string>();
  #server: Server | undefined;
  #port = 0;
  #stalled = false;
  /** Connections so far. */
  connections = 0;
  /** Readings sent again, each time counted. */
  repeats = 0;
  /** Readings sent again although the broker's confirmation had passed here. */
  readonly needless: string[] = [];
  /** The most readings that were on their way at a time. */
  mostInFlight = 0;

  constructor(brokerPort: number) {
    this.#brokerPort = brokerPort;
  }

  /** Where clients connect to; stays the same over `close` and `open`. */
  get port(): number {
    return this.#port;
  }

  /** Lets clients connect. */
  async open(): Promise<void> {
    if (this.#server) return;
    const server = createServer((client) => this.#relay(client));
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Ends every connection and refuses new ones. May be called twice. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.cut();
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    await closed;
  }

  /** Breaks every connection. */
  cut(): void {
    this.#stalled = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  /** Nothing passes any more, in either direction, until `resume`; connections stay open. */
  stall(): void {
    this.#stalled = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  resume(): void {
    this.#stalled = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  #relay(client: Socket): void {
    const broker = connect({ host: '127.0.0.1', port: this.#brokerPort, noDelay: true });
    const pair = [client, broker] as const;
    /** What is on its way in this connection, by packet id. */
    const inFlight = new Map<number, string>();
    const published = new PacketSplitter((first, body) => this.#notePublish(inFlight, first, body));
    const confirmed = new PacketSplitter((first, body) => this.#noteConfirmation(inFlight, first, body));
    client.setNoDelay(true);
    this.#pairs.add(pair);
    this.connections += 1;
    this.#pass(client, broker, published);
    this.#pass(broker, client, confirmed);
    if (this.#stalled) this.stall();
    client.once('close', () => {
      this.#pairs.delete(pair);
      for (const reading of inFlight.values()) this.#unconfirmed.add(reading);
    });
  }

  #pass(from: Socket, to: Socket, reader: PacketSplitter): void {
    from.on('data', (chunk) => {
      reader.push(chunk);
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => {
      if (!this.#stalled) from.resume();
    });
    from.once('end', () => to.end());
    // A broken connection is what a tap is for: the other side sees it break too.
    from.once('error', () => to.destroy());
    from.once('close', () => to.destroySoon());
  }

  #notePublish(inFlight: Map<number, string>, first: number, body: Buffer): void {
    const packet = readPublish(first, body);
    if (packet?.id === undefined || !packet.topic.endsWith('/measurement')) return;
    const reading = packet.payload;
    if (this.#sent.has(reading)) {
      this.repeats += 1;
      if (!this.#unconfirmed.has(reading)) this.needless.push(reading);
    }
    this.#sent.add(reading);
    inFlight.set(packet.id, reading);
    this.mostInFlight = Math.max(this.mostInFlight, inFlight.size);
  }

  #noteConfirmation(inFlight: Map<number, string>, first: number, body: Buffer): void {
    const id = readPuback(first, body);
    const reading = id === undefined ? undefined : inFlight.get(id);
    if (id === undefined || reading === undefined) return;
    inFlight.delete(id);
    this.#unconfirmed.delete(reading);
  }
}

/** Opens a tap in front of a broker. */
export async function startTap(atEnd: AtEnd, brokerPort: number): Promise<Tap> {
  const tap = new Tap(brokerPort);
  atEnd(() => tap.close());
  await tap.open();
  return tap;
}

/**
 * A wire tap between a client and its broker: relays TCP, reads along what is published and confirmed, and can be cut,
 * stalled or closed. MQTT 3.1 and 3.1.1, QoS 1.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AtEnd } from '../../support/ends.ts';
import { freePort } from '../../support/free-port.ts';
import { PacketSplitter, readPuback, readPublish } from './packets.ts';

/**
 * A confirmation that passes so shortly before the end of the connection may be lost with it, in milliseconds: nobody
 * knows when the other side reads.
 */
const UNREAD_MS = 1000;

/** More confirmations than can come in that time. */
const MOST_CONFIRMED = 200_000;

/** The first byte of an MQTT connection (MQTT 3.1.1, 3.1.1). */
const CONNECT = 0x10;

/** What one connection has to do. */
interface Traffic {
  /** By packet id. */
  inFlight: Map<number, string>;
  /** The newest confirmations, oldest first. */
  confirmed: { reading: string; at: number }[];
}

export class Tap {
  readonly #brokerPort: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #sent = new Set<string>();
  /** Sent in a connection that ended before their confirmation was surely read, and not confirmed since. */
  readonly #unconfirmed = new Set<string>();
  #server: Server | undefined;
  #port = 0;
  #stalled = false;
  /** MQTT connections so far. */
  connections = 0;
  /** Readings sent again, each time counted. */
  repeats = 0;
  /** Readings sent again although the broker's confirmation had passed here in good time. */
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
    // Not any port: while it is closed, the system must not give it to somebody's connection.
    if (this.#port === 0) this.#port = await freePort();
    const server = createServer((client) => this.#relay(client));
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
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
    const traffic: Traffic = { inFlight: new Map(), confirmed: [] };
    const published = new PacketSplitter((first, body) => this.#notePublish(traffic, first, body));
    const confirmed = new PacketSplitter((first, body) => this.#noteConfirmation(traffic, first, body));
    client.setNoDelay(true);
    this.#pairs.add(pair);
    /** Whoever only looks whether the port speaks TLS is not read along. */
    let isMqtt: boolean | undefined;
    this.#pass(client, broker, (chunk) => {
      if (isMqtt === undefined) {
        isMqtt = chunk[0] === CONNECT;
        if (isMqtt) this.connections += 1;
      }
      if (isMqtt) published.push(chunk);
    });
    this.#pass(broker, client, (chunk) => confirmed.push(chunk));
    if (this.#stalled) this.stall();
    for (const socket of pair) {
      socket.once('close', () => {
        if (client.closed && broker.closed) this.#pairs.delete(pair);
      });
    }
    client.once('close', () => {
      const unread = traffic.confirmed.filter(({ at }) => performance.now() - at < UNREAD_MS);
      for (const reading of traffic.inFlight.values()) this.#unconfirmed.add(reading);
      for (const { reading } of unread) this.#unconfirmed.add(reading);
    });
  }

  #pass(from: Socket, to: Socket, readAlong: (chunk: Buffer) => void): void {
    from.on('data', (chunk) => {
      // What comes after the other side has gone arrives nowhere.
      if (!to.writable) return;
      readAlong(chunk);
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => {
      if (!this.#stalled) from.resume();
    });
    from.once('end', () => to.end());
    // It ends with "close", which follows.
    from.once('error', () => {});
    from.once('close', () => {
      // Ended in good order, so that what was passed on before is still read: a reset would take it away. And read on,
      // though all is stalled, to see it close.
      to.end();
      to.resume();
    });
  }

  #notePublish({ inFlight }: Traffic, first: number, body: Buffer): void {
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

  #noteConfirmation({ inFlight, confirmed }: Traffic, first: number, body: Buffer): void {
    const id = readPuback(first, body);
    const reading = id === undefined ? undefined : inFlight.get(id);
    if (id === undefined || reading === undefined) return;
    inFlight.delete(id);
    this.#unconfirmed.delete(reading);
    confirmed.push({ reading, at: performance.now() });
    if (confirmed.length > 2 * MOST_CONFIRMED) confirmed.splice(0, MOST_CONFIRMED);
  }
}

/** Opens a tap in front of a broker. */
export async function startTap(atEnd: AtEnd, brokerPort: number): Promise<Tap> {
  const tap = new Tap(brokerPort);
  atEnd(() => tap.close());
  await tap.open();
  return tap;
}

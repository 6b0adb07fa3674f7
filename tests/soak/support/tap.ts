/**
 * A tap between a client and its broker: relays TCP, reads publications and acknowledgments, and can be cut, stalled or
 * closed. MQTT 3.1 and 3.1.1, QoS 1.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AtEnd } from '../../support/ends.ts';
import { freePort } from '../../support/free-port.ts';
import { PacketSplitter, readPuback, readPublish } from './packets.ts';

/**
 * Time before the end of a connection in which an acknowledgment may be lost with it, in milliseconds, since the time
 * of reading is unknown.
 */
const UNREAD_MS = 1000;

/** More acknowledgments than can arrive in that time. */
const MOST_CONFIRMED = 200_000;

/** The first byte of an MQTT connection (MQTT 3.1.1, 3.1.1). */
const CONNECT = 0x10;

/** The state of one connection. */
interface Traffic {
  /** By packet id. */
  inFlight: Map<number, string>;
  /** The newest acknowledgments, oldest first. */
  confirmed: { reading: string; at: number }[];
}

export class Tap {
  readonly #brokerPort: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #sent = new Set<string>();
  /** Sent in a connection that ended before their acknowledgment was certainly read, and not acknowledged since. */
  readonly #unconfirmed = new Set<string>();
  #server: Server | undefined;
  #port = 0;
  #stalled = false;
  /** MQTT connections so far. */
  connections = 0;
  /** Number of repetitions of readings. */
  repeats = 0;
  /** Readings repeated although the broker's acknowledgment passed here in time. */
  readonly needless: string[] = [];
  /** Maximum number of readings in flight. */
  mostInFlight = 0;

  constructor(brokerPort: number) {
    this.#brokerPort = brokerPort;
  }

  /** The port for clients, unchanged by `close` and `open`. */
  get port(): number {
    return this.#port;
  }

  /** Lets clients connect. */
  async open(): Promise<void> {
    if (this.#server) return;
    // Outside the system's range, so that no connection receives it while it is closed.
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

  /** Cuts every connection. */
  cut(): void {
    this.#stalled = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  /** Stops both directions until `resume`. Connections stay open. */
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
    /** Connections that only probe for TLS are not parsed. */
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
      // Data after the other side has closed is discarded.
      if (!to.writable) return;
      readAlong(chunk);
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => {
      if (!this.#stalled) from.resume();
    });
    from.once('end', () => to.end());
    // "close" follows and ends it.
    from.once('error', () => {});
    from.once('close', () => {
      // Ended gracefully, since a reset would discard relayed data. Reading continues even while stalled, to notice the
      // close.
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

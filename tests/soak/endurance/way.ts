/** A tap before a broker that records subscriptions and acknowledged readings. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { AtEnd } from '../../support/ends.ts';
import { PacketSplitter, readPuback, readPublish } from '../support/packets.ts';

/** Times of `performance.now()`, in milliseconds. */
export interface Stretch {
  from: number;
  to: number;
}

/** A reading that one side sent and the other acknowledged (QoS 1), after the status of its device. */
export interface Confirmed {
  payload: string;
  sentAt: number;
  confirmedAt: number;
}

/** The first bytes of an MQTT connection from either side: CONNECT and CONNACK (MQTT 3.1.1, 3.1.1 and 3.2.1). */
const BEGINNINGS: ReadonlySet<number | undefined> = new Set([0x10, 0x20]);

/** The high half of the first byte of SUBACK (MQTT 3.1.1, 3.9.1). */
const SUBACK = 9;

/** The retain bit of a message (MQTT 3.1.1, 3.3.1.3). */
const RETAINED = 1;

/** Unacknowledged messages of one side of a connection. */
class Waiting {
  /** Readings by packet id. */
  readonly #readings = new Map<number, Omit<Confirmed, 'confirmedAt'>>();
  /** The newest payload of each status topic. */
  readonly #status = new Map<string, string>();

  note(first: number, body: Buffer): void {
    const packet = readPublish(first, body);
    if (!packet) return;
    const { topic, payload, id } = packet;
    if (topic.endsWith('/status')) this.#status.set(topic, payload);
    else if (id !== undefined && (first & RETAINED) === 0 && topic.endsWith('/measurement') && this.#isKnown(topic)) {
      this.#readings.set(id, { payload, sentAt: performance.now() });
    }
  }

  settle(confirmed: Confirmed[], first: number, body: Buffer): void {
    const id = readPuback(first, body);
    const reading = id === undefined ? undefined : this.#readings.get(id);
    if (id === undefined || !reading) return;
    this.#readings.delete(id);
    confirmed.push({ ...reading, confirmedAt: performance.now() });
  }

  /** The remote must be online and have sent the status of the device: late readings may follow (docs/mqtt.md). */
  #isKnown(topic: string): boolean {
    const [name, serial] = topic.split('/');
    return this.#status.get(`${name}/status`) === 'online' && this.#status.has(`${name}/${serial}/status`);
  }
}

export class Way {
  /** From the acknowledgment of a subscription to the end of its connection. */
  readonly subscriptions: Stretch[] = [];
  /** Readings that clients sent and the broker acknowledged. */
  readonly sent: Confirmed[] = [];
  /** Readings that the broker sent and clients acknowledged. */
  readonly received: Confirmed[] = [];
  readonly #to: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(to: number) {
    this.#to = to;
    this.#server = createServer((client) => this.#relay(client));
  }

  /** @param to the broker's port on 127.0.0.1 */
  static async open(atEnd: AtEnd, to: number): Promise<Way> {
    const way = new Way(to);
    way.#server.listen(0, '127.0.0.1');
    await once(way.#server, 'listening');
    atEnd(async () => {
      way.#server.close();
      for (const socket of way.#sockets) socket.destroy();
    });
    return way;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #relay(client: Socket): void {
    const broker = connect({ host: '127.0.0.1', port: this.#to, noDelay: true });
    client.setNoDelay(true);
    const [up, down] = [new Waiting(), new Waiting()];
    let subscription: Stretch | undefined;
    pass(client, broker, (first, body) => {
      up.note(first, body);
      down.settle(this.received, first, body);
    });
    pass(broker, client, (first, body) => {
      down.note(first, body);
      up.settle(this.sent, first, body);
      if (first >> 4 !== SUBACK || subscription) return;
      subscription = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      this.subscriptions.push(subscription);
    });
    for (const socket of [client, broker]) {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        if (subscription) subscription.to = Math.min(subscription.to, performance.now());
      });
    }
  }
}

function pass(from: Socket, to: Socket, onPacket: (first: number, body: Buffer) => void): void {
  const packets = new PacketSplitter(onPacket);
  /** Connections that only probe for TLS are not parsed. */
  let isMqtt: boolean | undefined;
  from.on('data', (chunk) => {
    isMqtt ??= BEGINNINGS.has(chunk[0]);
    if (isMqtt) packets.push(chunk);
  });
  from.pipe(to);
  // "close" follows and ends it.
  from.once('error', () => {});
  from.once('close', (hadError) => {
    if (hadError) to.resetAndDestroy();
    else to.end();
  });
}

/** A way to a broker on which it is seen what passes: when there is a subscription, and which readings were confirmed. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { AtEnd } from '../../support/ends.ts';
import { PacketSplitter, readPuback, readPublish } from '../support/packets.ts';

/** Times of `performance.now()`, in milliseconds. */
export interface Stretch {
  from: number;
  to: number;
}

/** A reading that one side sent and the other confirmed (QoS 1), after it was said whether its instrument is there. */
export interface Confirmed {
  payload: string;
  sentAt: number;
  confirmedAt: number;
}

/** The first bytes of an MQTT connection from either side: CONNECT and CONNACK (MQTT 3.1.1, 3.1.1 and 3.2.1). */
const BEGINNINGS: ReadonlySet<number | undefined> = new Set([0x10, 0x20]);

/** The high half of the first byte of SUBACK (MQTT 3.1.1, 3.9.1). */
const SUBACK = 9;

/** The bit of a message that the broker kept (MQTT 3.1.1, 3.3.1.3). */
const RETAINED = 1;

/** What one side of a connection sent and the other has not confirmed. */
class Waiting {
  /** Readings by packet id. */
  readonly #readings = new Map<number, Omit<Confirmed, 'confirmedAt'>>();
  /** The last word of each topic of status. */
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

  /** The Mensura must be there, and have said whether the instrument is: what waited may come once it is not (docs/mqtt.md). */
  #isKnown(topic: string): boolean {
    const [name, serial] = topic.split('/');
    return this.#status.get(`${name}/status`) === 'online' && this.#status.has(`${name}/${serial}/status`);
  }
}

export class Way {
  /** From the confirmation of a subscription to the end of its connection. */
  readonly subscriptions: Stretch[] = [];
  /** What clients sent and the broker confirmed. */
  readonly sent: Confirmed[] = [];
  /** What the broker sent and clients confirmed. */
  readonly received: Confirmed[] = [];
  readonly #to: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(to: number) {
    this.#to = to;
    this.#server = createServer((client) => this.#relay(client));
  }

  /** @param to a port of 127.0.0.1, where the broker is */
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
  /** Whoever only looks whether the port speaks TLS is not read along. */
  let isMqtt: boolean | undefined;
  from.on('data', (chunk) => {
    isMqtt ??= BEGINNINGS.has(chunk[0]);
    if (isMqtt) packets.push(chunk);
  });
  from.pipe(to);
  // It ends with "close", which follows.
  from.once('error', () => {});
  from.once('close', (hadError) => {
    if (hadError) to.resetAndDestroy();
    else to.end();
  });
}

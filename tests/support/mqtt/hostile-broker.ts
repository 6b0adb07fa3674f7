/** A broker that means harm: it lets everyone in as it should, and then sends packets without an end. */
import { setImmediate as turn } from 'node:timers/promises';
import { startServer } from './strangers.ts';

export type Version = 3 | 4 | 5;

export interface HostileBrokerOptions {
  version: Version;
  /** When the flood begins: once the client is let in, once it subscribed, or once it published a message with QoS 2. */
  after: 'connect' | 'subscribe' | 'publish';
  /**
   * The next bytes of the flood; undefined when it is over.
   * @param index from 0 on in each connection
   * @param begun what the client sent when it began
   */
  next(index: number, begun: Buffer): Uint8Array | undefined;
  /** Takes nothing from the client once the flood begins. */
  deaf?: boolean;
  /** Sends the flood piece by piece, each in a turn of its own. */
  dribbles?: boolean;
}

export interface HostileBroker {
  port: number;
  /** Connections that were let in. */
  readonly connections: number;
  /** Bytes of the flood on all connections, those in this process's own buffers included. */
  readonly sent: number;
  /** What the clients sent after the flood began, by connection, in hexadecimal. */
  readonly received: readonly string[];
}

/** Packet types, by the event that begins the flood. */
const TYPES = { connect: 1, publish: 3, subscribe: 8 } as const;

/** A remaining length (MQTT 5.0, 1.5.5). */
function lengthOf(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...lengthOf(Math.floor(value / 128))];
}

/** A packet with its fixed header. @param first its type and flags */
export function packet(first: number, ...parts: (number[] | Uint8Array)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
  return Buffer.concat([Uint8Array.from([first, ...lengthOf(body.length)]), body]);
}

/** PUBLISH with QoS 2 to the topic `a`. @param id 1 to 65535 */
export function publishQos2(version: Version, id: number, payload: Uint8Array): Buffer {
  return packet(0x34, [0, 1, 0x61, id >> 8, id & 0xff, ...(version === 5 ? [0] : [])], payload);
}

/** Its sockets are ended at the end of the test file. */
export async function startHostileBroker(options: HostileBrokerOptions): Promise<HostileBroker> {
  const { version, after, next, deaf, dribbles } = options;
  const properties = version === 5 ? [0] : [];
  const received: string[] = [];
  let sent = 0;
  const port = await startServer((socket) => {
    const connection = received.push('') - 1;
    let index = 0;
    let begun: Buffer | undefined;
    const write = (): boolean => {
      const bytes = socket.destroyed || !begun ? undefined : next(index, begun);
      index += 1;
      sent += bytes?.length ?? 0;
      return bytes !== undefined && socket.write(bytes);
    };
    const flood = async (): Promise<void> => {
      while (write()) if (dribbles) await turn();
    };
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => {
      if (begun) {
        received[connection] += bytes.toString('hex');
        return;
      }
      const type = (bytes[0] ?? 0) >> 4;
      if (type === TYPES.connect) socket.write(packet(0x20, [0, 0, ...properties]));
      // Where it stands in the packet, the client's number is the one that is answered.
      if (type === TYPES.subscribe) socket.write(packet(0x90, [bytes[2] ?? 0, bytes[3] ?? 0, ...properties, 1]));
      if (type !== TYPES[after]) return;
      begun = bytes;
      if (deaf) socket.pause();
      socket.on('drain', () => void flood());
      void flood();
    });
  });
  return {
    port,
    received,
    get connections() {
      return received.length;
    },
    get sent() {
      return sent;
    },
  };
}

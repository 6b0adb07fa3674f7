/** The part of MQTT 3.1.1 that the tap needs, independent of the product. */

/** Splits a byte stream into control packets (MQTT 3.1.1, 2.2): first byte, and body after the length. */
export class PacketSplitter {
  readonly #onPacket: (first: number, body: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onPacket: (first: number, body: Buffer) => void) {
    this.#onPacket = onPacket;
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let start = 0;
    for (;;) {
      const head = readHead(bytes, start);
      if (!head || head.end > bytes.length) break;
      this.#onPacket(bytes[start] ?? 0, bytes.subarray(head.begin, head.end));
      start = head.end;
    }
    this.#rest = bytes.subarray(start);
  }
}

/** Start and end of the body of the packet at `start`; undefined while its length is incomplete. */
function readHead(bytes: Buffer, start: number): { begin: number; end: number } | undefined {
  let length = 0;
  for (let place = 0; place < 4; place += 1) {
    const byte = bytes[start + 1 + place];
    if (byte === undefined) return undefined;
    length += (byte & 127) * 128 ** place;
    if (byte < 128) return { begin: start + 2 + place, end: start + 2 + place + length };
  }
  throw new Error('This is not MQTT: a packet has a length of more than four bytes.');
}

export interface PublishPacket {
  topic: string;
  payload: string;
  /** Undefined with QoS 0. */
  id: number | undefined;
}

/** Reads a PUBLISH (3.3); undefined for any other packet. */
export function readPublish(first: number, body: Buffer): PublishPacket | undefined {
  if (first >> 4 !== 3) return undefined;
  const topicEnd = 2 + body.readUInt16BE(0);
  const withId = ((first >> 1) & 3) > 0;
  return {
    topic: body.toString('utf8', 2, topicEnd),
    payload: body.toString('utf8', topicEnd + (withId ? 2 : 0)),
    id: withId ? body.readUInt16BE(topicEnd) : undefined,
  };
}

/** The packet ID that a PUBACK (3.4) acknowledges; undefined for any other packet. */
export function readPuback(first: number, body: Buffer): number | undefined {
  return first >> 4 === 4 ? body.readUInt16BE(0) : undefined;
}

/** Packet identifiers of unfinished incoming QoS 2 messages: MQTT 5.0, 4.3.3, method B. */
import { type IPublishPacket, Store } from 'mqtt';

export interface IncomingIdsOptions {
  /** Maximum number of identifiers, 0 or more. */
  limit: number;
  /** Called once per message, however often the broker repeats it, before it is acknowledged. */
  onMessage(message: IPublishPacket): void;
  /** Called beyond the limit: end the connection. Without a callback, the library processes nothing further. */
  onFull(): void;
}

/** Stores only identifiers. The library's own store holds whole messages until the broker finishes them. */
export class IncomingIds extends Store {
  readonly #options: IncomingIdsOptions;
  readonly #ids = new Set<number>();

  constructor(options: IncomingIdsOptions) {
    super();
    this.#options = options;
  }

  /** Identifiers stored. */
  get size(): number {
    return this.#ids.size;
  }

  override put(...[packet, done]: Parameters<Store['put']>): this {
    const { messageId = 0 } = packet;
    const { limit, onMessage, onFull } = this.#options;
    const isNew = !this.#ids.has(messageId);
    if (isNew && this.#ids.size >= limit) {
      onFull();
      return this;
    }
    this.#ids.add(messageId);
    if (isNew && packet.cmd === 'publish') onMessage(packet);
    // On PUBREL, the library emits the stored message again, here an empty one.
    return super.put({ cmd: 'publish', messageId, topic: '', payload: '', qos: 2, dup: false, retain: false }, done);
  }

  override del(...[packet, done]: Parameters<Store['del']>): this {
    this.#ids.delete(packet.messageId ?? 0);
    return super.del(packet, done);
  }
}

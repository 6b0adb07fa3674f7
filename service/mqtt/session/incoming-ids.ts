/** The packet identifiers of messages with QoS 2 that came and are not finished: MQTT 5.0, 4.3.3, method B. */
import { type IPublishPacket, Store } from 'mqtt';

export interface IncomingIdsOptions {
  /** Most identifiers at a time, 0 or more. */
  limit: number;
  /** Called once for each message, however often the broker repeats it, before the broker is told that it came. */
  onMessage(message: IPublishPacket): void;
  /** One more came, and the connection is to be ended. The library gets no answer, so it handles nothing after it. */
  onFull(): void;
}

/** Stores identifiers alone. The library's own store has every message, whole, until the broker finishes it. */
export class IncomingIds extends Store {
  readonly #options: IncomingIdsOptions;
  readonly #ids = new Set<number>();

  constructor(options: IncomingIdsOptions) {
    super();
    this.#options = options;
  }

  /** Identifiers that are stored now. */
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
    // With PUBREL the library tells of it once more, as of a message without contents.
    return super.put({ cmd: 'publish', messageId, topic: '', payload: '', qos: 2, dup: false, retain: false }, done);
  }

  override del(...[packet, done]: Parameters<Store['del']>): this {
    this.#ids.delete(packet.messageId ?? 0);
    return super.del(packet, done);
  }
}

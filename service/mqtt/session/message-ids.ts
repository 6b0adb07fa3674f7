import { type IClientOptions, type IPublishPacket, type IStore, type Packet, Store } from 'mqtt';

/** Receives the result of a message; without a packet, the connection ended first. */
export type OnAcknowledged = (error: Error | null | undefined, packet?: Packet) => void;

/** The state that outlives a connection: messages in flight, by packet identifier. */
export interface InFlightState {
  readonly ids: MessageIds;
  /** Where the library stores unacknowledged messages. */
  readonly store: IStore;
  /** Packet identifiers left by an earlier connection. The library repeats these messages first. */
  readonly carried: Iterable<number>;
  readonly onAcknowledged: OnAcknowledged;
  /** The broker has no session: nothing is carried over, and `store` is replaced. */
  reset(): void;
}

interface IncomingIdsOptions {
  /** Maximum number of identifiers, 0 or more. */
  limit: number;
  /** Called once per message, however often the broker repeats it, before it is acknowledged. */
  onMessage(message: IPublishPacket): void;
  /** Called beyond the limit: end the connection. Without a callback, the library processes nothing further. */
  onFull(): void;
}

/**
 * Packet identifiers of unfinished incoming QoS 2 messages (MQTT 5.0, 4.3.3, method B). Stores only identifiers: the
 * library's own store holds whole messages until the broker finishes them.
 */
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

type Provider = NonNullable<IClientOptions['messageIdProvider']>;

/** The largest packet identifier; 0 is none (MQTT 5.0, 2.2.1). */
const LARGEST = 65_535;

/**
 * Packet identifiers across all connections of a session. They start at random: a broker may hold identifiers of an
 * earlier run and would take a new message with one of them for a duplicate.
 */
export class MessageIds implements Provider {
  readonly #inUse: (id: number) => boolean;
  #last = Math.floor(Math.random() * LARGEST);

  /** @param inUse never true for all identifiers, which the session ensures */
  constructor(inUse: (id: number) => boolean) {
    this.#inUse = inUse;
  }

  allocate(): number {
    do this.#last = (this.#last % LARGEST) + 1;
    while (this.#inUse(this.#last));
    return this.#last;
  }

  getLastAllocated(): number {
    return this.#last;
  }

  /** A repeated message keeps its identifier on a new connection. */
  register(): boolean {
    return true;
  }

  deallocate(): void {
    // The owner of `inUse` releases identifiers.
  }

  clear(): void {
    // A new connection does not change the identifiers in use.
  }
}

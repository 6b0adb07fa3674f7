/** Takes messages from the sources and delivers them at the rate of the broker's acknowledgments. */
import { Store } from 'mqtt';
import type { Logger } from '../../support/logger.ts';
import type { DeliveryOutcome, MessageSource, PublishRequest } from '../types.ts';
import type { BrokerCapabilities } from './broker-capabilities.ts';
import type { Connection } from './connection.ts';
import { type InFlightState, MessageIds, type OnAcknowledged } from './message-ids.ts';
import { sizeError } from './packet-size.ts';
import { isSameMessage, type SuspectState } from './poison-message-detector.ts';
import { PACKET_ID_UNKNOWN, publishRefusal, QUOTA_EXCEEDED } from './reason-codes.ts';

/** Stores messages in flight beyond a connection, and marks them as duplicates (MQTT 5.0, 3.3.1.1). */
class RedeliveryStore extends Store {
  /** The packet is the library's copy, which is only sent on the next connection. */
  override put(...[packet, done]: Parameters<Store['put']>): this {
    if (packet.cmd === 'publish') packet.dup = true;
    return super.put(packet, done);
  }
}

const DELIVERED: DeliveryOutcome = { kind: 'delivered' };

type FlowConnection = Pick<Connection, 'full' | 'publish'>;

interface OnItsWay {
  message: PublishRequest;
  source: MessageSource;
}

export interface FlowOptions {
  /** Asked in this order, each time. */
  sources: readonly MessageSource[];
  /** Maximum messages in flight, if the broker allows as many. */
  window: number;
  /** Messages sent before yielding to the event loop. */
  batch: number;
  /** Carry messages in flight over to the next connection. */
  carry: boolean;
  /** The broker temporarily refuses messages; give up the connection and retry. @param code reason code */
  onRefused(code: number): void;
  logger: Logger;
}

export class DeliveryWindow implements InFlightState {
  readonly #options: FlowOptions;
  /** By packet identifier, in sending order. */
  readonly #onTheirWay = new Map<number, OnItsWay>();
  readonly #reported = new Set<number | 'size'>();
  #sources: readonly MessageSource[] = [];
  #store: Store = new Store();
  #connection: FlowConnection | undefined;
  #grant: BrokerCapabilities | undefined;
  #window = 0;
  /** A message was acknowledged on this connection. */
  #hasAcknowledged = false;
  /** Until it is settled, messages are sent one at a time. */
  #suspect: PublishRequest | undefined;
  #next: NodeJS.Immediate | undefined;
  #idle: (() => void) | undefined;
  #mustRewind = false;
  readonly ids = new MessageIds((id) => this.#onTheirWay.has(id));

  constructor(options: FlowOptions) {
    this.#options = options;
  }

  get store(): Store {
    return this.#store;
  }

  get carried(): Iterable<number> {
    return this.#onTheirWay.keys();
  }

  start(): void {
    this.#store = this.#newStore();
    this.#sources = this.#options.sources;
    for (const source of this.#sources) source.onReady = this.wake;
  }

  open(connection: FlowConnection, grant: BrokerCapabilities): void {
    this.#connection = connection;
    this.#grant = grant;
    this.#reported.clear();
    this.#hasAcknowledged = false;
    this.#setWindow();
    this.wake();
  }

  /** The oldest message in flight; undefined if there is none, or if it is carried over to the next connection. */
  get oldestInFlight(): SuspectState | undefined {
    const [oldest] = this.#options.carry ? [] : this.#onTheirWay.values();
    const isAlone = this.#onTheirWay.size === 1;
    return oldest && { message: oldest.message, hasAcknowledged: this.#hasAcknowledged, isAlone };
  }

  /**
   * Connections ended on this message, or on one sent with it: until it is settled or `trust` is called, messages are
   * sent one at a time. Undefined: none is suspected.
   */
  suspect(message: PublishRequest | undefined): void {
    this.#suspect = message;
  }

  /** The connection is stable: use the full window again. */
  trust(): void {
    if (!this.#suspect) return;
    this.#suspect = undefined;
    this.#setWindow();
    this.wake();
  }

  /** Settles the oldest message in flight without sending it again. */
  refuseOldest(text: string): void {
    const [oldest] = this.#onTheirWay;
    if (!oldest) return;
    const [id, entry] = oldest;
    this.#onTheirWay.delete(id);
    entry.source.settle(entry.message, { kind: 'refused', text });
  }

  /** The connection ended. */
  close(): void {
    // Before it was open, nothing was taken.
    if (!this.#connection) return;
    this.#disconnect();
    if (!this.#options.carry || this.#mustRewind) this.#rewind();
    this.#idle?.();
  }

  /** Sends only these, nothing more from the sources; resolves when all are acknowledged or nothing can be sent. */
  async finish(messages: readonly PublishRequest[]): Promise<void> {
    const waiting = [...messages];
    // Final messages are not repeated, and nothing waits for the result of a single one.
    this.#sources = [{ take: () => waiting.shift(), settle: () => {}, rewind: () => {}, onReady: undefined }];
    if (!this.#connection) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    this.wake();
    await promise;
  }

  /** Returns all unacknowledged messages to their sources. */
  end(): void {
    this.#disconnect();
    for (const source of this.#options.sources) source.onReady = undefined;
    this.#rewind();
    this.#sources = [];
  }

  reset(): void {
    if (this.#onTheirWay.size > 0) this.#rewind();
  }

  /** Messages in flight must be taken again. */
  #rewind(): void {
    this.#mustRewind = false;
    this.#onTheirWay.clear();
    this.#store = this.#newStore();
    for (const source of this.#options.sources) source.rewind();
  }

  /** There may be messages to send, or room for them. */
  readonly wake = (): void => {
    if (this.#connection) this.#next ??= setImmediate(this.#send);
  };

  readonly onAcknowledged: OnAcknowledged = (error, packet) => {
    const id = packet?.messageId;
    const entry = id === undefined ? undefined : this.#onTheirWay.get(id);
    // Without a packet the connection ended: the message is carried over or taken again.
    if (id === undefined || !entry) return;
    const code = (error as { code?: number } | null)?.code;
    if (code === QUOTA_EXCEEDED) {
      // The message stays queued for the next connection. The library has discarded it, so all messages start over.
      this.#mustRewind = true;
      return this.#options.onRefused(code);
    }
    this.#onTheirWay.delete(id);
    const refused = error && code !== undefined && code !== PACKET_ID_UNKNOWN;
    if (refused) this.#refuse(entry, publishRefusal(code), code);
    else entry.source.settle(entry.message, DELIVERED);
    this.#hasAcknowledged = true;
    if (this.#suspect && isSameMessage(entry.message, this.#suspect)) this.trust();
    this.wake();
  };

  readonly #send = (): void => {
    this.#next = undefined;
    const { batch } = this.#options;
    for (let sent = 0; sent < batch; sent += 1) {
      // An acknowledgment or the socket wakes it again.
      if (!this.#connection || this.#onTheirWay.size >= this.#window || this.#connection.full) return;
      if (!this.#sendNext()) return;
    }
    this.wake();
  };

  /** @returns whether there was something to send */
  #sendNext(): boolean {
    for (const source of this.#sources) {
      const message = source.take();
      if (!message) continue;
      this.#publish(message, source);
      return true;
    }
    if (this.#onTheirWay.size === 0) this.#idle?.();
    return false;
  }

  #publish(message: PublishRequest, source: MessageSource): void {
    const connection = this.#connection;
    const grant = this.#grant;
    if (!connection || !grant) return;
    const problem = sizeError(message, grant.maximumPacketSize);
    if (problem) return this.#refuse({ message, source }, problem, 'size');
    const qos = Math.min(message.qos, grant.maximumQos) as 0 | 1 | 2;
    const id = connection.publish(message, qos, message.retain && grant.retain);
    // At most once, whatever the result.
    if (id === 0) source.settle(message, DELIVERED);
    else this.#onTheirWay.set(id, { message, source });
  }

  /** @param reason reported once per connection: it may apply to every message */
  #refuse({ message, source }: OnItsWay, text: string, reason: number | 'size'): void {
    if (!this.#reported.has(reason)) this.#options.logger.warn(`rejected message on ${message.topic}: ${text}`);
    this.#reported.add(reason);
    source.settle(message, { kind: 'refused', text });
  }

  #setWindow(): void {
    this.#window = this.#suspect ? 1 : Math.min(this.#options.window, this.#grant?.receiveMaximum ?? 1);
  }

  #disconnect(): void {
    this.#connection = undefined;
    clearImmediate(this.#next);
    this.#next = undefined;
  }

  #newStore(): Store {
    return this.#options.carry ? new RedeliveryStore() : new Store();
  }
}

/** Takes messages from the sources and has them delivered, as fast as the broker confirms. */
import { Store } from 'mqtt';
import type { Logger } from '../../support/logger.ts';
import type { DeliveryOutcome, MessageSource, PublishRequest } from '../types.ts';
import type { BrokerCapabilities } from './broker-capabilities.ts';
import type { Connection } from './connection.ts';
import type { InFlightState, OnAcknowledged } from './in-flight-state.ts';
import { MessageIds } from './message-ids.ts';
import { sizeError } from './packet-size.ts';
import { isSameMessage, type Unconfirmed } from './poison-message-detector.ts';
import { PACKET_ID_UNKNOWN, publishRefusal, QUOTA_EXCEEDED } from './reason-codes.ts';

/** A source of a few messages, each given once. */
class StaticMessageSource implements MessageSource {
  readonly #words: PublishRequest[];
  onReady: (() => void) | undefined;

  constructor(words: readonly PublishRequest[]) {
    this.#words = [...words];
  }

  take(): PublishRequest | undefined {
    return this.#words.shift();
  }

  settle(): void {
    // Nobody waits for the outcome of a single one.
  }

  rewind(): void {
    // Last words are not repeated.
  }
}

/** Keeps what is on its way over the end of a connection, and marks it as a repetition (MQTT 5.0, 3.3.1.1). */
class RedeliveryStore extends Store {
  /** The packet is the library's copy, which is sent on the next connection alone. */
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
  /** Most messages on their way at a time, as far as the broker grants as many. */
  window: number;
  /** Most messages that are sent before others of this process get their turn. */
  batch: number;
  /** What is on its way is carried over from one connection to the next. */
  carry: boolean;
  /** The broker cannot take more for now; the connection is to be given up and tried again. @param code reason code */
  onRefused(code: number): void;
  logger: Logger;
}

export class DeliveryWindow implements InFlightState {
  readonly #options: FlowOptions;
  /** By number, in the order of sending. */
  readonly #onTheirWay = new Map<number, OnItsWay>();
  readonly #reported = new Set<number | 'size'>();
  #sources: readonly MessageSource[] = [];
  #store: Store = new Store();
  #connection: FlowConnection | undefined;
  #grant: BrokerCapabilities | undefined;
  #window = 0;
  /** Something was confirmed on this connection. */
  #hasConfirmed = false;
  /** Until this is through, one message at a time is sent. */
  #suspect: PublishRequest | undefined;
  #next: NodeJS.Immediate | undefined;
  #idle: (() => void) | undefined;
  #startOver = false;
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

  /** A connection is there. */
  open(connection: FlowConnection, grant: BrokerCapabilities): void {
    this.#connection = connection;
    this.#grant = grant;
    this.#reported.clear();
    this.#hasConfirmed = false;
    this.#setWindow();
    this.wake();
  }

  /** The oldest message on its way; undefined where there is none, or where it is carried over to the next connection. */
  get unconfirmed(): Unconfirmed | undefined {
    const [oldest] = this.#options.carry ? [] : this.#onTheirWay.values();
    const isAlone = this.#onTheirWay.size === 1;
    return oldest && { message: oldest.message, hasConfirmed: this.#hasConfirmed, isAlone };
  }

  /**
   * Connections ended on this message, which may be its fault or that of what was sent with it: until it is
   * through, or until `trust`, each message waits for the one before it. Undefined where there is none to suspect.
   */
  suspect(message: PublishRequest | undefined): void {
    this.#suspect = message;
  }

  /** The connection holds: as many messages as may be are on their way again. */
  trust(): void {
    if (!this.#suspect) return;
    this.#suspect = undefined;
    this.#setWindow();
    this.wake();
  }

  /** The oldest message on its way is not sent again. */
  refuseOldest(text: string): void {
    const [oldest] = this.#onTheirWay;
    if (!oldest) return;
    const [id, entry] = oldest;
    this.#onTheirWay.delete(id);
    entry.source.settle(entry.message, { kind: 'refused', text });
  }

  /** It is gone. */
  close(): void {
    // Before it was open, nothing was taken.
    if (!this.#connection) return;
    this.#disconnect();
    if (!this.#options.carry || this.#startOver) this.#rewind();
    this.#idle?.();
  }

  /** Nothing is taken from the sources any more, but these are sent; resolves when all is confirmed, or nothing can be. */
  async finish(words: readonly PublishRequest[]): Promise<void> {
    this.#sources = [new StaticMessageSource(words)];
    if (!this.#connection) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    this.wake();
    await promise;
  }

  /** Gives everything back that was not confirmed. */
  end(): void {
    this.#disconnect();
    for (const source of this.#options.sources) source.onReady = undefined;
    this.#rewind();
    this.#sources = [];
  }

  forget(): void {
    if (this.#onTheirWay.size > 0) this.#rewind();
  }

  /** What was on its way is to be taken again. */
  #rewind(): void {
    this.#startOver = false;
    this.#onTheirWay.clear();
    this.#store = this.#newStore();
    for (const source of this.#options.sources) source.rewind();
  }

  /** There may be something to send, or room to send it. */
  readonly wake = (): void => {
    if (this.#connection) this.#next ??= setImmediate(this.#send);
  };

  readonly onAnswer: OnAcknowledged = (error, packet) => {
    const id = packet?.messageId;
    const entry = id === undefined ? undefined : this.#onTheirWay.get(id);
    // Without a packet the connection ended: what was on its way is carried over, or taken again.
    if (id === undefined || !entry) return;
    const code = (error as { code?: number } | null)?.code;
    if (code === QUOTA_EXCEEDED) return this.#giveUp(code);
    this.#onTheirWay.delete(id);
    const refused = error && code !== undefined && code !== PACKET_ID_UNKNOWN;
    if (refused) this.#refuse(entry, publishRefusal(code), code);
    else entry.source.settle(entry.message, DELIVERED);
    this.#hasConfirmed = true;
    if (this.#suspect && isSameMessage(entry.message, this.#suspect)) this.trust();
    this.wake();
  };

  readonly #send = (): void => {
    this.#next = undefined;
    const { batch } = this.#options;
    for (let sent = 0; sent < batch; sent += 1) {
      // A confirmation or the socket wakes it again.
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
    // Sent at most once, whatever becomes of it.
    if (id === 0) source.settle(message, DELIVERED);
    else this.#onTheirWay.set(id, { message, source });
  }

  /** @param reason told once per connection: every message may be refused for the same */
  #refuse({ message, source }: OnItsWay, text: string, reason: number | 'size'): void {
    if (!this.#reported.has(reason)) this.#options.logger.warn(`message rejected on ${message.topic}: ${text}`);
    this.#reported.add(reason);
    source.settle(message, { kind: 'refused', text });
  }

  /** The message stays where it is: the next connection brings it again. The library has dropped it, so all start over. */
  #giveUp(code: number): void {
    this.#startOver = true;
    this.#options.onRefused(code);
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

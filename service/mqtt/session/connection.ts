/** One attempt to connect, and the resulting connection. Used once. */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type IConnackPacket, type IDisconnectPacket, MqttClient } from 'mqtt';
import { parseProxy } from '../../contract/index.ts';
import { CertificateError } from '../../secrets/tls-context.ts';
import type { PublishRequest } from '../types.ts';
import { type BrokerCapabilities, parseConnack } from './broker-capabilities.ts';
import { type BrokerEndpoint, brokerAddress, toEndpoint } from './broker-endpoint.ts';
import { type BrokerLink, openLink, openProxySocket } from './broker-link.ts';
import { connectOptions, MAX_UNFINISHED } from './connect-options.ts';
import { certificateFailure, quote, webSocketCause } from './connection-causes.ts';
import type { ConnectionPhase, Failure } from './failure.ts';
import { type Cause, failureOf, isUnexplained } from './failures.ts';
import { InboundRules, tooManyUnfinished, type Violation } from './inbound-rules.ts';
import type { SessionLimits } from './limits.ts';
import { IncomingIds, type InFlightState } from './message-ids.ts';
import { adoptKeepAlive, discardRedelivery, onKeepAliveTimeout, watchRedelivery } from './mqtt-js.ts';
import { probe } from './probe.ts';
import { closedOnSubscribe, limitPacketSize, type SubscribeRequest, subscribe } from './subscribe-request.ts';
import { requestTunnel } from './tunnel.ts';
import { WebSocketStream } from './web-socket/web-socket-stream.ts';

export interface ConnectionOptions {
  target: BrokerEndpoint;
  limits: SessionLimits;
  carrier: InFlightState;
  /** Topics to subscribe to; undefined for a connection that only publishes. */
  reading?: SubscribeRequest | undefined;
  /** The broker accepted, carried-over messages were delivered, and subscriptions are confirmed. */
  onConnected(): void;
  /** The connection ended, at any stage; called once, and not after `abort` or `disconnect`. */
  onEnd(failure: Failure): void;
  /** More can be written after `full`. */
  onDrain(): void;
}

/** DISCONNECT without a reason, the same in all versions (MQTT 5.0, 3.14: remaining length 0). */
const DISCONNECT = Buffer.from([0xe0, 0x00]);

/** Longest pause after a message, in milliseconds: responses to pings wait behind it. */
const MAX_PAUSE_MS = 1000;

/** First bytes of CONNACK and AUTH, the only responses to CONNECT (MQTT 5.0, 3.2 and 3.15). */
const CONNECT_RESPONSES: ReadonlySet<number | undefined> = new Set([0x20, 0xf0]);

/** The phases whose unexplained end a probe of the port may explain. */
const PROBED: ReadonlySet<ConnectionPhase> = new Set(['securing', 'upgrading', 'asking']);

export class Connection {
  readonly #options: ConnectionOptions;
  #socket: Socket | undefined;
  /** The stream of MQTT bytes: the socket, or a WebSocket in it. */
  #link: BrokerLink['stream'] | undefined;
  /** The library's stream: the link, or a filter around it. */
  #stream: Duplex | undefined;
  #client: MqttClient | undefined;
  #phase: ConnectionPhase = 'connecting';
  #grant: BrokerCapabilities | undefined;
  #failure: Failure | undefined;
  #unexplained = false;
  /** A subscription is not confirmed yet. */
  #isAsking = false;
  readonly #rules: InboundRules;
  #timer: NodeJS.Timeout | undefined;
  /** Before the next message is acknowledged and others are read, in milliseconds. */
  #pauseMs = 0;
  #pause: NodeJS.Timeout | undefined;
  #left = false;
  readonly #ended = Promise.withResolvers<void>();
  readonly #probing = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#rules = new InboundRules(options.reading !== undefined, options.target.clientId);
  }

  /** Undefined before the broker accepted. */
  get grant(): BrokerCapabilities | undefined {
    return this.#grant;
  }

  /** For the facts about the remote side; undefined before `start`. */
  get socket(): Socket | undefined {
    return this.#socket;
  }

  /** The socket takes no more data, now or ever; `onDrain` reports when it does again. */
  get full(): boolean {
    return !this.#link?.writable || this.#link.writableNeedDrain;
  }

  start(): void {
    const { target, limits } = this.#options;
    this.#timer = setTimeout(() => this.#end({ kind: 'silence' }), limits.connectTimeoutMs);
    const proxy = parseProxy(target.config.advanced.proxy);
    if (proxy) this.#openTunnel(proxy);
    else this.#begin();
  }

  #openTunnel(proxy: { host: string; port: number }): void {
    const { target } = this.#options;
    this.#phase = 'proxy';
    const socket = openProxySocket(proxy);
    this.#socket = socket;
    const onClose = (): void => void this.#closed();
    socket.on('error', (error) => this.#end({ kind: 'error', error }));
    socket.once('close', onClose);
    requestTunnel(socket, target, brokerAddress(target), {
      onOpen: () => {
        if (this.#hasEnded) return;
        this.#begin(socket, () => socket.off('close', onClose));
      },
      onRefused: (refusal) => this.#end({ kind: 'proxy', ...refusal }),
    });
  }

  /**
   * @param through a connection that leads to the broker already
   * @param release ends the care for it
   */
  #begin(through?: Socket, release?: () => void): void {
    const { target, limits, carrier, reading } = this.#options;
    try {
      const { socket, stream: link } = openLink(target, through);
      release?.();
      const stream = reading ? limitPacketSize(link, reading) : link;
      this.#socket = socket;
      this.#link = link;
      this.#stream = stream;
      this.#listen(socket, link, stream);
      if (through) this.#followTcp();
      // The library's deadline is longer and never applies: ours knows how far the connection came.
      const options = connectOptions(target, reading !== undefined);
      const client = new MqttClient(() => stream, {
        ...options,
        connectTimeout: 2 * limits.connectTimeoutMs,
        messageIdProvider: carrier.ids,
        outgoingStore: carrier.store,
        incomingStore: this.#incomingIds(),
      });
      this.#client = client;
      this.#listenToClient(client);
      watchRedelivery(client, carrier.carried, carrier.onAcknowledged);
      client.connect();
    } catch (error) {
      this.#clearTimer();
      this.fail(error instanceof CertificateError ? certificateFailure(error) : this.#put({ kind: 'error', error }));
    }
  }

  /** `onAcknowledged` of the in-flight state receives the result. @returns packet identifier; 0 with QoS 0 */
  publish({ topic, payload, expiry }: PublishRequest, qos: 0 | 1 | 2, retain: boolean): number {
    const client = this.#client;
    if (!client) return 0;
    const expires = expiry !== undefined && this.#options.target.config.fields.protocol_version === 5;
    const options = expires ? { qos, retain, properties: { messageExpiryInterval: expiry } } : { qos, retain };
    if (qos === 0) {
      client.publish(topic, payload, options);
      return 0;
    }
    client.publish(topic, payload, options, this.#options.carrier.onAcknowledged);
    return client.getLastMessageId();
  }

  /** Given up or closed: ignore later events. */
  get #hasEnded(): boolean {
    return this.#failure !== undefined || this.#left;
  }

  /** Ends the connection for this reason. */
  fail(reason: Failure): void {
    if (this.#hasEnded) return;
    this.#failure = reason;
    if (this.#socket) this.#socket.destroy();
    else this.#options.onEnd(reason);
  }

  /** Closes normally: the broker discards the last will. Resolves when closed. */
  async disconnect(): Promise<void> {
    const socket = this.#socket;
    if (!socket || this.#phase !== 'online' || socket.destroyed) return this.abort();
    this.#left = true;
    this.#stream?.end(DISCONNECT);
    this.#clearTimer();
    this.#timer = setTimeout(() => socket.destroy(), this.#options.limits.closeMs);
    return this.#ended.promise;
  }

  /** Closes at once, at any stage. Resolves when closed. */
  async abort(): Promise<void> {
    this.#left = true;
    this.#probing.abort();
    if (!this.#socket) return;
    this.#socket.destroy();
    await this.#ended.promise;
  }

  #listen(socket: Socket, link: BrokerLink['stream'], stream: Duplex): void {
    socket.once('connect', () => this.#followTcp());
    socket.once('secureConnect', () => this.#followTls());
    if (link instanceof WebSocketStream) {
      link.once('open', () => {
        this.#phase = 'asking';
      });
      link.on('error', (error) => this.#end(webSocketCause(error)));
    }
    stream.on('data', (bytes: Buffer) => this.#onData(bytes));
    link.on('drain', () => {
      this.#rules.drained();
      this.#options.onDrain();
    });
    // Nothing more can arrive, and unwritten data never will.
    stream.on('end', () => this.#end({ kind: 'closed' }));
    socket.on('error', (error) => this.#end({ kind: 'error', error }));
    socket.once('close', () => void this.#closed());
  }

  /** The TCP connection to the broker exists. */
  #followTcp(): void {
    if (this.#options.target.config.fields.ssl) this.#phase = 'securing';
    else this.#followTls();
  }

  readonly #slowDown = (ms: number): void => {
    this.#pauseMs = Math.min(MAX_PAUSE_MS, Math.max(this.#pauseMs, ms));
  };

  /** The connection is as secure as configured. */
  #followTls(): void {
    this.#phase = this.#options.target.config.advanced.transport === 'websocket' ? 'upgrading' : 'asking';
  }

  /** A QoS 2 message counts as received on arrival: the library reports it only when it is finished. */
  #incomingIds(): IncomingIds {
    const { reading } = this.#options;
    const limit = reading ? MAX_UNFINISHED : 0;
    return new IncomingIds({
      limit,
      onMessage: ({ topic, payload, retain }) => {
        if (!this.#hasEnded) {
          const message = { topic, payload: Buffer.from(payload), retained: retain, slowDown: this.#slowDown };
          reading?.onMessage(message);
        }
      },
      onFull: () => this.#forbid(tooManyUnfinished(limit)),
    });
  }

  /** The listeners stay for the client's lifetime: an unhandled error event would end the process. */
  #listenToClient(client: MqttClient): void {
    // The library handles the next packet after `done`: after a failure, none.
    client.handleMessage = (_, done) => {
      const pauseMs = this.#pauseMs;
      this.#pauseMs = 0;
      if (pauseMs > 0) this.#pause = setTimeout(() => !this.#failure && done(), pauseMs);
      else if (!this.#failure) done();
    };
    client.on('packetsend', (packet) => {
      const violation = this.#rules.sent(packet, this.full);
      if (violation) this.#forbid(violation);
    });
    client.on('packetreceive', (packet) => {
      const violation = this.#rules.received(packet);
      if (violation) return this.#forbid(violation);
      if (packet.cmd === 'connack') this.#answered(packet);
      // Carried-over messages are being repeated: allow any time while responses arrive. Not after our DISCONNECT.
      if (this.#phase === 'online' && !this.#left) this.#timer?.refresh();
    });
    client.on('connect', () => this.#accepted(client));
    client.on('disconnect', ({ reasonCode = 0, properties }) => this.#end(this.#brokerCause(reasonCode, properties)));
    client.on('error', (error) => this.#end({ kind: 'error', error }));
    onKeepAliveTimeout(client, () => this.#end({ kind: 'keep-alive' }));
  }

  /** Before the library parses the bytes: another protocol must not be reported as a malformed packet. */
  #onData(bytes: Buffer): void {
    const first = this.#phase === 'asking' && this.#rules.unread === 0;
    const violation = this.#rules.came(bytes.length);
    if (violation && this.#phase === 'online') this.#forbid(violation);
    else if (violation || (first && !CONNECT_RESPONSES.has(bytes[0]))) this.#end({ kind: 'bytes', bytes });
  }

  /** Ends the connection for the broker's violation. In MQTT 5, the broker is sent the reason if possible. */
  #forbid(violation: Violation): void {
    if (this.#hasEnded) return;
    const isReported = this.#phase === 'online' && this.#options.target.config.fields.protocol_version === 5;
    if (isReported) this.#stream?.write(Buffer.from([0xe0, 1, violation.reasonCode]));
    this.#end({ kind: 'violation', violation });
  }

  /** Before the library processes CONNACK, so that it uses the values set here. */
  #answered(packet: IConnackPacket): void {
    if (this.#hasEnded) return;
    const { target, carrier } = this.#options;
    const { protocol_version } = target.config.fields;
    const code = (protocol_version === 5 ? packet.reasonCode : packet.returnCode) ?? 0;
    if (code !== 0) return this.#end(this.#brokerCause(code, packet.properties));
    this.#phase = 'online';
    this.#grant = parseConnack(packet, protocol_version);
    const client = this.#client;
    if (!client) return;
    if (this.#grant.keepAlive) adoptKeepAlive(client, this.#grant.keepAlive);
    if (this.#grant.sessionPresent) return;
    carrier.reset();
    discardRedelivery(client, carrier.store);
  }

  #accepted(client: MqttClient): void {
    const { reading, target } = this.#options;
    if (!reading) return this.#ready();
    if (this.#hasEnded) return;
    this.#isAsking = true;
    const { filters } = reading;
    const onMessage: SubscribeRequest['onMessage'] = (message) => {
      if (!this.#hasEnded) reading.onMessage(message);
    };
    subscribe(client, { filters, onMessage, slowDown: this.#slowDown }, toEndpoint(target, 'online', 0), {
      onSubscribed: () => this.#ready(),
      onRefused: (reason) => this.fail(reason),
    });
  }

  #ready(): void {
    this.#isAsking = false;
    this.#clearTimer();
    if (!this.#hasEnded) this.#options.onConnected();
  }

  /** The broker's texts are shown and logged, so all of them are quoted. */
  #brokerCause(code: number, { reasonString, serverReference }: IDisconnectPacket['properties'] = {}): Cause {
    const { target } = this.#options;
    return { kind: 'broker', code, reason: quote(reasonString, target), reference: quote(serverReference, target) };
  }

  #put(cause: Cause): Failure {
    const { target, limits, reading } = this.#options;
    const place = toEndpoint(target, this.#phase, limits.connectTimeoutMs / 1000);
    if (reading && this.#isAsking && isUnexplained(cause)) return closedOnSubscribe(reading, place);
    return failureOf(cause, place);
  }

  /** The first cause counts: later ones are its consequences. */
  #end(cause: Cause): void {
    if (this.#hasEnded) return;
    this.#unexplained = isUnexplained(cause) && PROBED.has(this.#phase);
    this.fail(this.#put(cause));
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #closed(): Promise<void> {
    this.#clearTimer();
    clearTimeout(this.#pause);
    this.#end({ kind: 'closed' });
    this.#ended.resolve();
    if (this.#unexplained && !this.#left) {
      const cause = await probe(this.#options.target, this.#options.limits.probeMs, this.#probing.signal);
      if (cause) this.#failure = this.#put(cause);
    }
    if (!this.#left && this.#failure) this.#options.onEnd(this.#failure);
  }
}

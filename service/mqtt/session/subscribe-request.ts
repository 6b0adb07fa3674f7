/** What a connection does that reads: it subscribes, and hands on what comes. */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { MqttClient } from 'mqtt';
import type { BrokerMessage } from '../../support/broker-source.ts';
import { LARGEST_READ } from './connect-options.ts';
import { type ConnectionContext, type Failure, failure, formatEndpoint } from './failure.ts';
import { OversizeFilter, type SkippedMessage } from './oversize-filter.ts';
import { subscribeFailure } from './reason-codes.ts';
import { SizeLimitedStream } from './size-limited-stream.ts';

/** What is read, and who takes it. */
export interface SubscribeRequest {
  /** Topics with wildcards, one or more. */
  readonly filters: readonly string[];
  /** Runs before the broker is told that the message came; must not throw. */
  onMessage(message: BrokerMessage): void;
  /** A message was larger than what is taken, and left out. */
  onLeftOut(message: Pick<SkippedMessage, 'topic' | 'bytes'>): void;
}

/** The QoS that is asked for: with 0 a broker drops what a busy reader does not take at once, and 2 gains nothing. */
const QOS = 1;

/** The first byte of PUBACK, and how many follow (MQTT 3.1.1, 3.4; in MQTT 5 the same means success). */
const PUBACK = [0x40, 2] as const;

/** Codes from here on refuse (MQTT 3.1.1, 3.9.3; MQTT 5.0, 3.9.3). */
const REFUSED = 0x80;

/** The broker closed the connection instead of confirming: what some do where another would refuse. */
export function closedOnSubscribe({ filters: [first = ''] }: SubscribeRequest, place: ConnectionContext): Failure {
  const text = `The broker on ${formatEndpoint(place)} closed the connection after the subscription to ${first}.`;
  const remedy =
    "Mensura retries automatically. The account may not be permitted to subscribe; ask the broker's administrator.";
  return failure('connection-lost', text, remedy);
}

/**
 * A socket without the messages that are too large. Before MQTT 5 a broker cannot be told what that is, and the library
 * would gather up to 256 MB of one. What is left out is confirmed: the broker goes on, and does not send it again.
 */
export function limitPacketSize(socket: Socket, { onLeftOut }: SubscribeRequest): Duplex {
  const sieve = new OversizeFilter(LARGEST_READ, ({ topic, bytes, id }) => {
    if (id !== undefined) stream.write(Buffer.from([...PUBACK, id >> 8, id & 0xff]));
    onLeftOut({ topic, bytes });
  });
  const stream = new SizeLimitedStream(socket, sieve);
  return stream;
}

/**
 * Subscribes on a connection that the broker just accepted; exactly one of the two is called, while it lasts.
 * @param onSubscribed the broker confirmed every filter; called before any message that came after the confirmation
 * @param onRefused it refused one, or a filter cannot be asked for
 */
export function subscribe(
  client: MqttClient,
  { filters, onMessage }: Pick<SubscribeRequest, 'filters' | 'onMessage'>,
  place: ConnectionContext,
  { onSubscribed, onRefused }: { onSubscribed(): void; onRefused(failure: Failure): void },
): void {
  // One with QoS 2 was handed on when it came, which no broker need send: no more than QoS 1 is asked for.
  client.on('message', (topic, payload, { qos, retain }) => {
    if (qos < 2) onMessage({ topic, payload, retained: retain });
  });
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'suback') return;
    const codes = packet.granted.map(Number);
    // The library ends a connection with an answer that does not fit.
    if (codes.length !== filters.length) return;
    const refused = filters.filter((_, index) => (codes[index] ?? REFUSED) >= REFUSED);
    const code = codes.find((granted) => granted >= REFUSED);
    if (code === undefined) onSubscribed();
    else onRefused(subscribeFailure(code, refused, place));
  });
  // The library tells of the answer later than this, when messages have come: its word counts where there is no answer.
  client.subscribe([...filters], { qos: QOS }, (error, _, answer) => {
    if (error && !answer && client.connected) onRefused(failure('unknown', `${error.message}.`, ''));
  });
}

import type { Duplex } from 'node:stream';
import type { MqttClient } from 'mqtt';
import type { BrokerMessage } from '../../support/broker-source.ts';
import { LARGEST_READ } from './connect-options.ts';
import { type ConnectionContext, type Failure, failure, formatEndpoint } from './failure.ts';
import { OversizeFilter, type SkippedMessage } from './oversize-filter.ts';
import { subscribeFailure } from './reason-codes.ts';
import { SizeLimitedStream } from './size-limited-stream.ts';

/** What to subscribe to, and the receiver. */
export interface SubscribeRequest {
  /** Topics with wildcards, at least one. */
  readonly filters: readonly string[];
  /** Runs before the message is acknowledged; must not throw. */
  onMessage(message: BrokerMessage): void;
  onLeftOut(message: Pick<SkippedMessage, 'topic' | 'bytes'>): void;
}

/** With QoS 0 a broker discards messages while the reader is busy; QoS 2 adds nothing. */
const QOS = 1;

/** First byte of PUBACK, and its remaining length (MQTT 3.1.1, 3.4; in MQTT 5 the same means success). */
const PUBACK = [0x40, 2] as const;

/** Codes from here on are refusals (MQTT 3.1.1, 3.9.3; MQTT 5.0, 3.9.3). */
const REFUSED = 0x80;

/** The broker closed the connection instead of sending SUBACK: some refuse that way. */
export function closedOnSubscribe({ filters: [first = ''] }: SubscribeRequest, place: ConnectionContext): Failure {
  const text = `The broker on ${formatEndpoint(place)} closed the connection after the subscription to ${first}.`;
  const remedy =
    "Mensura retries automatically. The account may not be permitted to subscribe; ask the broker's administrator.";
  return failure('connection-lost', text, remedy);
}

/**
 * A socket without oversize messages. Before MQTT 5 a broker cannot be sent a limit, and the library would buffer up
 * to 256 MB. Skipped messages are acknowledged, so that the broker continues and does not repeat them.
 */
export function limitPacketSize(socket: Duplex, { onLeftOut }: SubscribeRequest): Duplex {
  const sieve = new OversizeFilter(LARGEST_READ, ({ topic, bytes, id }) => {
    if (id !== undefined) stream.write(Buffer.from([...PUBACK, id >> 8, id & 0xff]));
    onLeftOut({ topic, bytes });
  });
  const stream = new SizeLimitedStream(socket, sieve);
  return stream;
}

/**
 * Subscribes on a connection just accepted; calls exactly one of the two callbacks unless it ends.
 * @param onSubscribed all filters are confirmed; called before later messages
 * @param onRefused a filter was refused or is invalid
 */
export function subscribe(
  client: MqttClient,
  { filters, onMessage, slowDown }: Pick<SubscribeRequest, 'filters' | 'onMessage'> & Pick<BrokerMessage, 'slowDown'>,
  place: ConnectionContext,
  { onSubscribed, onRefused }: { onSubscribed(): void; onRefused(failure: Failure): void },
): void {
  // QoS 2 messages were passed on on arrival; a broker need not send any, since QoS 1 is requested.
  client.on('message', (topic, payload, { qos, retain }) => {
    if (qos < 2) onMessage({ topic, payload, retained: retain, ...(slowDown && { slowDown }) });
  });
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'suback') return;
    const codes = packet.granted.map(Number);
    // The library ends a connection with an invalid SUBACK.
    if (codes.length !== filters.length) return;
    const refused = filters.filter((_, index) => (codes[index] ?? REFUSED) >= REFUSED);
    const code = codes.find((granted) => granted >= REFUSED);
    if (code === undefined) onSubscribed();
    else onRefused(subscribeFailure(code, refused, place));
  });
  // The library reports SUBACK later than this, after messages: its result counts only if there was no SUBACK.
  client.subscribe([...filters], { qos: QOS }, (error, _, grants) => {
    if (error && !grants && client.connected) onRefused(failure('unknown', `${error.message}.`, ''));
  });
}

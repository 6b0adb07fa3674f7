/** The size of a PUBLISH packet: MQTT 5.0, 2.1.4 and 3.3. */
import type { PublishRequest } from '../types.ts';

/** The most bytes of UTF-8 that a topic may have (MQTT 5.0, 1.5.4). */
const MAX_TOPIC = 65_535;

/** The most that a packet has beside topic and payload, in bytes. */
const OVERHEAD = 15;

/** A character of JavaScript's takes three bytes at most. */
const BYTES_PER_CHARACTER = 3;

/** The bytes of a remaining length: seven bits in each. */
function lengthBytes(length: number): number {
  if (length < 128) return 1;
  if (length < 16_384) return 2;
  return length < 2_097_152 ? 3 : 4;
}

/** The whole packet in bytes, in MQTT 5, the one version in which a broker sets a bound. */
export function packetSize({ topic, payload, qos, expiry }: Omit<PublishRequest, 'retain'>): number {
  const properties = expiry === undefined ? 1 : 6;
  const length = 2 + Buffer.byteLength(topic) + (qos > 0 ? 2 : 0) + properties + Buffer.byteLength(payload);
  return 1 + lengthBytes(length) + length;
}

/**
 * Why a message cannot be sent because of its size; undefined when it can.
 * @param maximum the largest packet that the broker takes, in bytes
 */
export function sizeError(message: PublishRequest, maximum: number): string | undefined {
  const { topic, payload } = message;
  // Counting bytes costs more than counting characters, and readings are small.
  const atMost = (topic.length + payload.length) * BYTES_PER_CHARACTER + OVERHEAD;
  if (atMost <= maximum && topic.length * BYTES_PER_CHARACTER <= MAX_TOPIC) return undefined;
  if (Buffer.byteLength(topic) > MAX_TOPIC) return 'The topic exceeds the MQTT length limit.';
  const bytes = packetSize(message);
  return bytes <= maximum ? undefined : `The message has ${bytes} bytes; the broker accepts at most ${maximum}.`;
}

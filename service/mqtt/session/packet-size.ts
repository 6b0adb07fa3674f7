/** The size of a PUBLISH packet: MQTT 5.0, 2.1.4 and 3.3. */
import type { PublishRequest } from '../types.ts';

/** Bytes of UTF-8 in a topic (MQTT 5.0, 1.5.4). */
const MAX_TOPIC = 65_535;

/** Upper bound of bytes besides topic and payload. */
const OVERHEAD = 15;

/** A UTF-16 code unit takes at most three bytes. */
const BYTES_PER_CHARACTER = 3;

/** The bytes of a remaining length: seven bits in each. */
function lengthBytes(length: number): number {
  if (length < 128) return 1;
  if (length < 16_384) return 2;
  return length < 2_097_152 ? 3 : 4;
}

/** The whole packet in bytes, in MQTT 5, the only version in which a broker sets a limit. */
export function packetSize({ topic, payload, qos, expiry }: Omit<PublishRequest, 'retain'>): number {
  const properties = expiry === undefined ? 1 : 6;
  const length = 2 + Buffer.byteLength(topic) + (qos > 0 ? 2 : 0) + properties + Buffer.byteLength(payload);
  return 1 + lengthBytes(length) + length;
}

/**
 * Why a message is too large to send; undefined if it is not.
 * @param maximum the broker's maximum packet size, in bytes
 */
export function sizeError(message: PublishRequest, maximum: number): string | undefined {
  const { topic, payload } = message;
  // A cheap upper bound first: counting bytes costs more than counting characters.
  const atMost = (topic.length + payload.length) * BYTES_PER_CHARACTER + OVERHEAD;
  if (atMost <= maximum && topic.length * BYTES_PER_CHARACTER <= MAX_TOPIC) return undefined;
  if (Buffer.byteLength(topic) > MAX_TOPIC) return 'The topic exceeds the MQTT length limit.';
  const bytes = packetSize(message);
  return bytes <= maximum ? undefined : `The message has ${bytes} bytes; the broker accepts at most ${maximum}.`;
}

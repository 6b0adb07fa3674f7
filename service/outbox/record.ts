/**
 * The format of a message in a segment; numbers are little-endian:
 *
 *     bytes  0- 3  FF FE 4D 01: a byte FF or FE is in no UTF-8 text, so no topic and no payload can look like a record
 *     bytes  4- 7  CRC-32 of the rest
 *     bytes  8-15  ordinal, as a double
 *     bytes 16-23  time: milliseconds since 1970, as a double
 *     bytes 24-27  length of the payload
 *     bytes 28-29  length of the topic: MQTT allows 65535 bytes
 *     then topic and payload in UTF-8
 */
import { crc32 } from 'node:zlib';
import type { Message } from './types.ts';

/** Bytes of a record besides topic and payload. */
export const RECORD_OVERHEAD = 30;

/** Topic and payload together, in bytes. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

export const RECORD_MAGIC = Buffer.from([0xff, 0xfe, 0x4d, 0x01]);

const MAGIC_NUMBER = RECORD_MAGIC.readUInt32LE(0);

/** Topic without prefix, in characters: with the prefix, in UTF-8, it stays within MQTT's 65535 bytes. */
const MAX_TOPIC = 16_384;

export function isTooLarge(topic: string, bytes: number): boolean {
  return topic.length > MAX_TOPIC || bytes > MAX_MESSAGE_BYTES;
}

/** Returns the end offset. The buffer must have room. */
export function encodeRecord(buffer: Buffer, offset: number, ordinal: number, { topic, payload, at }: Message): number {
  const text = offset + RECORD_OVERHEAD;
  const topicLength = buffer.write(topic, text);
  const payloadLength = buffer.write(payload, text + topicLength);
  const end = text + topicLength + payloadLength;
  buffer.writeUInt32LE(MAGIC_NUMBER, offset);
  buffer.writeDoubleLE(ordinal, offset + 8);
  buffer.writeDoubleLE(at, offset + 16);
  buffer.writeUInt32LE(payloadLength, offset + 24);
  buffer.writeUInt16LE(topicLength, offset + 28);
  buffer.writeUInt32LE(crc32(buffer.subarray(offset + 8, end)), offset + 4);
  return end;
}

export interface StoredMessage extends Message {
  ordinal: number;
  /** UTF-8 bytes of topic and payload. */
  bytes: number;
}

export type Decoded =
  | { kind: 'whole'; message: StoredMessage; end: number }
  /** Valid so far, but longer: its total length in bytes. */
  | { kind: 'cut'; needs: number }
  | { kind: 'damaged' };

/** Reads the record at an offset. Never returns a message that was not written. */
export function decodeRecord(buffer: Buffer, offset: number): Decoded {
  const there = buffer.length - offset;
  if (there < RECORD_OVERHEAD) {
    const head = buffer.subarray(offset, offset + RECORD_MAGIC.length);
    const fits = RECORD_MAGIC.subarray(0, head.length).equals(head);
    return fits ? { kind: 'cut', needs: RECORD_OVERHEAD } : { kind: 'damaged' };
  }
  if (buffer.readUInt32LE(offset) !== MAGIC_NUMBER) return { kind: 'damaged' };
  const text = offset + RECORD_OVERHEAD;
  const payload = text + buffer.readUInt16LE(offset + 28);
  const end = payload + buffer.readUInt32LE(offset + 24);
  if (end - text > MAX_MESSAGE_BYTES) return { kind: 'damaged' };
  if (end > buffer.length) return { kind: 'cut', needs: end - offset };
  if (crc32(buffer.subarray(offset + 8, end)) !== buffer.readUInt32LE(offset + 4)) return { kind: 'damaged' };
  const message = {
    topic: buffer.toString('utf8', text, payload),
    payload: buffer.toString('utf8', payload, end),
    at: buffer.readDoubleLE(offset + 16),
    ordinal: buffer.readDoubleLE(offset + 8),
    bytes: end - text,
  };
  return { kind: 'whole', message, end };
}

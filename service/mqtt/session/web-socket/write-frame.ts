/** Writes WebSocket frames of a client, which are masked (RFC 6455, 5.1). */
import { randomFillSync } from 'node:crypto';

export const FRAME = { binary: 0x82, close: 0x88, pong: 0x8a } as const;

/** Normal closure (RFC 6455, 7.4.1). */
export const NORMAL_CLOSE = Buffer.from([0x03, 0xe8]);

const MASK_BYTES = 4;

/**
 * A whole frame, which is the whole message.
 * @param mask of four bytes; random unless given
 */
export function writeFrame(
  kind: (typeof FRAME)[keyof typeof FRAME],
  payload: Uint8Array,
  mask: Uint8Array = randomFillSync(new Uint8Array(MASK_BYTES)),
): Buffer {
  const { length } = payload;
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const start = 2 + lengthBytes + MASK_BYTES;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = kind;
  frame[1] = 0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(mask, start - MASK_BYTES);
  for (let index = 0; index < length; index += 1) {
    frame[start + index] = (payload[index] ?? 0) ^ (mask[index % MASK_BYTES] ?? 0);
  }
  return frame;
}

/** Bytes made small by deflate, where that pays. */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type ByteReader, type ByteWriter, damaged } from './bytes.ts';

/** Below this, what deflate adds is more than it saves. Bytes. */
const WORTHWHILE_BYTES = 16;

/** Writes bytes whose number the reader will know. */
export function writeSqueezed(writer: ByteWriter, bytes: Uint8Array): void {
  const squeezed = bytes.length < WORTHWHILE_BYTES ? bytes : smallest(bytes);
  if (squeezed.length < bytes.length) {
    writer.varint(squeezed.length);
    writer.bytes(squeezed);
  } else {
    writer.varint(0);
    writer.bytes(bytes);
  }
}

/** Noise has nothing that repeats: looking for it costs bytes, as each match that is found by chance is dear. */
function smallest(bytes: Uint8Array): Uint8Array {
  const repeating = deflateRawSync(bytes);
  const plain = deflateRawSync(bytes, { strategy: constants.Z_HUFFMAN_ONLY });
  return plain.length < repeating.length ? plain : repeating;
}

/** Reads back `length` bytes. @throws StoreError `damaged` where they are not exactly so many */
export function readSqueezed(reader: ByteReader, length: number): Uint8Array {
  const squeezed = reader.varint(length);
  if (squeezed === 0) return reader.bytes(length);
  const bytes = inflated(reader.bytes(squeezed), length);
  if (bytes.length !== length) throw damaged('a part has another length than it should');
  return bytes;
}

function inflated(bytes: Uint8Array, length: number): Uint8Array {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, length) });
  } catch (error) {
    throw damaged(`a part cannot be unpacked (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Bytes made small by deflate, where that pays. */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type ByteReader, type ByteWriter, damagedError } from './bytes.ts';

/** What saves less than this share, or less bytes, is left as it is: unpacking it takes time whenever it is read. */
const WORTHWHILE = { share: 0.1, bytes: 64 };

/** For few bytes, zlib needs less room than it would take: making that ready is most of the work. */
const FEW = { bytes: 4096, room: { windowBits: 12, memLevel: 5 } } as const;

/** zlib's own room for what comes out of it, in bytes; less cannot be asked for. */
const LEAST_CHUNK = 64;

/** Writes bytes whose number the reader will know. */
export function writeCompressed(writer: ByteWriter, bytes: Uint8Array): void {
  const saved = Math.max(WORTHWHILE.bytes, WORTHWHILE.share * bytes.length);
  const squeezed = bytes.length > saved ? smallest(bytes) : bytes;
  if (squeezed.length <= bytes.length - saved) {
    writer.varint(squeezed.length);
    writer.bytes(squeezed);
  } else {
    writer.varint(0);
    writer.bytes(bytes);
  }
}

/** Noise has nothing that repeats: looking for it costs bytes, as each match that is found by chance is dear. */
function smallest(bytes: Uint8Array): Uint8Array {
  const room = bytes.length <= FEW.bytes ? FEW.room : {};
  const repeating = deflateRawSync(bytes, room);
  const plain = deflateRawSync(bytes, { ...room, strategy: constants.Z_HUFFMAN_ONLY });
  return plain.length < repeating.length ? plain : repeating;
}

/** Reads back `length` bytes. @throws StoreError `damaged` where they are not exactly so many */
export function readCompressed(reader: ByteReader, length: number): Uint8Array {
  const squeezed = reader.varint(length);
  if (squeezed === 0) return reader.bytes(length);
  const bytes = inflated(reader.bytes(squeezed), length);
  if (bytes.length !== length) throw damagedError('length mismatch');
  return bytes;
}

function inflated(bytes: Uint8Array, length: number): Uint8Array {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, length), chunkSize: length + LEAST_CHUNK });
  } catch (error) {
    throw damagedError(`cannot decompress (${error instanceof Error ? error.message : String(error)})`);
  }
}

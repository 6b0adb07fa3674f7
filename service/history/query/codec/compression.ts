/** Deflate, where it is worthwhile. */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type ByteReader, type ByteWriter, damagedError } from './bytes.ts';

/** Below these savings bytes stay uncompressed: every read would have to inflate them. */
const WORTHWHILE = { share: 0.1, bytes: 64 };

/** For short input zlib needs less memory, whose initialization is most of the work. */
const FEW = { bytes: 4096, memory: { windowBits: 12, memLevel: 5 } } as const;

/** Smallest output buffer that zlib accepts, in bytes. */
const LEAST_CHUNK = 64;

/** Writes bytes whose number the reader knows. */
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

/** Searching noise for matches makes the output larger: chance matches cost more than literals. */
function smallest(bytes: Uint8Array): Uint8Array {
  const memory = bytes.length <= FEW.bytes ? FEW.memory : {};
  const repeating = deflateRawSync(bytes, memory);
  const plain = deflateRawSync(bytes, { ...memory, strategy: constants.Z_HUFFMAN_ONLY });
  return plain.length < repeating.length ? plain : repeating;
}

/** Reads `length` bytes. @throws StoreError `damaged` for any other number */
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

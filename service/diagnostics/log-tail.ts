import { open } from 'node:fs/promises';

/** In bytes. */
const MAX_BYTES = 1024 * 1024;

/** Number of old files; `mensura.log.1` is the newest. */
const OLD_FILES = 3;

/** The end of a file; undefined if it does not exist. */
async function endOf(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const bytes = buffer.subarray(0, bytesRead);
    // Skips the incomplete first line.
    return length < size ? bytes.subarray(bytes.indexOf(0x0a) + 1) : bytes;
  } finally {
    await file.close();
  }
}

/** Chunk size, in characters. */
const PIECE = 64 * 1024;

/** Whole lines, oldest first. */
function* piecesOf(bytes: Buffer): Generator<string> {
  let piece = '';
  for (const line of bytes.toString('utf8').split(/(?<=\n)/)) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** @param path of the current log file */
export async function* logTail(path: string): AsyncGenerator<string, void, undefined> {
  const ends: Buffer[] = [];
  let left = MAX_BYTES;
  for (let age = 0; age <= OLD_FILES && left > 0; age += 1) {
    const end = await endOf(age === 0 ? path : `${path}.${age}`, left);
    if (!end) continue;
    ends.unshift(end);
    left -= end.length;
  }
  for (const end of ends) yield* piecesOf(end);
}
